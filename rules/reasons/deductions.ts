import type { ToolFacts } from '../facts/facts.ts'
import { cell, flag, hasFlag, observationKey, type CallTable } from '../memory/call-table.ts'
import type { Hold } from '../words/thought.ts'

/** Why a call counts as fewer repetitions than the lane has seen of it. Reads the table afresh: for who asks only. */
export function deductionsOf({ lane, row, repeats }: ToolFacts): readonly Hold[] {
  const { calls } = lane
  if (cell(calls, row, 'gist') === 0) return []
  const earlier = repeats.calls.filter((each) => each !== row)
  const isKnown = cell(calls, row, 'observation') !== observationKey.unknown
  const held: Hold[] = []
  if (earlier.length > 0 && !isKnown) held.push('not_captured')
  if (earlier.some((each) => isEqual(calls, each, row) && isOfOtherEpoch(calls, each, row)))
    held.push('new_epoch')
  else if (isKnown && repeats.answersVary) held.push('new_answer')
  if (repeats.weight < repeats.same.length) held.push(lighterFor(calls, repeats.same))
  if (isSpokenSince(calls, row, lane.patternsFrom)) held.push('user_spoke')
  return held
}

function isEqual(calls: CallTable, a: number, b: number): boolean {
  const observation = cell(calls, a, 'observation')
  return observation !== observationKey.unknown && observation === cell(calls, b, 'observation')
}

function isOfOtherEpoch(calls: CallTable, a: number, b: number): boolean {
  return cell(calls, a, 'epoch') !== cell(calls, b, 'epoch')
}

function lighterFor(calls: CallTable, same: readonly number[]): Hold {
  const isRetried = same.slice(1).some((row) => hasFlag(calls, row, flag.transient))
  return isRetried ? 'free_retry' : 'patience'
}

/** The same call with the same answer stands before the place from which patterns count. */
function isSpokenSince(calls: CallTable, row: number, patternsFrom: number): boolean {
  for (let each = 0; each < row && cell(calls, each, 'ordinal') < patternsFrom; each++) {
    if (cell(calls, each, 'gist') === cell(calls, row, 'gist') && isEqual(calls, each, row)) return true
  }
  return false
}
