import type { Logger } from 'pino'
import type { Sink } from './sink.ts'

/** Writes every decision as one structured log line: level `warn` when it may act, `info` when it is only recorded. */
export function logSink(log: Logger): Sink {
  return {
    name: 'log',
    async deliver({ key, decision }) {
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
    },
  }
}
