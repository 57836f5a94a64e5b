import { findingOf } from './finding.ts'
import type { Rule } from './rule.ts'

/** A person said stop. */
export const operator: Rule<never> = {
  reason: 'operator',
  about: 'A person stopped the run.',
  restsOn: 'sums',
  sliceSize: 0,
  response: { strict: 'halt', balanced: 'halt', assertive: 'halt' },
  settings: {},
  judge: (facts) => {
    if (facts.step.kind !== 'operator' || facts.step.act !== 'halt') return null
    return findingOf(facts, { reason: 'operator', strength: 'certain', loop: '', counts: {} })
  },
}
