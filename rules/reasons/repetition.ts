import type { ModelFacts, ToolFacts } from '../facts/facts.ts'
import { weigh } from '../facts/repeats.ts'
import { cell, flag, hasFlag, observationKey } from '../memory/call-table.ts'
import type { Finding } from '../words/decision.ts'
import type { ErrorClass } from '../words/features.ts'
import type { Consideration, Hold, Measure } from '../words/thought.ts'
import { deductionsOf } from './deductions.ts'
import { callLoop, findingOf } from './finding.ts'
import { NEVER, type Rule, type Settings } from './rule.ts'

type Name =
  | 'nudgeAt'
  | 'haltAt'
  | 'volatileNudgeAt'
  | 'failedNudgeAt'
  | 'callsNudgeAt'
  | 'callsHaltAt'
  | 'effectNudgeAt'
  | 'effectHaltAt'
  | 'unbrokenNudgeAt'
  | 'unbrokenHaltAt'
  | 'messagesNudgeAt'
  | 'messagesHaltAt'
  | 'chantAt'

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

function judgeCall(facts: ToolFacts, settings: Settings<Name>): Finding | null {
  if (facts.echo || facts.waiting) return null
  if (isCycle(facts, settings)) return null
  const signs = signsOf(facts, settings)
  const sign =
    signs.find(({ count, haltAt }) => haltAt !== null && count >= haltAt) ??
    signs.find((each) => each.count >= each.nudgeAt)
  if (sign === undefined) return null
  return findingOf(facts, {
    reason: 'repetition',
    strength: sign.haltAt !== null && sign.count >= sign.haltAt ? 'certain' : 'suspect',
    loop: callLoop(facts.lane, facts.row),
    rows: sign.rows,
    counts: { repeats: sign.rows.length, of: facts.lane.toolCount, ...meaningOf(sign, facts) },
    tools: [facts.step.tool],
  })
}

/** What else can be said of the calls: that they failed, were made for their effect, or were not answered alike. */
function meaningOf({ measure, rows }: Sign, { lane, effect }: ToolFacts): Readonly<Record<string, number>> {
  const failed = rows.filter((row) => hasFlag(lane.calls, row, flag.failed)).length
  const answers = new Set(rows.map((row) => cell(lane.calls, row, 'observation')))
  answers.delete(observationKey.unknown)
  return {
    ...(failed > 0 ? { failed } : {}),
    ...(effect && rows.length - failed > 1 ? { effects: rows.length - failed } : {}),
    ...(answers.size > 1 ? { answers: answers.size } : {}),
    ...(measure === 'equal_but_volatile' ? { volatile: rows.length } : {}),
  }
}

/** Calls that come round in turn are one loop, and it is told as such: see `oscillation`. */
function isCycle({ cycle, repeats, effect }: ToolFacts, settings: Settings<Name>): boolean {
  return (cycle?.weight ?? 0) >= 2 && repeats.unbroken < settings.nudgeAt && !effect
}

interface Sign {
  readonly measure: Measure
  readonly count: number
  readonly rows: readonly number[]
  readonly nudgeAt: number
  readonly haltAt: number | null
}

function signsOf(facts: ToolFacts, settings: Settings<Name>): readonly Sign[] {
  const { repeats } = facts
  const touchy = facts.effect || (facts.failed && facts.step.readOnly === false)
  const alike = repeats.calls.slice(-Math.max(1, facts.equalBut))
  return [
    {
      measure: 'identical_results',
      count: repeats.weight,
      rows: repeats.same,
      nudgeAt: settings.nudgeAt,
      haltAt: settings.haltAt,
    },
    {
      measure: 'failures_in_a_row',
      count: isPassing(facts) ? 0 : repeats.failedInRow,
      rows: repeats.calls.slice(-Math.max(1, repeats.failedInRow)),
      nudgeAt: settings.failedNudgeAt,
      haltAt: null,
    },
    {
      measure: 'equal_calls',
      count: repeats.calls.length,
      rows: repeats.calls,
      nudgeAt: settings.callsNudgeAt,
      haltAt: settings.callsHaltAt,
    },
    {
      measure: 'equal_but_volatile',
      count: facts.equalBut > 1 ? weigh(facts.lane.calls, alike).weight : 0,
      rows: alike,
      nudgeAt: settings.volatileNudgeAt,
      // What the fields mean is a guess: enough to ask, not to stop.
      haltAt: null,
    },
    {
      // Nobody knows what came back, only that its size was the same: a suspicion, never more.
      measure: 'equal_actions',
      count: repeats.actionWeight,
      rows: repeats.sameAction,
      nudgeAt: settings.haltAt,
      haltAt: null,
    },
    {
      measure: 'calls_in_a_row',
      count: repeats.unbroken,
      rows: repeats.calls.slice(-repeats.unbroken),
      nudgeAt: settings.unbrokenNudgeAt,
      haltAt: settings.unbrokenHaltAt,
    },
    {
      measure: 'equal_effects',
      count: touchy ? repeats.calls.length : 0,
      rows: repeats.calls,
      nudgeAt: settings.effectNudgeAt,
      haltAt: settings.effectHaltAt,
    },
  ]
}

/** A failure of which one more try may well be the end. */
function isPassing({ step }: ToolFacts): boolean {
  return passing.has(step.error?.class ?? 'other')
}

const passing: ReadonlySet<ErrorClass> = new Set(['transient', 'connection', 'quota'])

function considerCall(facts: ToolFacts, settings: Settings<Name>): Consideration {
  const silences: readonly Hold[] = [
    ...(facts.echo ? ['same_round' as const] : []),
    ...(facts.waiting && facts.repeats.calls.length > 1 ? ['waiting' as const] : []),
    ...(isCycle(facts, settings) ? ['told_as_cycle' as const] : []),
  ]
  const heldBack = [...silences, ...deductionsOf(facts)]
  return {
    gauges: signsOf(facts, settings)
      .filter(({ nudgeAt }) => nudgeAt < NEVER)
      .map(({ measure, count, nudgeAt, haltAt }) => ({ measure, value: count, nudgeAt, haltAt })),
    heldBack,
    telling: heldBack.length > 0,
  }
}

function considerMessage({ step, lane }: ModelFacts, settings: Settings<Name>): Consideration {
  const { chantAt, messagesNudgeAt, messagesHaltAt } = settings
  const value = lane.equalMessages
  return {
    gauges: [
      { measure: 'equal_messages', value, nudgeAt: messagesNudgeAt, haltAt: messagesHaltAt },
      // A chant alone is never more than a suspicion.
      { measure: 'chanted_phrases', value: step.text?.chantCount ?? 0, nudgeAt: chantAt, haltAt: null },
    ],
    heldBack: [],
  }
}

function judgeMessage(facts: ModelFacts, settings: Settings<Name>): Finding | null {
  const chants = facts.step.text?.chantCount ?? 0
  const { equalMessages } = facts.lane
  if (chants < settings.chantAt && equalMessages < settings.messagesNudgeAt) return null
  return findingOf(facts, {
    reason: 'repetition',
    strength: equalMessages >= settings.messagesHaltAt ? 'certain' : 'suspect',
    loop: `message:${facts.lane.lastMessage.toString(16)}`,
    counts: { messages: equalMessages, phrases: chants },
  })
}
