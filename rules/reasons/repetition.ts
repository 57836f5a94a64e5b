import { considerCall, judgeCall, type CallThresholds } from './repeated-calls.ts'
import { considerMessage, judgeMessage, type MessageThresholds } from './repeated-messages.ts'
import type { Rule } from './rule.ts'

type Name = keyof CallThresholds | keyof MessageThresholds

const whole = { integer: true, min: 2, max: 1000 } as const

/**
 * The same call gives the same observation again, with nothing changed in between; the call alone is
 * not the signal, but under `strict` it is ("If the same hash appears three times in a run, the loop is
 * not making progress", *Loops that know when to stop*; identical call twice in a row, *Termination,
 * and the agent that never stops*). The agent's own messages repeat too.
 */
export const repetition: Rule<Name> = {
  reason: 'repetition',
  about: 'The same call gives the same observation again, or the agent repeats its own words.',
  restsOn: 'order',
  sliceSize: 0,
  response: { strict: 'nudge_then_halt', balanced: 'nudge_then_halt', assertive: 'nudge_then_halt' },
  settings: {
    nudgeAt: {
      strict: 2,
      balanced: 3,
      assertive: 3,
      ...whole,
      integer: false,
      about: 'Equal calls with equal observations at which the agent is told.',
    },
    haltAt: {
      strict: 3,
      balanced: 5,
      assertive: 3.5,
      ...whole,
      integer: false,
      atLeast: 'nudgeAt',
      about: 'Equal calls with equal observations at which it may be halted.',
    },
    volatileNudgeAt: {
      strict: 4,
      balanced: 6,
      assertive: 5,
      ...whole,
      integer: false,
      about:
        'Equal calls whose answers differ only in fields that are learned to differ always, at which the agent is told. By themselves they never halt. 1000 is never.',
    },
    failedNudgeAt: {
      strict: 2,
      balanced: 2,
      assertive: 2,
      ...whole,
      about: 'Equal calls in a row that all failed, not for a passing reason, at which the agent is told.',
    },
    callsNudgeAt: {
      strict: 3,
      balanced: 1000,
      assertive: 1000,
      ...whole,
      about: 'Equal calls in the run, whatever came back, at which the agent is told. 1000 is never.',
    },
    callsHaltAt: {
      strict: 4,
      balanced: 1000,
      assertive: 1000,
      ...whole,
      atLeast: 'callsNudgeAt',
      about: 'Equal calls in the run, whatever came back, at which it may be halted. 1000 is never.',
    },
    effectNudgeAt: {
      strict: 2,
      balanced: 2,
      assertive: 2,
      ...whole,
      about: 'Equal effects, whatever the receipt says, at which the agent is told.',
    },
    effectHaltAt: {
      strict: 3,
      balanced: 3,
      assertive: 3,
      ...whole,
      atLeast: 'effectNudgeAt',
      about: 'Equal effects at which it may be halted.',
    },
    unbrokenNudgeAt: {
      strict: 2,
      balanced: 35,
      assertive: 30,
      ...whole,
      about: 'Equal calls with no other call between, whatever came back, at which the agent is told.',
    },
    unbrokenHaltAt: {
      strict: 3,
      balanced: 55,
      assertive: 40,
      ...whole,
      atLeast: 'unbrokenNudgeAt',
      about: 'Equal calls with no other call between at which it may be halted.',
    },
    messagesNudgeAt: {
      strict: 3,
      balanced: 3,
      assertive: 3,
      ...whole,
      about: 'Equal messages in a row, no call between, at which the agent is told.',
    },
    messagesHaltAt: {
      strict: 4,
      balanced: 5,
      assertive: 4,
      ...whole,
      atLeast: 'messagesNudgeAt',
      about: 'Equal messages in a row at which it may be halted.',
    },
    chantAt: {
      strict: 10,
      balanced: 10,
      assertive: 10,
      ...whole,
      about: 'Times that one phrase occurs in one message, outside code, tables and lists.',
    },
  },
  judge: (facts, settings) => {
    if (facts.kind === 'tool') return judgeCall(facts, settings)
    return facts.kind === 'model' ? judgeMessage(facts, settings) : null
  },
  consider: (facts, settings) => {
    if (facts.kind === 'tool') return considerCall(facts, settings)
    return facts.kind === 'model' ? considerMessage(facts, settings) : null
  },
}
