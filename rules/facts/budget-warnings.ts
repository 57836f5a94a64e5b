import type { Draft } from '../memory/run-memory.ts'
import type { BudgetWarning } from '../words/decision.ts'
import type { Reason } from '../words/reason.ts'
import type { Limits } from '../words/step.ts'

const budgets: readonly (readonly [keyof Limits, Reason])[] = [
  ['effects', 'budget_effects'],
  ['costUsd', 'budget_cost'],
  ['tokens', 'budget_tokens'],
  ['seconds', 'budget_time'],
  ['toolCalls', 'budget_tool_calls'],
  ['steps', 'budget_steps'],
]

/** When, and from which share of a limit on, it is warned of. */
export interface WarningRule {
  readonly limits: Limits
  /** 0 to 1. */
  readonly ratio: number
  /** On the clock of the steps, milliseconds since the epoch. */
  readonly atMs: number
}

/** Limits of which the warning share has just been used, and not all; each is told once. Notes them in the draft. */
export function warnOfBudgets(draft: Draft, { limits, ratio, atMs }: WarningRule): readonly BudgetWarning[] {
  const fresh: BudgetWarning[] = []
  for (const [name, reason] of budgets) {
    const limit = limits[name]
    const used = draft.totals[name]
    if (limit === null || used < limit * ratio || used > limit) continue
    // Of effects all may be made; of the others, the last ends the run.
    if (used === 0 || (used === limit && name !== 'effects')) continue
    if (draft.budgetWarnings.some((warning) => warning.reason === reason)) continue
    fresh.push({ reason, used, limit, atMs })
  }
  if (fresh.length > 0) draft.budgetWarnings = [...draft.budgetWarnings, ...fresh]
  return fresh
}
