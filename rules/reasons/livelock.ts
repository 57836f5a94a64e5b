import { findingOf } from './finding.ts'
import type { Rule } from './rule.ts'

/**
 * Failed checks in a row, those that shrank not counted: this loop cannot close the gap. It is
 * abandoned and the open gap goes to a person, named (the livelock guard of the article on loops that
 * end when a verified gap closes).
 */
export const livelock: Rule<'failedChecks'> = {
  reason: 'livelock',
  about: 'Check after check fails, whatever its name.',
  restsOn: 'order',
  sliceSize: 0,
  response: { strict: 'escalate', balanced: 'escalate', assertive: 'escalate' },
  settings: {
    failedChecks: {
      strict: 5,
      balanced: 5,
      assertive: 5,
      integer: true,
      min: 2,
      max: 1000,
      about: 'Failed checks in a row, those that shrank not counted, at which the loop is given up.',
    },
  },
  judge: (facts, settings) => {
    if (facts.kind !== 'check' || facts.verdict === 'continue') return null
    if (facts.failedInRow < settings.failedChecks) return null
    return findingOf(facts, {
      reason: 'livelock',
      strength: 'certain',
      loop: '',
      counts: { failed_checks: facts.failedInRow, failures: facts.step.failures.length },
      tools: [facts.step.check],
    })
  },
  consider: (facts, settings) => {
    if (facts.kind !== 'check' || facts.verdict === 'continue') return null
    const { failedInRow } = facts
    return {
      gauges: [
        { measure: 'failed_checks', value: failedInRow, nudgeAt: null, haltAt: settings.failedChecks },
      ],
      heldBack: [],
    }
  },
}
