import { unitAt } from '../bytes/letters.ts'
import { digitsAt, isHex, isLetter, isWord } from './chars.ts'
import { clockEnd, fractionEnd, hoursMinutesEnd, number2, zoneEnd } from './clock.ts'
import { part, time, type Part } from './labels.ts'

/**
 * A moment that starts with `n` digits at `at`: ISO 8601 date with time, the dates of common logs
 * (Apache, nginx, syslog, HTTP, Python), or a clock time with seconds. A date without time is data.
 */
export function timeAt(text: Uint8Array, at: number, n: number): Part | null {
  const end = timeEnd(text, at, n)
  return end > 0 ? part(at, end, time) : null
}

function timeEnd(text: Uint8Array, at: number, n: number): number {
  const next = unitAt(text, at + n)
  if (n === 4) return next === 45 || next === 47 ? dateTimeEnd(text, at, next) : 0
  if (n === 8) return next === 84 || next === 45 ? compactEnd(text, at) : 0
  if (n > 2) return 0
  if (next === 58) return bareClockEnd(text, at, n)
  return next === 47 || next === 32 || next === 45 ? dayFirstEnd(text, at, n) : 0
}

/** `2026-05-28T07:56:38.556Z`, `2026/05/28 07:56:38`, `2026-05-28 07:56:38,123 +0200`. */
function dateTimeEnd(text: Uint8Array, at: number, separator: number): number {
  if (digitsAt(text, at + 5) !== 2 || unitAt(text, at + 7) !== separator || digitsAt(text, at + 8) !== 2)
    return 0
  const joint = unitAt(text, at + 10)
  if (joint !== 84 && joint !== 116 && joint !== 32 && joint !== 95) return 0
  const end = clockEnd(text, at + 11)
  if (end > 0) return zoneEnd(text, end)
  const short = hoursMinutesEnd(text, at + 11)
  if (short === 0) return 0
  const zoned = zoneEnd(text, short)
  return joint !== 32 || zoned > short || opensLine(text, at) ? zoned : 0
}

/** `20260528T075638Z`, `20260528-075638`. */
function compactEnd(text: Uint8Array, at: number): number {
  const century = number2(text, at)
  const month = number2(text, at + 4)
  if (century < 19 || century > 21 || month < 1 || month > 12) return 0
  if (digitsAt(text, at + 9) !== 6 || number2(text, at + 9) > 23) return 0
  return zoneEnd(text, fractionEnd(text, at + 15))
}

/** A clock time without date; not in MAC or IPv6 addresses, nor in `file:12:30:45`. */
function bareClockEnd(text: Uint8Array, at: number, n: number): number {
  const before = unitAt(text, at - 1)
  if (before === 46 || before === 58) return 0
  const end = clockEnd(text, at)
  return end > 0 && !(unitAt(text, at + n + 6) === 58 && isHex(unitAt(text, at + n + 7))) ? end : 0
}

/** `28/May/2026:07:56:38 +0000`, `28 May 2026 07:56:38 GMT`, `05/28/2026 07:56:38`, and `28 07:56:38 2026` after a month. */
function dayFirstEnd(text: Uint8Array, at: number, n: number): number {
  const separator = unitAt(text, at + n)
  const next = at + n + 1
  if (isLetter(unitAt(text, next))) {
    const year = next + 4
    if (!isMonth(text, next) || unitAt(text, next + 3) !== separator || digitsAt(text, year) !== 4) return 0
    const end = clockEnd(text, year + 5)
    return end > 0 ? zoneEnd(text, end) : 0
  }
  if (separator === 47) return slashDateEnd(text, next)
  if (separator !== 32 || !monthBefore(text, at)) return 0
  const end = clockEnd(text, next)
  return end > 0 ? yearEnd(text, zoneEnd(text, end)) : 0
}

/** `05/28/2026 07:56:38`, behind the first slash. */
function slashDateEnd(text: Uint8Array, at: number): number {
  if (digitsAt(text, at, 3) !== 2 || unitAt(text, at + 2) !== 47 || digitsAt(text, at + 3, 5) !== 4) return 0
  return unitAt(text, at + 7) === 32 ? clockEnd(text, at + 8) : 0
}

function yearEnd(text: Uint8Array, at: number): number {
  const isYear = unitAt(text, at) === 32 && digitsAt(text, at + 1) === 4 && !isWord(unitAt(text, at + 5))
  return isYear && isYearNumber(text, at + 1) ? at + 5 : at
}

function isYearNumber(text: Uint8Array, at: number): boolean {
  const century = number2(text, at)
  return century === 19 || century === 20
}

function monthBefore(text: Uint8Array, at: number): boolean {
  if (unitAt(text, at - 1) !== 32) return false
  const end = unitAt(text, at - 2) === 32 ? at - 2 : at - 1
  return isMonth(text, end - 3) && !isWord(unitAt(text, end - 4))
}

const encoder = new TextEncoder()
const months: ReadonlySet<number> = new Set(
  'jan feb mar apr may jun jul aug sep oct nov dec'
    .split(' ')
    .map((name) => letters3(encoder.encode(name), 0)),
)

function isMonth(text: Uint8Array, at: number): boolean {
  return at >= 0 && months.has(letters3(text, at))
}

/** Three letters as one number, letter case ignored. */
function letters3(text: Uint8Array, at: number): number {
  return ((unitAt(text, at) | 32) << 16) | ((unitAt(text, at + 1) | 32) << 8) | (unitAt(text, at + 2) | 32)
}

function opensLine(text: Uint8Array, at: number): boolean {
  const before = unitAt(text, at - 1)
  return before === 0 || before === 10 || before === 91
}

/** True for a number, from `from` to `to`, of 10, 13, 16 or 19 digits that is a moment between 2001 and 2065. */
export function isEpoch(text: Uint8Array, from: number, to: number): boolean {
  let n = 0
  while (from + n < to && unitAt(text, from + n) !== 46) n++
  if (n !== 10 && n !== 13 && n !== 16 && n !== 19) return false
  const first = unitAt(text, from)
  return first === 49 || first === 50
}
