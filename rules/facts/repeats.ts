import { cell, flag, pauseMs, hasFlag, observationKey, type CallTable } from '../memory/call-table.ts'
import { PATIENT_MS, weigh, type RepeatWeight } from './repeat-weight.ts'
import { sameActions } from './result-size.ts'

/**
 * How a call relates to earlier ones of its lane, in the rows that the pattern rules may see. `weight` and
 * `newestWeight` are those of `same`.
 */
export interface Repeats extends RepeatWeight {
  /** Rows with the same call and the same known observation since the last fresh mutation, oldest first, this one included. */
  readonly same: readonly number[]
  /** Something new came from other calls before each of `same` but the first. */
  readonly amidWork: boolean
  /** Rows at the end with the same call of which nobody knows what came back, this one included: see `sameActions`. */
  readonly sameAction: readonly number[]
  /** Weight of `sameAction`. */
  readonly actionWeight: number
  /** Rows with the same call whatever came back, oldest first, this one included. Mutations do not part them. */
  readonly calls: readonly number[]
  /** How many of `calls` stand at the end without another call between. */
  readonly unbroken: number
  /** How many of these, up to the newest, failed at short intervals, whatever the message said. */
  readonly failedInRow: number
  /** The same call was answered in more than one way. */
  readonly answersVary: boolean
  /** Rows at the end that have this observation (known or empty), whatever the call, oldest first, one for each round. */
  readonly sameAnswer: readonly number[]
  /** Rows among the newest ten that failed with this error signature, this one included, one for each round. */
  readonly sameError: readonly number[]
}

const ERROR_WINDOW = 10

/** How the call of `row`, the newest, relates to those of ordinal `patternsFrom` and later. */
export function repeatsOf(table: CallTable, row: number, patternsFrom: number): Repeats {
  const gist = cell(table, row, 'gist')
  const observation = cell(table, row, 'observation')
  const from = firstVisible(table, patternsFrom)
  const calls: number[] = []
  for (let i = from; i <= row; i++) {
    if (cell(table, i, 'gist') === gist && gist !== 0 && !echoOf(table, i)) calls.push(i)
  }
  const answersVary = calls.some((i) => !sameAnswerAs(table, i, observation))
  const same = sameRows(table, row, calls, answersVary)
  const unbroken = countUnbroken(table, row, from)
  const sameAction = observation === observationKey.unknown ? sameActions(table, row, calls) : []
  return {
    same,
    amidWork:
      same.length > 1 && same.every((each, k) => k === 0 || hasNewsBetween(table, same[k - 1] ?? 0, each)),
    ...weigh(table, same),
    sameAction,
    actionWeight: weigh(table, sameAction).weight,
    calls,
    unbroken,
    failedInRow: countFailures(table, row, unbroken),
    answersVary,
    sameAnswer: answersAtEnd(table, row, from),
    sameError: errorsNear(table, row, from),
  }
}

function firstVisible(table: CallTable, patternsFrom: number): number {
  let row = 0
  while (row < table.count && cell(table, row, 'ordinal') < patternsFrom) row++
  return row
}

/** In the newest epoch; of a call whose answers vary (a poll that moves) only the streak at the end. */
function sameRows(
  table: CallTable,
  row: number,
  calls: readonly number[],
  answersVary: boolean,
): readonly number[] {
  const observation = cell(table, row, 'observation')
  const epoch = cell(table, row, 'epoch')
  const streak = answersVary
    ? calls.slice(calls.findLastIndex((i) => !sameAnswerAs(table, i, observation)) + 1)
    : calls
  const same = streak.filter((i) => sameAnswerAs(table, i, observation) && cell(table, i, 'epoch') === epoch)
  return hasFlag(table, row, flag.mutating) ? sinceItTold(table, same) : same
}

/**
 * An act after which other calls saw something new has done something, whatever it answers ("clicked"), and may be done
 * again: the next page.
 */
function sinceItTold(table: CallTable, same: readonly number[]): readonly number[] {
  const last = same.findLastIndex((row, k) => k > 0 && hasNewsBetween(table, same[k - 1] ?? 0, row))
  return same.slice(Math.max(0, last))
}

function hasNewsBetween(table: CallTable, from: number, to: number): boolean {
  for (let i = from + 1; i < to; i++) if (hasFlag(table, i, flag.progress | flag.moved)) return true
  return false
}

/** Another call of the same round was the same call: one piece of evidence. */
function echoOf(table: CallTable, row: number): boolean {
  return hasFlag(table, row, flag.echo)
}

function sameAnswerAs(table: CallTable, row: number, observation: number): boolean {
  return observation !== observationKey.unknown && cell(table, row, 'observation') === observation
}

function countUnbroken(table: CallTable, row: number, from: number): number {
  const gist = cell(table, row, 'gist')
  let count = 0
  for (let i = row; i >= from && gist !== 0 && cell(table, i, 'gist') === gist; i--)
    if (!echoOf(table, i)) count++
  return count
}

/** As far as no patient pause lies between: who waits and looks again may well meet "not ready" twice. */
function countFailures(table: CallTable, row: number, unbroken: number): number {
  let count = 0
  let newest = row
  for (let i = row; i >= 0 && count < unbroken && hasFlag(table, i, flag.failed); i--) {
    if (echoOf(table, i)) continue
    if (i < row && pauseMs(table, i, newest) >= PATIENT_MS) break
    newest = i
    count++
  }
  return count
}

function answersAtEnd(table: CallTable, row: number, from: number): readonly number[] {
  const observation = cell(table, row, 'observation')
  const rows: number[] = []
  let round = -1
  if (observation === observationKey.unknown) return rows
  for (let i = row; i >= from; i--) {
    if (hasFlag(table, i, flag.waiting)) continue
    if (cell(table, i, 'observation') !== observation) break
    // Calls of one round were asked for together: the newest stands for all.
    if (!echoOf(table, i) && cell(table, i, 'round') !== round) rows.unshift(i)
    round = cell(table, i, 'round')
  }
  return rows
}

function errorsNear(table: CallTable, row: number, from: number): readonly number[] {
  const error = cell(table, row, 'error')
  const rows: number[] = []
  if (error === 0) return rows
  let round = 0
  for (let i = Math.max(from, row - ERROR_WINDOW + 1); i <= row; i++) {
    if (cell(table, i, 'error') !== error || echoOf(table, i)) continue
    // Failures of one round were on their way together: the newest stands for all.
    if (cell(table, i, 'round') === round) rows.pop()
    rows.push(i)
    round = cell(table, i, 'round')
  }
  return rows
}
