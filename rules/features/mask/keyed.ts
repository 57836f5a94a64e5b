import { lowerWordOf, unitAt } from '../bytes/letters.ts'
import { keyAt } from '../keys/key-table.ts'
import { digitsAt, isDigit, isLetter, isSpace, isWord } from './chars.ts'
import { id, part, pid, time, took, type Part } from './labels.ts'
import { isEpoch } from './time.ts'
import { tookAt } from './took.ts'
import type { TokenContext } from './token-context.ts'

/** Longest value and longest key that are looked at. */
const maxValueChars = 256
const maxKeyChars = 48

/**
 * The value around `at` when it stands behind a key and `:` or `=`: an id, a moment, a duration or
 * a process id, as the key says.
 */
export function keyedPart(text: Uint8Array, at: number, floor: number): Part | null {
  const from = valueStart(text, at, floor)
  const keyEnd = keyEndBefore(text, from, floor)
  if (keyEnd < 0) return null
  const nameEnd = withoutQuote(text, keyEnd)
  const nameStart = keyStart(text, nameEnd, floor)
  if (nameStart === nameEnd) return null
  const { kind } = keyAt(text, nameStart, nameEnd)
  if (kind === 'data' || kind === 'schedule' || kind === 'score') return null
  const end = valueEnd(text, from)
  if (kind === 'id') return part(from, end, id)
  if (kind === 'weak_id') return end - from >= 4 ? part(from, end, id) : null
  if (!isDecimal(text, from, end)) return null
  const n = digitsAt(text, from, maxValueChars)
  if (kind === 'pid') return part(from, end, pid)
  if (kind === 'time') return isEpoch(text, from, end) ? part(from, end, time) : null
  const measured = kind === 'took' || from + n < end ? part(from, end, took) : null
  return tookAt(text, from, n) ?? measured
}

function valueStart(text: Uint8Array, at: number, floor: number): number {
  let p = at
  const least = Math.max(floor, at - 64)
  while (p > least) {
    const unit = unitAt(text, p - 1)
    if (unit <= 32 || delimits(unit) || unit === 58 || unit === 61) break
    p--
  }
  return p
}

/** Place of the `:` or `=` before a value, over at most two spaces and a quote; -1 when there is none. */
function keyEndBefore(text: Uint8Array, from: number, floor: number): number {
  let p = from - 1
  const unit = unitAt(text, p)
  if (unit === 34 || unit === 39) p--
  // A weak entity tag: `ETag: W/"…"` (RFC 9110, 8.8.3).
  if (unit === 34 && unitAt(text, p) === 47 && unitAt(text, p - 1) === 87) p -= 2
  for (let spaces = 0; spaces < 2 && isSpace(unitAt(text, p)); spaces++) p--
  const end = unitAt(text, p)
  return p > floor && (end === 58 || end === 61) ? p : -1
}

/** Before a quote, which may be escaped, that ends at `at`. */
function withoutQuote(text: Uint8Array, at: number): number {
  const quote = unitAt(text, at - 1)
  const end = quote === 34 || quote === 39 ? at - 1 : at
  return unitAt(text, end - 1) === 92 ? end - 1 : end
}

/** Start of the key that ends at `end`, of two words when the second is `id`; `end` when there is none. */
function keyStart(text: Uint8Array, end: number, floor: number): number {
  if (end <= floor || !isLetter(unitAt(text, end - 1))) return end
  const from = wordStart(text, end, floor)
  const isId = end - from === 2 && unitAt(text, from - 1) === 32 && lowerWordOf(text, from, end) === 'id'
  return isId ? wordStart(text, from - 1, floor) : from
}

function wordStart(text: Uint8Array, end: number, floor: number): number {
  let p = end
  const least = Math.max(floor, end - maxKeyChars)
  while (p > least) {
    const unit = unitAt(text, p - 1)
    if (!isWord(unit) && unit !== 45) break
    p--
  }
  return p
}

function valueEnd(text: Uint8Array, from: number): number {
  let p = from
  const most = from + maxValueChars
  const opened = unitAt(text, from) === 60
  while (p < most) {
    const unit = unitAt(text, p)
    if (unit <= 32 || (delimits(unit) && !(unit === 62 && opened))) break
    p++
  }
  const last = unitAt(text, p - 1)
  return last === 46 || last === 58 ? p - 1 : p
}

