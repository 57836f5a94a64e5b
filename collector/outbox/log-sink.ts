import type { Decision } from '@loop-observer/rules'
import type { Logger } from 'pino'
import type { Sink } from './sink.ts'

/** Writes every message as one structured log line: level `warn` when a decision may act, else `info`. */
export function logSink(log: Logger): Sink {
  return {
    name: 'log',
    async deliver(item) {
      if (item.kind === 'decision') return logDecision(log, item.key, item.decision)
      const { kind, id: _, ...rest } = item.notice
      log.info(
        { event: kind, key: item.key, ...rest },
        `run ${item.notice.run}: ${kind.replaceAll('_', ' ')}`,
      )
    },
  }
}

function logDecision(log: Logger, key: string, decision: Decision): void {
  const { run, seq, scope, lane, action, reason, enforced, step, explanation, tried, totals } = decision
  const line = {
    event: 'decision',
    key,
    run,
    seq,
    scope,
    lane,
    action,
    reason,
    enforced,
    step,
    evidence: decision.evidence.steps,
    tried,
    totals,
  }
  if (enforced) log.warn(line, explanation)
  else log.info(line, explanation)
}
