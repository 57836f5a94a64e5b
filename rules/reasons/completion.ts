import type { Facts, ToolFacts } from '../facts/facts.ts'
import type { Finding } from '../words/decision.ts'
import type { Gauge } from '../words/thought.ts'
import { findingOf } from './finding.ts'
import type { Rule, Settings } from './rule.ts'

type Name =
  | 'nudgeCalls'
  | 'haltCalls'
  | 'nudgeRestated'
  | 'haltRestated'
  | 'nudgeAnswerable'
  | 'haltAnswerable'
  | 'judgeFrom'
  | 'judgeCalls'

const whole = { integer: true, min: 1, max: 1000 } as const

/** Numbers of the slice: calls since the passed check; opinions in a row that say *answerable*. */
const slot = { idle: 0, answerable: 1 } as const

/**
 * It has what it needs and goes on: a check passed and the calls after it bring neither progress nor
 * effect, the conclusion is restated in nearly the same words, or a judge model says that the question can
 * be answered already ("has the answer, keeps going", *Termination, and the agent that never stops*).
 */
export const completion: Rule<Name> = {
  reason: 'completion',
  about:
    'The work is done and the agent goes on: calls after a passed check, a conclusion restated, a question that a judge model holds for answerable.',
  restsOn: 'order',
  sliceSize: 2,
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
    nudgeAnswerable: {
      strict: 1,
      balanced: 2,
      assertive: 1,
      ...whole,
      about: 'Times in a row that the judge model says *answerable* at which the agent is told.',
    },
    haltAnswerable: {
      strict: 2,
      balanced: 4,
      assertive: 3,
      ...whole,
      atLeast: 'nudgeAnswerable',
      about: 'Such times at which it may be halted.',
    },
    judgeFrom: {
      strict: 2,
      balanced: 2,
      assertive: 2,
      ...whole,
      about: 'Model turn from which the judge model is asked, where one is configured (`judge_url`).',
    },
    judgeCalls: {
      strict: 8,
      balanced: 8,
      assertive: 8,
      ...whole,
      min: 0,
      about: 'Most questions to the judge model in a run, at most one a turn. 0 is never.',
    },
  },
  judge: (facts, settings, slice) => {
    if (facts.kind === 'model') return judgeRestated(facts, settings)
    if (facts.kind === 'other') return judgeOpinion(facts, settings, slice)
    if (facts.kind === 'check') slice[slot.idle] = 0
    return facts.kind === 'tool' ? judgeAfterCheck(facts, settings, slice) : null
  },
  consider: (facts, settings, slice) => {
    const gauge = gaugeOf(facts, settings, slice)
    if (gauge === null) return null
    return { gauges: [gauge], heldBack: facts.kind === 'tool' && facts.echo ? ['same_round'] : [] }
  },
}

function gaugeOf(facts: Facts, settings: Settings<Name>, slice: Float64Array): Gauge | null {
  if (facts.kind === 'model') {
    const { nudgeRestated: nudgeAt, haltRestated: haltAt } = settings
    return { measure: 'restated_messages', value: facts.restated, nudgeAt, haltAt }
  }
  if (facts.kind === 'tool' && facts.lane.checkPassed) {
    const { nudgeCalls: nudgeAt, haltCalls: haltAt } = settings
    return { measure: 'calls_after_check', value: slice[slot.idle] ?? 0, nudgeAt, haltAt }
  }
  if (facts.kind !== 'other' || !isOpinion(facts)) return null
  const { nudgeAnswerable: nudgeAt, haltAnswerable: haltAt } = settings
  return { measure: 'answerable_in_a_row', value: slice[slot.answerable] ?? 0, nudgeAt, haltAt }
}

function isOpinion({ step, lane }: Facts): boolean {
  return step.kind === 'opinion' && step.answerable !== null && step.ordinal >= lane.patternsFrom
}

function judgeRestated(facts: Facts & { readonly kind: 'model' }, settings: Settings<Name>): Finding | null {
  const { restated } = facts
  if (restated < settings.nudgeRestated) return null
  return findingOf(facts, {
    reason: 'completion',
    strength: restated >= settings.haltRestated ? 'certain' : 'suspect',
    loop: 'restated',
    counts: { messages: restated },
  })
}

function judgeAfterCheck(facts: ToolFacts, settings: Settings<Name>, slice: Float64Array): Finding | null {
  if (!facts.lane.checkPassed || facts.echo || facts.handedOn || facts.equalBut > 1) return null
  if (facts.progress || facts.fresh || facts.effect) slice[slot.idle] = 0
  // Of a call whose result nobody captured it cannot be said that it brought nothing.
  else if (facts.known || facts.empty || facts.failed) slice[slot.idle] = (slice[slot.idle] ?? 0) + 1
  const idle = slice[slot.idle] ?? 0
  if (idle < settings.nudgeCalls) return null
  return findingOf(facts, {
    reason: 'completion',
    strength: idle >= settings.haltCalls ? 'certain' : 'suspect',
    loop: 'done',
    counts: { calls_after_check: idle },
    tools: facts.lane.tried,
  })
}

/** A person's message is another question: what was asked about the one before does not count. */
function judgeOpinion(
  facts: Facts & { readonly kind: 'other' },
  settings: Settings<Name>,
  slice: Float64Array,
): Finding | null {
  const { step, lane } = facts
  if (step.kind === 'user') slice[slot.answerable] = 0
  if (step.kind !== 'opinion' || step.answerable === null || step.ordinal < lane.patternsFrom) return null
  const answerable = step.answerable ? (slice[slot.answerable] ?? 0) + 1 : 0
  slice[slot.answerable] = answerable
  if (answerable < settings.nudgeAnswerable) return null
  return findingOf(facts, {
    reason: 'completion',
    strength: answerable >= settings.haltAnswerable ? 'certain' : 'suspect',
    loop: 'answerable',
    counts: { opinions: answerable, turn: step.turn },
    tools: lane.tried,
  })
}
