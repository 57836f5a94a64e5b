import type { StepRecord } from '@loop-observer/rules'
import type { Logger } from 'pino'
import type { Metrics } from '../metrics/metrics.ts'
import type { CommitResult, RunKey, RunSummary, Store } from '../store/store.ts'
import type { Folded } from './fold.ts'
import { runCounter } from './run-counter.ts'

/** Counts and logs what judging does. */
export interface Reporter {
  /** Records reached the store. */
  appended(records: readonly StepRecord[], result: CommitResult): void
  /** Records of a run were judged, and that is stored. `before` is null for a run that began. */
  judged(key: RunKey, records: readonly StepRecord[], before: RunSummary | null, folded: Folded): void
  /** Records were judged and nothing came of them. */
  passed(records: readonly StepRecord[]): void
}

/** Where a reporter reports to. */
export interface ReporterParts {
  readonly store: Store
  readonly metrics: Metrics
  readonly log: Logger
  readonly decided: () => void
}

/** Makes a reporter. */
export function createReporter({ store, metrics, log, decided }: ReporterParts): Reporter {
  const countRun = runCounter(metrics)

  function appended(records: readonly StepRecord[], result: CommitResult): void {
    if (result.duplicates === 0) {
      for (const { step } of records) metrics.count('steps_total', { kind: step.kind })
      return
    }
    // Which of a mixed batch were known, only the store knows: the new ones are counted without their kind.
    metrics.count('duplicate_steps_total', {}, result.duplicates)
    metrics.count('steps_total', { kind: 'mixed' }, result.appended)
  }

  function judged(
    key: RunKey,
    records: readonly StepRecord[],
    before: RunSummary | null,
    folded: Folded,
  ): void {
    for (const { reason } of folded.findings) metrics.count('findings_total', { reason })
    for (const { reason, action, enforced } of folded.decisions) {
      metrics.count('decisions_total', { reason, action, enforced: String(enforced) })
    }
    countRun(records, before, folded)
    for (const { step, error } of folded.faults) {
      metrics.count('quarantined_steps_total', {})
      log.error({ run: key, step, err: error }, 'step quarantined: it crashed a rule')
    }
    passed(records)
    if (folded.decisions.length > 0 || folded.notices.length > 0) decided()
  }

  function passed(records: readonly StepRecord[]): void {
    const oldest = records.find(({ step }) => step.kind !== 'tick')
    if (oldest === undefined) return
    const delayMs = Math.max(0, store.now() - oldest.step.receivedAtMs)
    metrics.observe('judging_delay_seconds', {}, delayMs / 1000)
  }

  return { appended, judged, passed }
}
