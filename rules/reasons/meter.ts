import type { ToolFacts } from '../facts/facts.ts'
import { isReceipt } from '../facts/receipt.ts'
import { cell } from '../memory/call-table.ts'
import type { Step } from '../words/step.ts'
import type { Settings } from './rule.ts'

/** Settings of the leaky meter of `no_progress`. */
export type MeterSettings = Settings<
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
>

/** Numbers kept for a lane: the level, the newest round, and what that round has added so far. */
export const METER_SIZE = 3
const LEVEL = 0
const ROUND = 1

/** How far receipts alone may raise the meter, as a share of the level that earns a nudge. */
const RECEIPT_SHARE = 0.75
/** The line does not rise for ever. */
const MOST_PROGRESS = 20
/** What a user's word leaves of the level, as a share. */
const SOFTENED = 0.7

/** The level at which a run may be halted: it rises with what was achieved. */
export function lineOf({ lane }: ToolFacts, settings: MeterSettings): number {
  return settings.line + settings.linePerProgress * Math.min(MOST_PROGRESS, lane.progressCount)
}

/** Level of the meter. */
export function levelOf(slice: Float64Array): number {
  return slice[LEVEL] ?? 0
}

/** A user's word softens what has accumulated; what the agent calls progress wipes it. */
export function softenMeter({ kind }: Pick<Step, 'kind'>, slice: Float64Array): void {
  if (kind === 'user') slice[LEVEL] = levelOf(slice) * SOFTENED
  if (kind === 'progress') slice[LEVEL] = 0
}

/** Moves the meter, and returns its level. Of the parallel calls of one round the strongest counts; receipts alone earn no nudge. */
export function raise(facts: ToolFacts, settings: MeterSettings, slice: Float64Array): number {
  const nudgeLevel = lineOf(facts, settings) * settings.nudgeRatio
  const level = levelOf(slice)
  const [round = 0, counted = 0] = slice.subarray(ROUND)
  const mine = cell(facts.lane.calls, facts.row, 'round')
  const weight = weightOf(facts, settings)
  const before = round === mine ? counted : 0
  const room = isBareReceipt(facts) ? Math.max(0, nudgeLevel * RECEIPT_SHARE - level) : Infinity
  const more = weight <= 0 ? weight : Math.min(room, Math.max(0, weight - before))
  slice.set([Math.max(0, level + more), mine, before + Math.max(0, more)])
  return levelOf(slice)
}

/** A known answer to a question not asked before: one of a few words, or one that each place of a sweep gives. */
function isBareReceipt({ step, failed, known, quiet, repeats }: ToolFacts): boolean {
  return !failed && repeats.same.length < 2 && (isReceipt(step) || (quiet && known))
}

function weightOf(facts: ToolFacts, settings: MeterSettings): number {
  if (facts.echo || facts.waiting || facts.handedOn || facts.equalBut > 1) return 0
  const news = facts.progress ? settings.drain * (facts.noveltyRatio ?? 0) : 0
  if (facts.fresh && !facts.progress && facts.known && !isReceipt(facts.step)) return settings.reworkWeight
  if (facts.fresh) return -Math.max(settings.mutationDrain, news)
  if (facts.progress || facts.moving) return -news
  return staleWeight(facts, settings)
}

/** What a call adds that brought neither something new nor a change. */
function staleWeight(facts: ToolFacts, settings: MeterSettings): number {
  if (facts.repeats.same.length > 1) return repeatedWeight(facts, settings)
  if (facts.failed) return isMetAgain(facts) ? settings.errorWeight : settings.newErrorWeight
  if (facts.quiet) return settings.sweepWeight
  if (facts.empty) return settings.emptyWeight
  if (!facts.known) return 0
  return isReceipt(facts.step) ? settings.receiptWeight : settings.knownWeight
}

/** Of a look of a few words amid work that brings something new, no more than of any such answer. */
function repeatedWeight({ repeats, failed, empty, step }: ToolFacts, settings: MeterSettings): number {
  const isLook = repeats.amidWork && !failed && (empty || isReceipt(step))
  return (isLook ? settings.receiptWeight : settings.repeatWeight) * repeats.newestWeight
}

/** An error that moved on after a change (another file, another line) is debugging, not standing still. */
function isMetAgain({ repeats, lane, noveltyRatio }: ToolFacts): boolean {
  const [before, now] = repeats.sameError.slice(-2)
  if (before === undefined || now === undefined) return false
  const changed = cell(lane.calls, before, 'epoch') !== cell(lane.calls, now, 'epoch')
  return !(changed && (noveltyRatio ?? 0) > 0)
}
