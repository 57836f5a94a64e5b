import { cell, hasFlag, observationKey, flag, setCell, type CallTable } from '../memory/call-table.ts'
import type { LaneMemory } from '../memory/lane-memory.ts'
import type { ModelStep, ToolStep } from '../words/step.ts'

/** Sizes beyond it are taken as equal. */
const LARGEST = 2 ** 30
/** Estimates that are no further apart may be of one result: tokens, or this share of the larger. */
const NEAR_TOKENS = 8
const NEAR_RATIO = 0.05

/**
 * The size of a result that was not captured, as a row keeps it: 0 when it is not known. Exact sizes are
 * even, estimates odd.
 */
export function sizeKey({ observation, resultSize }: ToolStep): number {
  if (observation.state !== 'unknown' || resultSize === undefined) return 0
  return keyOf(resultSize, false)
}

/**
 * A model call has settled: its prompt grew by the result of the one call since the model call before it,
 * unless content was taken away. An estimate, for results of which nothing else is known.
 */
export function noteGrowth(lane: LaneMemory, { tokensIn, tokensOut }: ModelStep): void {
  const { calls } = lane
  const row = calls.count - 1
  const grown = tokensIn === null || lane.contextTokens < 0 ? -1 : tokensIn - lane.contextTokens
  if (lane.callsInTurn === 1 && row >= 0 && grown >= 0 && cell(calls, row, 'size') === 0) {
    if (cell(calls, row, 'observation') === observationKey.unknown)
      setCell(calls, row, 'size', keyOf(grown, true))
  }
  lane.contextTokens = tokensIn === null || tokensOut === null ? -1 : tokensIn + tokensOut
  lane.callsInTurn = 0
}

/**
 * Rows at the end of `calls`, all of one call, of which nobody knows what came back, and whose sizes do not
 * tell the results apart; of the newest the size may not be known yet. Equal sizes are no equal results:
 * it is the same action, repeated.
 */
export function sameActions(table: CallTable, row: number, calls: readonly number[]): readonly number[] {
  const rows: number[] = []
  let size = 0
  for (const each of calls.toReversed()) {
    if (cell(table, each, 'observation') !== observationKey.unknown) break
    if (cell(table, each, 'epoch') !== cell(table, row, 'epoch')) break
    if (hasFlag(table, each, flag.failed) !== hasFlag(table, row, flag.failed)) break
    const mine = cell(table, each, 'size')
    if (mine === 0 ? each !== row : size !== 0 && !mayBeEqual(mine, size)) break
    size = mine === 0 ? size : mine
    rows.unshift(each)
  }
  return rows
}

function keyOf(size: number, isEstimate: boolean): number {
  return 2 + 2 * Math.min(LARGEST, Math.round(size)) + (isEstimate ? 1 : 0)
}

/** Exact sizes are equal or not; an estimate says nothing about an exact size, which may be of another unit. */
function mayBeEqual(a: number, b: number): boolean {
  if (a % 2 !== b % 2) return false
  if (a % 2 === 0) return a === b
  return Math.abs(a - b) / 2 <= Math.max(NEAR_TOKENS, (NEAR_RATIO * Math.max(a, b)) / 2)
}
