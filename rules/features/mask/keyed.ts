import { digitsAt, isDigit, isLetter, isSpace, isWord } from './chars.ts'
import { keyKind } from './keys.ts'
import { id, part, pid, time, took, type Part } from './labels.ts'
import { isEpoch } from './time.ts'
import { tookAt } from './took.ts'
import type { TokenContext } from './token.ts'

/** Longest value and longest key that are looked at. */
const maxValueChars = 256
const maxKeyChars = 48

/**
 * The value around `at` when it stands behind a key and `:` or `=`: an id, a moment, a duration or
 * a process id, as the key says.
 */
export function keyedPart(text: string, at: number, floor: number): Part | null {
  const from = valueStart(text, at, floor)
  const keyEnd = keyEndBefore(text, from, floor)
  if (keyEnd < 0) return null
  const key = keyBefore(text, keyEnd, floor)
  if (key === '') return null
  const kind = keyKind(key)
  if (kind === 'data' || kind === 'schedule') return null
  const end = valueEnd(text, from)
  if (kind === 'id') return part(from, end, id)
  if (kind === 'weak_id') return end - from >= 4 ? part(from, end, id) : null
  const value = text.slice(from, end)
  if (!/^\d+(?:\.\d+)?$/.test(value)) return null
  if (kind === 'pid') return part(from, end, pid)
  if (kind === 'time') return isEpoch(value) ? part(from, end, time) : null
  const measured = kind === 'took' || value.includes('.') ? part(from, end, took) : null
  return tookAt(text, from, digitsAt(text, from)) ?? measured
}

function valueStart(text: string, at: number, floor: number): number {
  let p = at
  const least = Math.max(floor, at - 64)
  while (p > least) {
    const unit = text.charCodeAt(p - 1)
    if (unit <= 32 || delimits(unit) || unit === 58 || unit === 61) break
    p--
  }
  return p
}

/** Place of the `:` or `=` before a value, over at most two spaces and a quote; -1 when there is none. */
function keyEndBefore(text: string, from: number, floor: number): number {
  let p = from - 1
  const unit = text.charCodeAt(p)
  if (unit === 34 || unit === 39) p--
  // A weak entity tag: `ETag: W/"…"` (RFC 9110, 8.8.3).
  if (unit === 34 && text.charCodeAt(p) === 47 && text.charCodeAt(p - 1) === 87) p -= 2
  for (let spaces = 0; spaces < 2 && isSpace(text.charCodeAt(p)); spaces++) p--
  const end = text.charCodeAt(p)
  return p > floor && (end === 58 || end === 61) ? p : -1
}

function keyBefore(text: string, at: number, floor: number): string {
  let end = at
  const quote = text.charCodeAt(end - 1)
  if (quote === 34 || quote === 39) end--
  if (text.charCodeAt(end - 1) === 92) end--
  if (end <= floor || !isLetter(text.charCodeAt(end - 1))) return ''
  let from = wordStart(text, end, floor)
  const isId =
    end - from === 2 && text.charCodeAt(from - 1) === 32 && text.slice(from, end).toLowerCase() === 'id'
  if (isId) from = wordStart(text, from - 1, floor)
  return text.slice(from, end)
}

function wordStart(text: string, end: number, floor: number): number {
  let p = end
  const least = Math.max(floor, end - maxKeyChars)
  while (p > least) {
    const unit = text.charCodeAt(p - 1)
    if (!isWord(unit) && unit !== 45) break
    p--
  }
  return p
}

function valueEnd(text: string, from: number): number {
  let p = from
  const most = Math.min(text.length, from + maxValueChars)
  const opened = text.charCodeAt(from) === 60
  while (p < most) {
    const unit = text.charCodeAt(p)
    if (unit <= 32 || (delimits(unit) && !(unit === 62 && opened))) break
    p++
  }
  const last = text.charCodeAt(p - 1)
  return last === 46 || last === 58 ? p - 1 : p
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
export function namedPart(text: string, at: number, floor: number): Part | null {
  const before = text.charCodeAt(at - 1)
  if (before !== 32 && before !== 35) return null
  const end = before === 35 && text.charCodeAt(at - 2) === 32 ? at - 2 : at - 1
  if (end <= floor || !mayName(text.charCodeAt(end - 1) | 32, text.charCodeAt(end - 2) | 32)) return null
  const from = wordStart(text, end, floor)
  const word = text.slice(from, end).toLowerCase()
  if (word === 'pid' || word === 'ppid' || word === 'tid') return digitsOnly(text, at)
  if (word === 'process') return processNoun(text, at)
  if (word === 'session') return sessionToken(text, at)
  if (word !== 'id' || text.charCodeAt(from - 1) !== 32) return null
  const kind = keyKind(text.slice(wordStart(text, from - 1, floor), end))
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

function digitsOnly(text: string, at: number): Part | null {
  const n = digitsAt(text, at)
  return n > 0 && !isWord(text.charCodeAt(at + n)) ? part(at, at + n, pid) : null
}

const afterProcess = new Set(
  'exited exit terminated killed started is was has finished died not stopped running crashed with does did received ended'.split(
    ' ',
  ),
)

/** `process 4821 exited`, not `process 12 items`. */
function processNoun(text: string, at: number): Part | null {
  const found = digitsOnly(text, at)
  if (found === null || text.charCodeAt(found.end) !== 32) return found
  let p = found.end + 1
  while (isLetter(text.charCodeAt(p))) p++
  return p === found.end + 1 || afterProcess.has(text.slice(found.end + 1, p).toLowerCase()) ? found : null
}

/** Letters and digits mixed: `session s_04fb06`, not `session 3`. */
function sessionToken(text: string, at: number): Part | null {
  const end = valueEnd(text, at)
  const token = text.slice(at, end)
  return token.length >= 6 && /\d/.test(token) && /[A-Za-z]/.test(token) ? part(at, end, id) : null
}

/** `sshd[1234]:`, the digits at `at`: with four of them and more, or on a line that showed a moment before. */
export function bracketPidAt(text: string, at: number, { timeSeen, floor }: TokenContext): Part | null {
  if (text.charCodeAt(at - 1) !== 91 || at - 2 < floor || !isWord(text.charCodeAt(at - 2))) return null
  const n = digitsAt(text, at)
  if (text.charCodeAt(at + n) !== 93) return null
  const after = text.charCodeAt(at + n + 1)
  const ends = after === 58 || (timeSeen && after === 32)
  return ends && (timeSeen || n >= 4) && !isDigit(text.charCodeAt(at - 2)) ? part(at, at + n, pid) : null
}
