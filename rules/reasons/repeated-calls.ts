import type { ToolFacts } from '../facts/facts.ts'
import { weigh } from '../facts/repeat-weight.ts'
import { cell, flag, hasFlag, observationKey } from '../memory/call-table.ts'
import type { Finding } from '../words/decision.ts'
import type { ErrorClass } from '../words/features.ts'
import type { Consideration, Hold, Measure } from '../words/thought.ts'
import { deductionsOf } from './deductions.ts'
import { callLoop, findingOf } from './finding.ts'
import { NEVER, type Settings } from './rule.ts'

/** Thresholds of `repetition` for calls. */
export type CallThresholds = Settings<
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
>

/** Says that a call is made again and again. */
export function judgeCall(facts: ToolFacts, settings: CallThresholds): Finding | null {
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
function isCycle({ cycle, repeats, effect }: ToolFacts, settings: CallThresholds): boolean {
  return (cycle?.weight ?? 0) >= 2 && repeats.unbroken < settings.nudgeAt && !effect
}

interface Sign {
  readonly measure: Measure
  readonly count: number
  readonly rows: readonly number[]
  readonly nudgeAt: number
  readonly haltAt: number | null
}

function signsOf(facts: ToolFacts, settings: CallThresholds): readonly Sign[] {
  const { repeats } = facts
  const touchy = facts.effect || (facts.failed && facts.step.readOnly === false)
  const alike = repeats.calls.slice(-Math.max(1, facts.equalBut))
  return [
    {
      measure: 'identical_results',
      count: repeats.weight,
      rows: repeats.same,
      nudgeAt: settings.nudgeAt,
      haltAt: isLookAmidWork(facts) ? null : settings.haltAt,
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

/** The same comes back (where am I, a heartbeat) while other calls bring something new each time: worth a word, no stop. */
function isLookAmidWork({ repeats, failed }: ToolFacts): boolean {
  return repeats.amidWork && !failed
}

/** A failure of which one more try may well be the end. */
function isPassing({ step }: ToolFacts): boolean {
  return passing.has(step.error?.class ?? 'other')
}

const passing: ReadonlySet<ErrorClass> = new Set(['transient', 'connection', 'quota'])

/** What {@link judgeCall} saw, and how far it is from its thresholds. */
export function considerCall(facts: ToolFacts, settings: CallThresholds): Consideration {
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
