import { cell, flag, hasFlag, observationKey, pauseMs, type CallTable } from '../memory/call-table.ts'
import { growingAfter, sleptMs, weightAfter } from './repeat-weight.ts'

/** Calls that come round with the same observations. */
export interface Cycle {
  /** Calls in one round of the cycle, 2 to 5. */
  readonly period: number
  /** Rounds seen at the end of the lane, a last part of one as a fraction: A B A is 1.5. */
  readonly rounds: number
  /** Those rounds as evidence: one of which a part was a patient wait counts less; with `callsOnly` all count. */
  readonly weight: number
  /** Rows of those rounds, oldest first. */
  readonly rows: readonly number[]
  /** Identity: the set of calls, equal under rotation. */
  readonly loop: string
}

/** What to compare. */
export interface CycleOptions {
  /** Rows of an earlier ordinal are not looked at. */
  readonly patternsFrom: number
  /** Calls are compared without their observations. */
  readonly callsOnly: boolean
}

const LONGEST = 5
/** A pause that has grown so often in a row grows by intent. */
const PLANNED = 2
/** Rows looked back: three rounds of the longest period with a spacer in each. */
const REACH = 18

/**
 * The shortest cycle of period 2 to 5 at the end of the table, over (call, observation).
 * One foreign step in a round (a spacer) is tolerated. With `callsOnly` observations are ignored.
 */
export function cycleAt(table: CallTable, row: number, options: CycleOptions): Cycle | null {
  if (!comesAgain(table, row, options)) return null
  const rows = visibleRows(table, row, options.patternsFrom)
  const exact = cycleIn(table, rows, { ...options, spacers: 0 })
  const loose = cycleIn(table, rows, { ...options, spacers: 1 })
  return (loose?.rounds ?? 0) > (exact?.rounds ?? 0) ? loose : exact
}

interface Matching extends CycleOptions {
  /** Foreign steps allowed in one round. */
  readonly spacers: number
}

function cycleIn(table: CallTable, rows: readonly number[], matching: Matching): Cycle | null {
  for (let period = 2; period <= LONGEST; period++) {
    const cycle = cycleOfPeriod(table, rows, period, matching)
    if (cycle !== null) return cycle
  }
  return null
}

function visibleRows(table: CallTable, row: number, patternsFrom: number): readonly number[] {
  const rows: number[] = []
  for (let i = row; i >= 0 && rows.length < REACH; i--) {
    if (cell(table, i, 'ordinal') < patternsFrom) break
    if (isVisible(table, i)) rows.push(i)
  }
  return rows
}

function isVisible(table: CallTable, row: number): boolean {
  return !hasFlag(table, row, flag.echo | flag.waiting)
}

/** Each round ends with the newest row's like. Nearly always there is none, and nothing else to look for. */
function comesAgain(table: CallTable, row: number, { patternsFrom, callsOnly }: CycleOptions): boolean {
  let newest = row
  while (newest >= 0 && !isVisible(table, newest)) newest--
  let seen = 1
  for (let i = newest - 1; i >= 0 && seen < REACH; i--) {
    if (cell(table, i, 'ordinal') < patternsFrom) return false
    if (!isVisible(table, i)) continue
    if (equalRows(table, i, newest, callsOnly)) return true
    seen++
  }
  return false
}

// `rows` runs backwards from the newest.
function cycleOfPeriod(
  table: CallTable,
  rows: readonly number[],
  period: number,
  matching: Matching,
): Cycle | null {
  const pattern = rows.slice(0, period)
  if (pattern.length < period || !isPattern(table, pattern, matching.callsOnly)) return null
  const found = [...pattern]
  let at = period
  for (;;) {
    const round = matchRound(table, rows.slice(at), pattern, matching)
    found.push(...round.rows)
    at += round.used
    if (round.rows.length < period) break
  }
  if (found.length === period) return null
  const rounds = found.length / period
  const inOrder = found.toReversed()
  const weight = matching.callsOnly ? rounds : weightOf(table, inOrder, period)
  return { period, rounds, weight, rows: inOrder, loop: identity(table, pattern) }
}

/** The first round counts whole. Each later call counts by the longest wait since its like, as a repeat does. */
function weightOf(table: CallTable, inOrder: readonly number[], period: number): number {
  const waits = inOrder.map((row, k) => (k === 0 ? 0 : waitedMs(table, inOrder[k - 1] ?? 0, row)))
  const longest = waits.map((_, k) => Math.max(...waits.slice(Math.max(1, k - period + 1), k + 1), 0))
  const growing: number[] = []
  for (let k = period; k < inOrder.length; k++) {
    growing[k] = growingAfter(growing[k - period] ?? 0, longest[k - period] ?? 0, longest[k] ?? 0)
  }
  let weight = period
  for (let k = period; k < inOrder.length; k++) {
    // Pauses that turn out to grow and grow again were a plan from the first of them.
    const planned = Math.max(growing[k + period] ?? 0, growing[k + 2 * period] ?? 0) >= PLANNED
    weight += weightAfter(longest[k] ?? 0, planned ? PLANNED : (growing[k] ?? 0))
  }
  return weight / period
}

/** From one call of the cycle to the next, less what foreign steps took; calls that only wait are waiting. */
function waitedMs(table: CallTable, earlier: number, later: number): number {
  let before = later - 1
  while (before > earlier && hasFlag(table, before, flag.waiting)) before--
  return Math.max(pauseMs(table, before, later), sleptMs(table, later))
}

/** Distinct calls whose observations are all known; a run of one call is repetition, not oscillation. */
function isPattern(table: CallTable, pattern: readonly number[], callsOnly: boolean): boolean {
  const keys = new Set<number>()
  for (const row of pattern) {
    if (cell(table, row, 'gist') === 0) return false
    if (!callsOnly && cell(table, row, 'observation') === observationKey.unknown) return false
    keys.add(cell(table, row, 'gist'))
  }
  return keys.size >= 2
}

/** As much of one more round as is there: all of the pattern, or its newest part. */
function matchRound(
  table: CallTable,
  rows: readonly number[],
  pattern: readonly number[],
  { callsOnly, spacers }: Matching,
): { readonly rows: readonly number[]; readonly used: number } {
  const matched: number[] = []
  let used = 0
  let left = spacers
  for (const like of pattern) {
    let row = rows[used]
    if (row !== undefined && !equalRows(table, row, like, callsOnly) && left > 0) {
      left--
      row = rows[++used]
    }
    if (row === undefined || !equalRows(table, row, like, callsOnly)) break
    matched.push(row)
    used++
  }
  return { rows: matched, used }
}

function equalRows(table: CallTable, a: number, b: number, callsOnly: boolean): boolean {
  if (cell(table, a, 'gist') !== cell(table, b, 'gist')) return false
  return callsOnly || cell(table, a, 'observation') === cell(table, b, 'observation')
}

function identity(table: CallTable, pattern: readonly number[]): string {
  const calls = [...new Set(pattern.map((row) => cell(table, row, 'gist')))].sort((a, b) => a - b)
  return `cycle:${calls.map((call) => call.toString(16)).join('.')}`
}
