import type { BudgetWarning, Decision, StepRecord } from '@loop-observer/rules'
import type { Notice } from '../store/notice.ts'
import type { RunSummary } from '../store/store.ts'

/** What judging some records of a run changed. */
export interface Change {
  /** Null for a run that begins. */
  readonly before: RunSummary | null
  readonly after: RunSummary
  readonly records: readonly StepRecord[]
  readonly decisions: readonly Decision[]
  readonly budgetWarnings: readonly BudgetWarning[]
}

/** What whoever runs the agent is to be told besides the decisions; the same for the same records. */
export function noticesOf(change: Change): readonly Notice[] {
  return [...warnings(change), ...limitHit(change), ...approvals(change), ...lost(change)]
}

function warnings({ after, budgetWarnings }: Change): readonly Notice[] {
  return budgetWarnings.map((warning) => ({
    kind: 'budget_warning',
    // An operator may raise the limit: then it is another warning.
    id: `budget_warning:${warning.reason}:${warning.limit}`,
    ...about(after, warning.atMs),
    warning,
  }))
}

/** A decision for the same reason tells of it already. */
function limitHit({ before, after, decisions }: Change): readonly Notice[] {
  const { limit } = after
  if (limit === null || before?.limit?.reason === limit.reason) return []
  if (decisions.some(({ reason }) => reason === limit.reason)) return []
  return [{ kind: 'limit_hit', id: `limit_hit:${limit.reason}`, ...about(after, after.updatedAtMs), limit }]
}

function approvals({ after, records }: Change): readonly Notice[] {
  return records.flatMap(({ step }): readonly Notice[] => {
    if (step.kind !== 'effect' || step.act !== 'waiting') return []
    const { effect, attempt, tool, note } = step
    const id = `approval_needed:${effect}:${attempt}`
    return [{ kind: 'approval_needed', id, ...about(after, step.endedAtMs), effect, tool, note }]
  })
}

function lost({ before, after }: Change): readonly Notice[] {
  if (after.outcome !== 'lost' || before?.outcome === 'lost') return []
  return [{ kind: 'lost', id: `lost:${after.updatedAtMs}`, ...about(after, after.updatedAtMs) }]
}

function about({ run, totals }: RunSummary, atMs: number): Pick<Notice, 'run' | 'totals' | 'atMs'> {
  return { run, totals, atMs }
}
