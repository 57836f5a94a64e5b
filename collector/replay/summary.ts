import type { Reason } from '@loop-observer/rules'
import type { RecordedRun } from './recorded-run.ts'
import type { Replayed } from './replay.ts'

/** A replayed run beside what became of it when it was recorded; null for a run made from spans. */
export interface Comparison {
  readonly replayed: Replayed
  readonly recorded: RecordedRun | null
}

/** What the rules of one reason would have done. */
export interface ReasonRow {
  readonly reason: Reason | 'all'
  readonly nudged: number
  /** Runs ended by it. */
  readonly stopped: number
  /** Of those, runs that had come to a good end. */
  readonly goodStopped: number
  /** Steps after the stop in runs that did not end well, or of which it is not known. */
  readonly stepsSaved: number
  readonly tokensSaved: number
}

/** One row for each reason that decided anything, and one for all. */
export function summarise(all: readonly Comparison[]): readonly ReasonRow[] {
  const reasons = new Set(all.flatMap(({ replayed }) => replayed.decisions.map(({ reason }) => reason)))
  return [...reasons, 'all' as const].map((reason) => rowOf(reason, all))
}

function rowOf(reason: ReasonRow['reason'], all: readonly Comparison[]): ReasonRow {
  const row = { reason, nudged: 0, stopped: 0, goodStopped: 0, stepsSaved: 0, tokensSaved: 0 }
  for (const { replayed, recorded } of all) {
    const mine = replayed.decisions.filter((each) => reason === 'all' || each.reason === reason)
    if (mine.some(({ action }) => action === 'nudge')) row.nudged++
    const stop = mine.find(({ action, scope }) => action !== 'nudge' && scope === 'run')
    if (stop === undefined) continue
    row.stopped++
    if (recorded?.success === true) row.goodStopped++
    else {
      row.stepsSaved += replayed.steps - 1 - stop.step
      row.tokensSaved += tokensAfter(recorded, stop.step)
    }
  }
  return row
}

function tokensAfter(recorded: RecordedRun | null, step: number): number {
  const after = recorded?.steps.slice(step + 1) ?? []
  return after.reduce((sum, each) => sum + (each.tokens_in ?? 0) + (each.tokens_out ?? 0), 0)
}
