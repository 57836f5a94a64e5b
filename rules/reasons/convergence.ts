import { goesOn } from '../words/verdict.ts'
import { findingOf } from './finding.ts'
import type { Rule } from './rule.ts'

/**
 * A loop may go on only while its errors shrink: the same errors as the pass before, errors that come
 * back, more of them, or as many others, stop it (*When should an agent loop stop? When the errors stop
 * shrinking*). There is no threshold to tune.
 */
export const convergence: Rule<never> = {
  reason: 'convergence',
  about: 'The errors of a check are stuck, come back, grow, or change without shrinking.',
  restsOn: 'order',
  sliceSize: 0,
  response: { strict: 'halt', balanced: 'nudge_then_halt', assertive: 'nudge_then_halt' },
  settings: {},
  judge: (facts) => {
    if (facts.kind !== 'check' || goesOn(facts.verdict)) return null
    return findingOf(facts, {
      reason: 'convergence',
      strength: 'certain',
      loop: `check:${facts.step.check}`,
      counts: {
        passes: facts.passes,
        failures: facts.step.failures.length,
        failures_before: facts.failuresBefore ?? 0,
        [facts.verdict]: 1,
      },
      tools: [facts.step.check],
    })
  },
  consider: (facts) => {
    if (facts.kind !== 'check') return null
    const { verdict, passes, failuresBefore, remainingPasses, step } = facts
    const pass = { check: step.check, verdict, pass: passes, failures: step.failures.length }
    return { gauges: [], heldBack: [], pass: { ...pass, failuresBefore, remainingPasses } }
  },
}
