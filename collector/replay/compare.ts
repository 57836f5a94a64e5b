import { stopOf, type JudgedRun } from './judged-run.ts'
import type { Replayed } from './replay.ts'
import { emptyRow, summarise, type ReasonRow, type ReplaySummary } from './summary.ts'

/** A run, judged by two policies. */
export type JudgedTwice = Readonly<Record<'a' | 'b', JudgedRun>>

/** The furthest that a policy went with a run. */
export interface RunVerdict {
  /** `ended`: nothing was said about it. */
  readonly verdict: 'ended' | 'nudged' | 'lane_stopped' | 'halted' | 'escalated'
  readonly reason: Replayed['decisions'][number]['reason'] | null
  /** Index of the step; null when nothing was said. */
  readonly step: number | null
}

/** A run of which two policies say something else. */
export interface ChangedRun {
  readonly run_id: string
  readonly success: boolean | null
  readonly a: RunVerdict
  readonly b: RunVerdict
}

/** What two policies would have done to the same runs. */
export interface PolicyComparison {
  readonly a: ReplaySummary
  readonly b: ReplaySummary
  /** One row for each reason that either decided by, and one for all. */
  readonly reasons: readonly {
    readonly reason: ReasonRow['reason']
    readonly a: ReasonRow
    readonly b: ReasonRow
  }[]
  /** Runs of which the verdict or its reason is another, in the order of the files. */
  readonly changed: readonly ChangedRun[]
}

/** Puts side by side what two policies would have done to the same runs. */
export function compare(runs: readonly JudgedTwice[]): PolicyComparison {
  const a = summarise(runs.map((run) => run.a))
  const b = summarise(runs.map((run) => run.b))
  const reasons = new Set([...a.reasons, ...b.reasons].map(({ reason }) => reason))
  reasons.delete('all')
  return {
    a,
    b,
    reasons: [...reasons, 'all' as const].map((reason) => ({
      reason,
      a: rowFor(reason, a),
      b: rowFor(reason, b),
    })),
    changed: runs.flatMap(changedOf),
  }
}

function rowFor(reason: ReasonRow['reason'], { reasons }: ReplaySummary): ReasonRow {
  return reasons.find((row) => row.reason === reason) ?? emptyRow(reason)
}

function changedOf(run: JudgedTwice): readonly ChangedRun[] {
  const [a, b] = [verdictOf(run.a.replayed), verdictOf(run.b.replayed)]
  if (a.verdict === b.verdict && a.reason === b.reason) return []
  return [{ run_id: run.a.replayed.run_id, success: run.a.success, a, b }]
}

function verdictOf(replayed: Replayed): RunVerdict {
  const stop = stopOf(replayed)
  if (stop !== undefined) {
    return {
      verdict: stop.action === 'escalate' ? 'escalated' : 'halted',
      reason: stop.reason,
      step: stop.step,
    }
  }
  const told = replayed.decisions.find(({ action }) => action !== 'nudge') ?? replayed.decisions[0]
  if (told === undefined) return { verdict: 'ended', reason: null, step: null }
  const { action, reason, step } = told
  return { verdict: action === 'nudge' ? 'nudged' : 'lane_stopped', reason, step }
}
