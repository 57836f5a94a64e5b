import { cell, flag, hasBefore, hasFlag, observationKey } from '../memory/call-table.ts'
import type { ToolFacts } from './facts.ts'
import type { ToolStep } from '../words/step.ts'
import { lineOf } from '../words/leaf-number.ts'
import { isReceipt } from './receipt.ts'
import type { Sweep } from './sweep.ts'

/** What an empty answer adds to the stretch without progress where it is hardly evidence. */
const QUIET_WEIGHT = 0.1

/** A call that stands in the table of its lane, before it is weighed. */
type Recorded = Omit<ToolFacts, 'kind' | 'policy' | 'totals' | 'limits' | 'cycle' | keyof Evidence> & {
  readonly handoff: boolean
  /** The answer has lost lines since the call was made before, and gained none. */
  readonly shrunk: boolean
} & Sweep

type Evidence = Pick<ToolFacts, 'moving' | 'quiet' | 'handedOn'>

/** How far a call is evidence of standing still, and what it adds to the stretch without progress, 0 to 1. */
export function weighed(call: Recorded): Evidence & { readonly weight: number } {
  const evidence = {
    moving: isMoving(call),
    quiet: !call.failed && (isLikeAnotherPlace(call) || isSilentAgain(call)),
    handedOn: call.handoff && !call.failed && call.repeats.same.length < 2,
  }
  return { ...evidence, weight: isNeutral(call, evidence) ? 0 : staleWeight(call, evidence) }
}

function isMoving(call: Recorded): boolean {
  return call.shrunk || isAskedAgain(call) || isOneMore(call) || hasMoved(call)
}

/** The call was made before, and if it failed, something was changed since; this answer has a line that is new. */
function hasMoved({ lane: { calls }, row, repeats, equalBut, noveltyRatio }: Recorded): boolean {
  const before = repeats.calls.at(-2)
  if (before === undefined || repeats.same.length > 1 || equalBut > 1 || (noveltyRatio ?? 0) === 0)
    return false
  return !hasFlag(calls, row, flag.failed) || cell(calls, before, 'epoch') !== cell(calls, row, 'epoch')
}

/** The first call of its kind after a person's word, made before it as well: it answers the person, whatever it brings. */
function isAskedAgain({ lane: { calls, patternsFrom }, row, repeats, failed }: Recorded): boolean {
  if (failed || repeats.calls.length !== 1) return false
  const gist = cell(calls, row, 'gist')
  for (let i = row - 1; i >= 0; i--)
    if (cell(calls, i, 'ordinal') < patternsFrom && cell(calls, i, 'gist') === gist && gist !== 0) return true
  return false
}

/**
 * One more of many, at a place not looked at before: most of what it gives others gave as well, and some is its own. Of a
 * record that is the whole: which of the few values of each field come together.
 */
function isOneMore(call: Recorded): boolean {
  const { failed, repeats, noveltyRatio, isNext, isItem, step } = call
  if (failed || repeats.calls.length !== 1) return false
  if (!isNext && !(isItem && (step.call.resource === null || isNewPlace(call)))) return false
  // A page names itself: one new line is the number that was asked for.
  if (call.isPage) return newLines(call) > 1
  return (noveltyRatio ?? 0) > 0 || (isRecord(step) && !wasGiven(call))
}

function newLines({ noveltyRatio, step: { observation } }: Recorded): number {
  return observation.state === 'known' ? Math.round((noveltyRatio ?? 0) * observation.lines.length) : 0
}

/** The answer is JSON with fields, no text. */
function isRecord({ observation }: ToolStep): boolean {
  if (observation.state !== 'known') return false
  const [path] = observation.leaves
  return path !== undefined && lineOf(path) === null
}

/**
 * At a place of a sweep not looked at before there is nothing, or word for word what another place gave: of a fleet one
 * host is as well as another, and tickets fall into few classes. Known lines in another order are not that: so looks a
 * file that is read again, some lines further on.
 */
function isLikeAnotherPlace(call: Recorded): boolean {
  if (call.repeats.calls.length !== 1 || isPastTheEnd(call)) return false
  if (call.empty) return call.isNext || isNewPlace(call)
  const isAlike = call.known && !call.progress && wasGiven(call)
  return isAlike && (call.isNext || (call.isItem && call.step.call.resource === null))
}

/** No listing gives the same page twice, and after an empty page there is none. */
function isPastTheEnd({ isPage, repeats }: Recorded): boolean {
  return isPage && repeats.sameAnswer.length > 1
}

/** It names a file, a page, a record that no call named before: some hold nothing. */
function isNewPlace({ lane: { calls }, row }: Recorded): boolean {
  const resource = cell(calls, row, 'resource')
  return resource !== 0 && !hasBefore(calls, row, 'resource', resource)
}

function wasGiven({ lane: { calls }, row }: Recorded): boolean {
  return hasBefore(calls, row, 'observation', cell(calls, row, 'observation'))
}

/** As silent as when it was made before, and something was changed since: a compiler that finds nothing says nothing. */
function isSilentAgain({ lane: { calls }, row, repeats, empty }: Recorded): boolean {
  const before = repeats.calls.at(-2)
  if (!empty || before === undefined || cell(calls, before, 'observation') !== observationKey.empty)
    return false
  return cell(calls, before, 'epoch') !== cell(calls, row, 'epoch')
}

function isNeutral(call: Recorded, { moving, handedOn }: Evidence): boolean {
  const { waiting, echo, fresh, equalBut } = call
  return waiting || echo || fresh || moving || handedOn || equalBut > 1
}

function staleWeight({ step, repeats, failed, empty }: Recorded, { quiet }: Evidence): number {
  if (repeats.same.length > 1) return Math.min(1, repeats.newestWeight)
  if (quiet) return empty ? QUIET_WEIGHT : 0
  // The same few words to a new question ("ok", "done", "0") are the way of many tools.
  return !failed && isReceipt(step) ? 0 : 1
}
