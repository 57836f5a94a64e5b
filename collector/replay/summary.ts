import type { Reason } from '@loop-observer/rules'
import { stopOf, type JudgedRun } from './judged-run.ts'

/** What the rules of one reason would have done. */
export interface ReasonRow {
  readonly reason: Reason | 'all'
  readonly nudged: number
  /** Runs ended by it. */
  readonly stopped: number
  /** Of those, runs that had come to a good end: they would have succeeded, had they gone on. */
  readonly goodStopped: number
  /** Of those, runs that had come to a bad end. */
  readonly failedStopped: number
  /** Steps after the stop in runs that did not end well, or of which it is not known. */
  readonly stepsSaved: number
  readonly tokensSaved: number
  readonly costSavedUsd: number
}

/** Figures about some judged runs. */
export interface ReplaySummary {
  readonly runs: number
  readonly steps: number
  /** Runs known to have ended well. */
  readonly good: number
  /** Runs known to have failed. */
  readonly failed: number
  /** One row for each reason that decided anything, and one for all. */
  readonly reasons: readonly ReasonRow[]
}

/** Sums up what would have been done to the runs. */
export function summarise(all: readonly JudgedRun[]): ReplaySummary {
  const reasons = new Set(all.flatMap(({ replayed }) => replayed.decisions.map(({ reason }) => reason)))
  return {
    runs: all.length,
    steps: all.reduce((sum, { replayed }) => sum + replayed.steps, 0),
    good: all.filter(({ success }) => success === true).length,
    failed: all.filter(({ success }) => success === false).length,
    reasons: [...reasons, 'all' as const].map((reason) => rowOf(reason, all)),
  }
}

function rowOf(reason: ReasonRow['reason'], all: readonly JudgedRun[]): ReasonRow {
  const isMine = (each: { readonly reason: Reason }): boolean => reason === 'all' || each.reason === reason
  const row = emptyRow(reason)
  for (const { replayed, success, after } of all) {
    if (replayed.decisions.some((each) => isMine(each) && each.action === 'nudge')) row.nudged++
    const stop = stopOf(replayed)
    if (stop === undefined || after === null || !isMine(stop)) continue
    row.stopped++
    if (success === false) row.failedStopped++
    if (success === true) {
      row.goodStopped++
      continue
    }
    row.stepsSaved += after.steps
    row.tokensSaved += after.tokens
    row.costSavedUsd += after.costUsd
  }
  return row
}

/** The row of a reason for which nothing was done. */
export function emptyRow(reason: ReasonRow['reason']): {
  -readonly [Key in keyof ReasonRow]: ReasonRow[Key]
} {
  return {
    reason,
    nudged: 0,
    stopped: 0,
    goodStopped: 0,
    failedStopped: 0,
    stepsSaved: 0,
    tokensSaved: 0,
    costSavedUsd: 0,
  }
}
