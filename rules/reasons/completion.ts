import { findingOf } from './finding.ts'
import type { Rule } from './rule.ts'

type Name = 'nudgeCalls' | 'haltCalls' | 'nudgeRestated' | 'haltRestated'

const whole = { integer: true, min: 1, max: 1000 } as const

/**
 * It has what it needs and goes on: a check passed and the calls after it bring neither progress nor
 * effect, or the conclusion is restated in nearly the same words ("has the answer, keeps going",
 * *Termination, and the agent that never stops*).
 */
export const completion: Rule<Name> = {
  reason: 'completion',
  about: 'The work is done and the agent goes on: calls after a passed check, a conclusion restated.',
  restsOn: 'order',
  sliceSize: 1,
  response: { strict: 'nudge_then_halt', balanced: 'nudge_then_halt', assertive: 'nudge_then_halt' },
  settings: {
    nudgeCalls: {
      strict: 2,
      balanced: 4,
      assertive: 3,
      ...whole,
      about: 'Calls without progress or effect after a passed check at which the agent is told.',
    },
    haltCalls: {
      strict: 4,
      balanced: 8,
      assertive: 6,
      ...whole,
      atLeast: 'nudgeCalls',
      about: 'Such calls at which it may be halted.',
    },
    nudgeRestated: {
      strict: 2,
      balanced: 3,
      assertive: 3,
      ...whole,
      about: 'Messages in a row, no progress between, that say nearly the same at which the agent is told.',
    },
    haltRestated: {
      strict: 3,
      balanced: 5,
      assertive: 4,
      ...whole,
      atLeast: 'nudgeRestated',
      about: 'Such messages at which it may be halted.',
    },
  },
  judge: (facts, settings, slice) => {
    if (facts.kind === 'model') {
      const { restated } = facts
      if (restated < settings.nudgeRestated) return null
      return findingOf(facts, {
        reason: 'completion',
        strength: restated >= settings.haltRestated ? 'certain' : 'suspect',
        loop: 'restated',
        counts: { messages: restated },
      })
    }
    if (facts.kind === 'check') slice[0] = 0
    if (facts.kind !== 'tool' || !facts.lane.checkPassed || facts.echo) return null
    if (facts.progress || facts.fresh || facts.effect) slice[0] = 0
    else slice[0] = (slice[0] ?? 0) + 1
    const idle = slice[0] ?? 0
    if (idle < settings.nudgeCalls) return null
    return findingOf(facts, {
      reason: 'completion',
      strength: idle >= settings.haltCalls ? 'certain' : 'suspect',
      loop: 'done',
      counts: { calls_after_check: idle },
      tools: facts.lane.tried,
    })
  },
}
