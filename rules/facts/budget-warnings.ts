import type { Draft } from '../memory/run-memory.ts'
import type { BudgetWarning } from '../words/decision.ts'
import type { Reason } from '../words/reason.ts'
import type { Limits } from '../words/step.ts'

const budgets: readonly { readonly name: keyof Limits; readonly reason: Reason }[] = [
  { name: 'effects', reason: 'budget_effects' },
  { name: 'costUsd', reason: 'budget_cost' },
  { name: 'tokens', reason: 'budget_tokens' },
  { name: 'seconds', reason: 'budget_time' },
  { name: 'toolCalls', reason: 'budget_tool_calls' },
  { name: 'steps', reason: 'budget_steps' },
]

const none: readonly BudgetWarning[] = []

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
  let fresh: readonly BudgetWarning[] = none
  for (const { name, reason } of budgets) {
    const limit = limits[name]
    const used = draft.totals[name]
    if (limit === null || used < limit * ratio || used > limit) continue
    // Of effects all may be made; of the others, the last ends the run.
    if (used === 0 || (used === limit && name !== 'effects')) continue
    if (draft.budgetWarnings.some((warning) => warning.reason === reason)) continue
    fresh = [...fresh, { reason, used, limit, atMs }]
  }
  if (fresh.length > 0) draft.budgetWarnings = [...draft.budgetWarnings, ...fresh]
  return fresh
}
