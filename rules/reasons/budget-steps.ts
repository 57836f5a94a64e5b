import { findingOf } from './finding.ts'
import type { Rule } from './rule.ts'

/** The limit on model turns is reached: a backstop; that it fires says that the other rules missed something. */
export const budgetSteps: Rule<never> = {
  reason: 'budget_steps',
  about: 'The limit on model turns is reached.',
  restsOn: 'sums',
  sliceSize: 0,
  response: { strict: 'halt', balanced: 'halt', assertive: 'halt' },
  settings: {},
  judge: (facts) => {
    const limit = facts.limits.steps
    if (limit === null || facts.totals.steps < limit) return null
    return findingOf(facts, {
      reason: 'budget_steps',
      strength: 'certain',
      loop: '',
      counts: { steps: facts.totals.steps, limit },
    })
  },
}
