import type { Reason } from '../words/reason.ts'
import type { Limits } from '../words/step.ts'
import type { Measure } from '../words/thought.ts'
import { findingOf } from './finding.ts'
import type { Rule } from './rule.ts'

/**
 * A limit of the run with all its lanes is reached. A backstop: that it fires says that the other
 * rules missed something ("every limit stop that fires is a bug report about your other two
 * conditions", *Loops that know when to stop*). Effects are counted directly, for they are what one is
 * afraid of (*The loop and its limits*): all that are allowed may be made, and the run may answer.
 */
export function budget(reason: Reason, limitOf: keyof Limits, about: string): Rule<never> {
  return {
    reason,
    about,
    restsOn: 'sums',
    response: { strict: 'halt', balanced: 'halt', assertive: 'halt' },
    sliceSize: 0,
    settings: {},
    judge: (facts) => {
      const limit = facts.limits[limitOf]
      const used = facts.totals[limitOf]
      if (limit === null || (limitOf === 'effects' ? used <= limit : used < limit)) return null
      return findingOf(facts, { reason, strength: 'certain', loop: '', counts: { used, limit } })
    },
    consider: ({ limits, totals, policy }) => {
      const limit = limits[limitOf]
      const used = totals[limitOf]
      // A limit that is far away has nothing to say.
      if (limit === null || used < limit * policy.budgetWarnRatio) return null
      const haltAt = limitOf === 'effects' ? limit + 1 : limit
      return { gauges: [{ measure: measureOf[limitOf], value: used, nudgeAt: null, haltAt }], heldBack: [] }
    },
  }
}

const measureOf: Readonly<Record<keyof Limits, Measure>> = {
  steps: 'model_turns',
  toolCalls: 'tool_calls',
  tokens: 'tokens',
  costUsd: 'cost_usd',
  seconds: 'seconds',
  effects: 'effects',
}
