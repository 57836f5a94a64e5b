import type { Outcome, Reason } from '@loop-observer/rules'
import type { RunSummary } from '../store/store.ts'

/** How runs of one outcome and reason went (the table of *Termination, and the agent that never stops*). */
export interface TerminationRow {
  readonly outcome: Outcome
  /** Of the decision that ended them; `agent_limit` for runs that their framework ended at its limit. */
  readonly reason: Reason | null
  readonly runs: number
  /** Model turns. */
  readonly averageSteps: number
  readonly averageCostUsd: number
  /** Of the runs of which it is known; null when it is known of none. */
  readonly correctRatio: number | null
  readonly correctKnown: number
  /** Runs whose newest check was clean, of those that had one; null when none had. */
  readonly verifiedRatio: number | null
  /** Runs that had a check. */
  readonly checked: number
}

/** One row for each outcome and reason, most runs first. */
export function terminations(summaries: readonly RunSummary[]): readonly TerminationRow[] {
  const groups = Map.groupBy(summaries, (run) => `${run.outcome} ${reasonOf(run) ?? ''}`)
  return [...groups.values()].map(rowOf).toSorted((a, b) => b.runs - a.runs)
}

/** A run that met its framework's limit and did not answer was ended by it. */
function reasonOf({ outcome, reason, limit }: RunSummary): Reason | null {
  if (reason !== null || limit?.reason !== 'agent_limit' || outcome === 'answered') return reason
  return 'agent_limit'
}

function rowOf(group: readonly RunSummary[]): TerminationRow {
  const [first] = group
  const correct = group.flatMap((run) => (run.correct === null ? [] : [run.correct]))
  const verified = group.flatMap(({ check }) => (check === null ? [] : [check.failures === 0]))
  const mean = (pick: (run: RunSummary) => number): number =>
    group.reduce((sum, run) => sum + pick(run), 0) / group.length
  return {
    outcome: first?.outcome ?? 'open',
    reason: first === undefined ? null : reasonOf(first),
    runs: group.length,
    averageSteps: mean(({ totals }) => totals.steps),
    averageCostUsd: mean(({ totals }) => totals.costUsd),
    correctRatio: shareOfTrue(correct),
    correctKnown: correct.length,
    verifiedRatio: shareOfTrue(verified),
    checked: verified.length,
  }
}

function shareOfTrue(values: readonly boolean[]): number | null {
  return values.length === 0 ? null : values.filter(Boolean).length / values.length
}
