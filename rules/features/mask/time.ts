import { digitsAt, isDigit, isHex, isLetter, isWord } from './chars.ts'
import { match, time, type Match } from './labels.ts'

/**
 * A moment that starts with `n` digits at `at`: ISO 8601 date with time, the dates of common logs
 * (Apache, nginx, syslog, HTTP), or a clock time with seconds. A date without time is data.
 */
export function timeAt(text: string, at: number, n: number): Match {
  const next = text.charCodeAt(at + n)
  if (n === 4 && (next === 45 || next === 47)) return dateTime(text, at, next)
  if (n === 8 && (next === 84 || next === 45)) return compact(text, at)
  if (n === 1 || n === 2) {
    if (next === 58) return found(clock(text, at, n))
    if (next === 47 || next === 32 || next === 45) return dayFirst(text, at, n, next)
  }
  return 0
}

/** `2026-05-28T07:56:38.556Z`, `2026/05/28 07:56:38`, `2026-05-28 07:56:38,123 +0200`. */
function dateTime(text: string, at: number, separator: number): Match {
  if (digitsAt(text, at + 5) !== 2 || text.charCodeAt(at + 7) !== separator || digitsAt(text, at + 8) !== 2)
    return 0
  let p = at + 10
  const joint = text.charCodeAt(p)
  if (joint !== 84 && joint !== 116 && joint !== 32 && joint !== 95) return 0
  p++
  const end = clock(text, p, digitsAt(text, p))
  if (end > 0) return found(zone(text, end))
  const short = hoursMinutes(text, p)
  if (short === 0) return 0
  const zoned = zone(text, short)
  if (joint !== 32 || zoned > short || opensLine(text, at)) return found(zoned)
  return 0
}

/** `20260528T075638Z`, `20260528-075638`. */
function compact(text: string, at: number): Match {
  const month = number2(text, at + 4)
  const n = digitsAt(text, at + 9)
  if (n !== 6 || month < 1 || month > 12 || number2(text, at + 9) > 23) return 0
  const year = number2(text, at)
  if (year < 19 || year > 21) return 0
  return found(zone(text, fraction(text, at + 15)))
}

/** `28/May/2026:07:56:38 +0000`, `28 May 2026 07:56:38 GMT`, and `28 07:56:38 2026` after a month. */
function dayFirst(text: string, at: number, n: number, separator: number): Match {
  let p = at + n + 1
  if (isLetter(text.charCodeAt(p))) {
    if (!isMonth(text, p) || text.charCodeAt(p + 3) !== separator || digitsAt(text, p + 4) !== 4) return 0
    p += 9
  } else if (separator !== 32 || at < 4 || text.charCodeAt(at - 1) !== 32 || !monthBefore(text, at - 1))
    return 0
  const end = clock(text, p, digitsAt(text, p))
  if (end === 0) return 0
  const zoned = zone(text, end)
  const year = text.charCodeAt(zoned) === 32 && digitsAt(text, zoned + 1) === 4 ? zoned + 5 : zoned
  return found(isWord(text.charCodeAt(year)) ? zoned : year)
}

function monthBefore(text: string, space: number): boolean {
  const end = text.charCodeAt(space - 1) === 32 ? space - 1 : space
  return isMonth(text, end - 3) && !isWord(text.charCodeAt(end - 4))
}

const months = new Set('jan feb mar apr may jun jul aug sep oct nov dec'.split(' '))

function isMonth(text: string, at: number): boolean {
  return at >= 0 && months.has(text.slice(at, at + 3).toLowerCase())
}

/** End of `07:56:38.556` or `7:56:38 PM` at `at`, or 0. Not of MAC or IPv6 addresses, nor of `file:12:30:45`. */
export function clock(text: string, at: number, n: number): number {
  const minutes = at + n + 1
  if (n < 1 || n > 2 || text.charCodeAt(at + n) !== 58 || digitsAt(text, minutes) !== 2) return 0
  if (text.charCodeAt(minutes + 2) !== 58 || digitsAt(text, minutes + 3) !== 2) return 0
  const hour = n === 2 ? number2(text, at) : text.charCodeAt(at) - 48
  if (hour > 23 || number2(text, minutes) > 59 || number2(text, minutes + 3) > 60) return 0
  const before = text.charCodeAt(at - 1)
  const year = text.charCodeAt(at - 2)
  if (before === 46 || isHexColon(text, minutes + 5) || (before === 58 && !isDigit(year))) return 0
  const end = fraction(text, minutes + 5)
  const half = text.charCodeAt(end) === 32 ? end + 1 : end
  const isHalf = /^[AaPp][Mm]\b/.test(text.slice(half, half + 3))
  if (isHalf) return half + 2
  const after = text.charCodeAt(end)
  return isWord(after) && after !== 90 ? 0 : end
}

function isHexColon(text: string, at: number): boolean {
  return text.charCodeAt(at) === 58 && isHex(text.charCodeAt(at + 1))
}

function hoursMinutes(text: string, at: number): number {
  if (digitsAt(text, at) !== 2 || text.charCodeAt(at + 2) !== 58 || digitsAt(text, at + 3) !== 2) return 0
  return number2(text, at) < 24 && number2(text, at + 3) < 60 ? at + 5 : 0
}

function fraction(text: string, at: number): number {
  const mark = text.charCodeAt(at)
  if (mark !== 46 && mark !== 44) return at
  const n = digitsAt(text, at + 1)
  return n > 0 && n <= 9 ? at + 1 + n : at
}

/** End of `Z`, `+02:00`, ` +0200`, ` UTC`, ` GMT` at `at`; `at` itself when there is none. */
function zone(text: string, at: number): number {
  const unit = text.charCodeAt(at)
  if ((unit === 90 || unit === 122) && !isWord(text.charCodeAt(at + 1))) return at + 1
  const p = unit === 32 ? at + 1 : at
  const name = text.slice(p, p + 3)
  if ((name === 'UTC' || name === 'GMT') && !isWord(text.charCodeAt(p + 3))) return p + 3
  const sign = text.charCodeAt(p)
  if (sign !== 43 && sign !== 45) return at
  if (digitsAt(text, p + 1) === 4) return p + 5
  if (digitsAt(text, p + 1) !== 2) return at
  if (text.charCodeAt(p + 3) === 58 && digitsAt(text, p + 4) === 2) return p + 6
  return unit === 32 || isWord(text.charCodeAt(p + 3)) ? at : p + 3
}

function opensLine(text: string, at: number): boolean {
  const before = text.charCodeAt(at - 1)
  return at === 0 || before === 10 || before === 13 || before === 91
}

function number2(text: string, at: number): number {
  return (text.charCodeAt(at) - 48) * 10 + text.charCodeAt(at + 1) - 48
}

function found(end: number): Match {
  return end > 0 ? match(end, time) : 0
}

/** True for a number of 10, 13, 16 or 19 digits that is a moment between 2001 and 2065. */
export function isEpoch(digits: string): boolean {
  const whole = digits.split('.', 1)[0] ?? ''
  if (![10, 13, 16, 19].includes(whole.length)) return false
  const seconds = Number(whole.slice(0, 10))
  return seconds >= 1_000_000_000 && seconds < 3_000_000_000
}
