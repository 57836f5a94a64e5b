import type { ToolFacts } from '../facts/facts.ts'
import { cell } from '../memory/call-table.ts'
import { isReceipt } from '../facts/receipt.ts'
import type { Consideration } from '../words/thought.ts'
import { findingOf } from './finding.ts'
import { NEVER, type Rule, type Settings } from './rule.ts'
import { silencesOf } from './silences.ts'

type Name =
  | 'sameInARow'
  | 'refusedNudgeAt'
  | 'line'
  | 'linePerProgress'
  | 'nudgeRatio'
  | 'repeatWeight'
  | 'errorWeight'
  | 'emptyWeight'
  | 'sweepWeight'
  | 'knownWeight'
  | 'receiptWeight'
  | 'newErrorWeight'
  | 'drain'
  | 'mutationDrain'
  | 'reworkWeight'

const weight = { integer: false, min: 0, max: 10 } as const
/** How far receipts alone may raise the meter, as a share of the level that earns a nudge. */
const RECEIPT_SHARE = 0.75
/** The line does not rise for ever. */
const MOST_PROGRESS = 20

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
  sliceSize: 3,
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
      balanced: 0.14,
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
      about: 'What an empty answer adds at the next place of a sweep (page after page, date after date).',
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
    if (facts.kind === 'other' && facts.step.kind === 'user') slice[0] = (slice[0] ?? 0) * 0.7
    if (facts.kind === 'other' && facts.step.kind === 'progress') slice[0] = 0
    if (facts.kind !== 'tool') return null
    const line = lineOf(facts, settings)
    const level = raise(facts, settings, slice, line * settings.nudgeRatio)
    if (facts.progress || facts.echo) return null
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
        { measure: 'meter', value: slice[0] ?? 0, nudgeAt: line * settings.nudgeRatio, haltAt: line },
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

/** Changes at the end, none made before, each answered in the same words: they were not taken. */
function refusedChanges({ fresh, progress, known, step, repeats }: ToolFacts): number {
  return fresh && !progress && known && !isReceipt(step) ? repeats.sameAnswer.length : 0
}

function lineOf({ lane }: ToolFacts, settings: Settings<Name>): number {
  return settings.line + settings.linePerProgress * Math.min(MOST_PROGRESS, lane.progressCount)
}

/** Moves the meter. Of the parallel calls of one round the strongest counts; receipts alone earn no nudge. */
function raise(facts: ToolFacts, settings: Settings<Name>, slice: Float64Array, nudgeLevel: number): number {
  const [level = 0, round = 0, counted = 0] = slice
  const mine = cell(facts.lane.calls, facts.row, 'round')
  const weight = weightOf(facts, settings)
  const before = round === mine ? counted : 0
  const room = isBareReceipt(facts) ? Math.max(0, nudgeLevel * RECEIPT_SHARE - level) : Infinity
  const more = weight <= 0 ? weight : Math.min(room, Math.max(0, weight - before))
  slice.set([Math.max(0, level + more), mine, before + Math.max(0, more)])
  return slice[0] ?? 0
}

/** A known answer of a few words to a question not asked before. */
function isBareReceipt({ step, failed, repeats }: ToolFacts): boolean {
  return !failed && repeats.same.length < 2 && isReceipt(step)
}

function weightOf(facts: ToolFacts, settings: Settings<Name>): number {
  if (facts.echo || facts.waiting || facts.equalBut > 1) return 0
  const news = facts.progress ? settings.drain * (facts.noveltyRatio ?? 0) : 0
  if (facts.fresh && !facts.progress && facts.known && !isReceipt(facts.step)) return settings.reworkWeight
  if (facts.fresh) return -Math.max(settings.mutationDrain, news)
  if (facts.progress || facts.moving) return -news
  if (facts.repeats.same.length > 1) return settings.repeatWeight * facts.repeats.newestWeight
  if (facts.failed) return isMetAgain(facts) ? settings.errorWeight : settings.newErrorWeight
  if (facts.empty) return facts.sweep ? settings.sweepWeight : settings.emptyWeight
  if (!facts.known) return 0
  return isReceipt(facts.step) ? settings.receiptWeight : settings.knownWeight
}

/** An error that moved on after a change (another file, another line) is debugging, not standing still. */
function isMetAgain({ repeats, lane, noveltyRatio }: ToolFacts): boolean {
  const [before, now] = repeats.sameError.slice(-2)
  if (before === undefined || now === undefined) return false
  const changed = cell(lane.calls, before, 'epoch') !== cell(lane.calls, now, 'epoch')
  return !(changed && (noveltyRatio ?? 0) > 0)
}

function round(value: number): number {
  return Math.round(value * 100) / 100
}