/** Digits, and perhaps a decimal point and more of them. */
function isDecimal(text: Uint8Array, from: number, end: number): boolean {
  const point = from + digitsAt(text, from, maxValueChars)
  if (point === from) return false
  if (point === end) return true
  const decimals = digitsAt(text, point + 1, maxValueChars)
  return unitAt(text, point) === 46 && decimals > 0 && point + 1 + decimals === end
}

/** Quotes, comma, semicolon, brackets, backslash. */
function delimits(unit: number): boolean {
  switch (unit) {
    case 34:
    case 39:
    case 40:
    case 41:
    case 44:
    case 59:
    case 62:
    case 91:
    case 92:
    case 93:
    case 96:
    case 123:
    case 125:
      return true
    default:
      return false
  }
}

/** An id that the words before `at` name: `pid 123`, `process 123`, `session s_04fb06`, `request id 9f3a`. */
export function namedPart(text: Uint8Array, at: number, floor: number): Part | null {
  const before = unitAt(text, at - 1)
  if (before !== 32 && before !== 35) return null
  const end = before === 35 && unitAt(text, at - 2) === 32 ? at - 2 : at - 1
  if (end <= floor || !mayName(unitAt(text, end - 1) | 32, unitAt(text, end - 2) | 32)) return null
  const from = wordStart(text, end, floor)
  const word = lowerWordOf(text, from, end)
  if (word === 'pid' || word === 'ppid' || word === 'tid') return digitsOnly(text, at)
  if (word === 'process') return processNoun(text, at)
  if (word === 'session') return sessionToken(text, at)
  if (word !== 'id' || unitAt(text, from - 1) !== 32) return null
  const { kind } = keyAt(text, wordStart(text, from - 1, floor), end)
  if (kind === 'pid') return digitsOnly(text, at)
  return kind === 'id' ? part(at, valueEnd(text, at), id) : null
}

/** Last letters of the words that can name an id: `id`, `process`, `session`. */
function mayName(last: number, lastButOne: number): boolean {
  return (
    (last === 100 && lastButOne === 105) ||
    (last === 115 && lastButOne === 115) ||
    (last === 110 && lastButOne === 111)
  )
}

function digitsOnly(text: Uint8Array, at: number): Part | null {
  const n = digitsAt(text, at)
  return n > 0 && !isWord(unitAt(text, at + n)) ? part(at, at + n, pid) : null
}

const afterProcess = new Set(
  'exited exit terminated killed started is was has finished died not stopped running crashed with does did received ended'.split(
    ' ',
  ),
)

/** `process 4821 exited`, not `process 12 items`. */
function processNoun(text: Uint8Array, at: number): Part | null {
  const found = digitsOnly(text, at)
  if (found === null || unitAt(text, found.end) !== 32) return found
  let p = found.end + 1
  while (isLetter(unitAt(text, p))) p++
  return p === found.end + 1 || afterProcess.has(lowerWordOf(text, found.end + 1, p)) ? found : null
}

/** Letters and digits mixed: `session s_04fb06`, not `session 3`. */
function sessionToken(text: Uint8Array, at: number): Part | null {
  const end = valueEnd(text, at)
  return end - at >= 6 && has(text, at, end, isDigit) && has(text, at, end, isLetter)
    ? part(at, end, id)
    : null
}

function has(text: Uint8Array, from: number, to: number, is: (unit: number) => boolean): boolean {
  for (let i = from; i < to; i++) if (is(unitAt(text, i))) return true
  return false
}

/** `sshd[1234]:`, the digits at `at`: with four of them and more, or on a line that showed a moment before. */
export function bracketPidAt(text: Uint8Array, at: number, { timeSeen, floor }: TokenContext): Part | null {
  if (unitAt(text, at - 1) !== 91 || at - 2 < floor || !isWord(unitAt(text, at - 2))) return null
  const n = digitsAt(text, at)
  if (unitAt(text, at + n) !== 93) return null
  const after = unitAt(text, at + n + 1)
  const ends = after === 58 || (timeSeen && after === 32)
  return ends && (timeSeen || n >= 4) && !isDigit(unitAt(text, at - 2)) ? part(at, at + n, pid) : null
}
