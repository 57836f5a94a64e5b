import type { ToolFacts } from '../facts/facts.ts'
import { isReceipt } from '../facts/receipt.ts'
import { cell } from '../memory/call-table.ts'
import type { Consideration } from '../words/thought.ts'
import { findingOf } from './finding.ts'
import { METER_SIZE, levelOf, lineOf, raise, softenMeter, type MeterSettings } from './meter.ts'
import { NEVER, type Rule, type Settings } from './rule.ts'
import { silencesOf } from './silences.ts'

type Name = 'sameInARow' | 'refusedNudgeAt' | keyof MeterSettings

const weight = { integer: false, min: 0, max: 10 } as const

/**
 * What came back is what was known. Evidence is accumulated in a leaky meter rather than read off a
 * clean suffix: an exact repeat weighs most, an error met before and an empty answer less, a known
 * answer to a new question least; progress drains it by the share of new lines. Under `strict` the
 * second identical observation in a row suffices (*The loop and its limits*).
 */
export const noProgress: Rule<Name> = {
  reason: 'no_progress',
  about: 'Observations bring nothing new, whatever the calls were.',
  restsOn: 'order',
  sliceSize: METER_SIZE,
  response: { strict: 'halt', balanced: 'nudge_then_halt', assertive: 'nudge_then_halt' },
  settings: {
    sameInARow: {
      strict: 2,
      balanced: 1000,
      assertive: 1000,
      integer: true,
      min: 2,
      max: 1000,
      about: 'Identical observations in a row that end the run at once. 1000 is never.',
    },
    refusedNudgeAt: {
      strict: 2,
      balanced: 2,
      assertive: 2,
      integer: true,
      min: 2,
      max: 1000,
      about:
        'Different changes in a row, answered in the same words of some length, at which the agent is told.',
    },
    line: {
      strict: 3,
      balanced: 5,
      assertive: 3,
      integer: false,
      min: 0.5,
      max: 100,
      about: 'Level of the meter at which a run may be halted.',
    },
    linePerProgress: {
      strict: 0,
      balanced: 0.13,
      assertive: 0,
      integer: false,
      min: 0,
      max: 10,
      about: 'How much the line rises with each call that was progress, up to 20 of them.',
    },
    nudgeRatio: {
      strict: 0.6,
      balanced: 0.6,
      assertive: 0.9,
      integer: false,
      min: 0.05,
      max: 1,
      about: 'Share of the line at which the agent is told.',
    },
    repeatWeight: {
      strict: 1,
      balanced: 1.1,
      assertive: 1.4,
      ...weight,
      about: 'What the same call with the same observation adds.',
    },
    errorWeight: {
      strict: 0.8,
      balanced: 1,
      assertive: 1,
      ...weight,
      about: 'What an error adds that was met in the last ten calls.',
    },
    emptyWeight: {
      strict: 0.8,
      balanced: 1,
      assertive: 0.9,
      ...weight,
      about: 'What an empty answer adds.',
    },
    sweepWeight: {
      strict: 0.8,
      balanced: 0.1,
      assertive: 0.1,
      ...weight,
      about:
        'What an empty answer, or that of the place before, adds at the next place of a sweep (page after page, host after host); so does a command that is as silent as before a change.',
    },
    knownWeight: {
      strict: 0.7,
      balanced: 1.1,
      assertive: 0.8,
      ...weight,
      about: 'What a known answer of some length adds, given to a new question.',
    },
    receiptWeight: {
      strict: 0.5,
      balanced: 0.4,
      assertive: 0.3,
      ...weight,
      about: 'What a known answer of a few words ("available", "ok") adds, given to a new question.',
    },
    newErrorWeight: {
      strict: 0.3,
      balanced: 0.4,
      assertive: 0.7,
      ...weight,
      about: 'What an error adds that is new.',
    },
    drain: {
      strict: 1,
      balanced: 1,
      assertive: 1,
      ...weight,
      about: 'What progress takes away when every line is new.',
    },
    mutationDrain: {
      strict: 0.5,
      balanced: 0,
      assertive: 0.1,
      ...weight,
      about: 'What a change takes away that was not made before (an edit, a click, an effect).',
    },
    reworkWeight: {
      strict: 0,
      balanced: 0.8,
      assertive: 0.3,
      ...weight,
      about: 'What a new change adds of which the echo shows only lines seen before: the same place again.',
    },
  },
  judge: (facts, settings, slice) => {
    if (facts.kind === 'other') softenMeter(facts.step, slice)
    if (facts.kind !== 'tool') return null
    const line = lineOf(facts, settings)
    const level = raise(facts, settings, slice)
    if (facts.progress || facts.handedOn || facts.echo) return null
    const streak = facts.repeats.sameAnswer
    const identical = !facts.fresh && streak.length >= settings.sameInARow
    const refused = refusedChanges(facts) >= settings.refusedNudgeAt
    const stands = !facts.fresh && level >= line * settings.nudgeRatio
    if (!stands && !identical && !refused) return null
    return findingOf(facts, {
      reason: 'no_progress',
      strength: identical || (stands && level >= line) ? 'certain' : 'suspect',
      loop: 'stale',
      rows: streak.length > 1 ? streak : facts.repeats.same,
      counts: {
        calls_without_progress: Math.floor(facts.lane.stale),
        level: round(level),
        line: round(line),
      },
      tools: facts.lane.tried,
    })
  },
  consider: (facts, settings, slice) => {
    if (facts.kind !== 'tool') return null
    const refused = refusedChanges(facts)
    if (refused > 1) return considerRefused(facts, refused, settings)
    const line = lineOf(facts, settings)
    const { length } = facts.repeats.sameAnswer
    const { sameInARow } = settings
    return {
      gauges: [
        { measure: 'meter', value: levelOf(slice), nudgeAt: line * settings.nudgeRatio, haltAt: line },
        ...(sameInARow < NEVER
          ? [{ measure: 'identical_in_a_row' as const, value: length, nudgeAt: null, haltAt: sameInARow }]
          : []),
      ],
      heldBack: [...silencesOf(facts), ...(line > settings.line ? ['earlier_progress' as const] : [])],
    }
  },
}

/** The meter does not speak at a change; that the last one was answered in the same words does. */
function considerRefused(
  { echo }: ToolFacts,
  refused: number,
  { refusedNudgeAt }: Settings<Name>,
): Consideration {
  return {
    gauges: [{ measure: 'refused_changes', value: refused, nudgeAt: refusedNudgeAt, haltAt: null }],
    heldBack: echo ? ['same_round'] : [],
  }
}

/**
 * Changes of one thing at the end, none made before, each answered in the same words: they were not taken. Of one thing after
 * another each may well be told done alike.
 */
function refusedChanges({ fresh, progress, known, step, repeats, lane, row }: ToolFacts): number {
  if (!fresh || progress || !known || isReceipt(step)) return 0
  const resource = cell(lane.calls, row, 'resource')
  return repeats.sameAnswer.filter((each) => cell(lane.calls, each, 'resource') === resource).length
}

function round(value: number): number {
  return Math.round(value * 100) / 100
}
