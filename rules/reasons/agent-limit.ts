import { findingOf } from './finding.ts'
import type { Rule } from './rule.ts'

/** The agent's own framework ended the run at a limit of its own: recorded, for the run has ended. */
export const agentLimit: Rule<never> = {
  reason: 'agent_limit',
  about: "A limit that the agent's own framework enforced.",
  restsOn: 'sums',
  sliceSize: 0,
  response: { strict: 'record', balanced: 'record', assertive: 'record' },
  settings: {},
  judge: (facts) => {
    if (facts.step.kind !== 'agent_limit') return null
    return findingOf(facts, { reason: 'agent_limit', strength: 'certain', loop: '', counts: {} })
  },
}
