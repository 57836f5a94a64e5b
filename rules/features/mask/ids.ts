import { digitsAt, isDigit, isHex, isLetter, isWord } from './chars.ts'
import { keyKind } from './keys.ts'
import { address, id, match, pid, time, took, uuid, type Match } from './labels.ts'
import { isEpoch } from './time.ts'

/** A UUID at `at`. */
export function uuidAt(text: string, at: number): Match {
  for (let i = 0; i < 36; i++) {
    const unit = text.charCodeAt(at + i)
    if (i === 8 || i === 13 || i === 18 || i === 23) {
      if (unit !== 45) return 0
    } else if (!isHex(unit)) return 0
  }
  return isWord(text.charCodeAt(at + 36)) ? 0 : match(at + 36, uuid)
}

/**
 * A memory address at `at`: `0x` and 7 to 16 hexadecimal digits. Shorter ones are constants, longer
 * ones digests, and eight digits that begin with 8 or C status codes of Windows.
 */
export function addressAt(text: string, at: number): Match {
  let end = at + 2
  while (end - at < 20 && isHex(text.charCodeAt(end))) end++
  const n = end - at - 2
  if (n < 6 || n > 16 || isWord(text.charCodeAt(end))) return 0
  if (n === 6 && text.slice(at - 3, at) !== 'at ') return 0
  const first = text.charCodeAt(at + 2) | 32
  if (n === 8 && (first === 56 || first === 99)) return 0
  return match(end, address)
}

/** The value after a key that ends at `at` (a `:` or `=`): an id, a moment, a duration or a process id by its key. */
export function valueOf(text: string, at: number, valueAt: number): Match {
  const key = keyBefore(text, at)
  if (key === '') return 0
  const kind = keyKind(key)
  if (kind === 'data' || kind === 'schedule') return 0
  const end = tokenEnd(text, valueAt)
  if (end === valueAt) return 0
  const value = text.slice(valueAt, end)
  if (kind === 'id') return looksLikeId(value) ? match(end, id) : 0
  if (kind === 'weak_id') return /\d/.test(value) && value.length >= 4 ? match(end, id) : 0
  if (!/^\d+(?:\.\d+)?$/.test(value)) return 0
  if (kind === 'pid') return match(end, pid)
  if (kind === 'time') return isEpoch(value) ? match(end, time) : 0
  return kind === 'took' || value.includes('.') ? match(end, took) : 0
}

/** Where the value after the key end at `at` begins: after at most two spaces and a quote. */
export function valueStart(text: string, at: number): number {
  let p = at + 1
  while (p < at + 3 && text.charCodeAt(p) === 32) p++
  const unit = text.charCodeAt(p)
  return unit === 34 || unit === 39 ? p + 1 : p
}

function keyBefore(text: string, at: number): string {
  let end = at
  const quote = text.charCodeAt(end - 1)
  if (quote === 34 || quote === 39) end--
  if (text.charCodeAt(end - 1) === 92) end--
  if (!isLetter(text.charCodeAt(end - 1))) return ''
  let start = wordStart(text, end)
  if (end - start === 2 && text.charCodeAt(start - 1) === 32) {
    const word = text.slice(start, end).toLowerCase()
    if (word === 'id') start = wordStart(text, start - 1)
  }
  return text.slice(start, end)
}

function wordStart(text: string, end: number): number {
  let p = end
  while (p > 0 && end - p < 48) {
    const unit = text.charCodeAt(p - 1)
    if (!isWord(unit) && unit !== 45) break
    p--
  }
  return p
}

function tokenEnd(text: string, at: number): number {
  let p = at
  for (; p < text.length && p - at < 256; p++) {
    const unit = text.charCodeAt(p)
    if (unit <= 32 || `"'\`,;)]}\\`.includes(text[p] ?? '')) break
    if (unit === 62 && text.charCodeAt(at) !== 60) break
  }
  if (text.charCodeAt(p - 1) === 46 || text.charCodeAt(p - 1) === 58) p--
  return Math.max(p, at)
}

/** A digit, or eight and more hexadecimal letters: words such as `required` and `null` are no ids. */
function looksLikeId(value: string): boolean {
  return /\d/.test(value) || /^[a-f-]{8,}$/i.test(value)
}

/** An id or process id at `at` that the word before names: `pid 123`, `process 123`, `session s_04fb06`, `request id 9f3a`. */
export function namedAt(text: string, at: number): Match {
  const before = text.charCodeAt(at - 1)
  if (before !== 32 && before !== 35) return 0
  const last = before === 35 && text.charCodeAt(at - 2) === 32 ? at - 2 : at - 1
  const end = text.charCodeAt(last) === 32 || before === 35 ? last : last + 1
  if (!isLetter(text.charCodeAt(end - 1))) return 0
  const start = wordStart(text, end)
  const word = text.slice(start, end).toLowerCase()
  if (word === 'pid' || word === 'ppid' || word === 'tid') return digitsOnly(text, at)
  if (word === 'process') return processNoun(text, at)
  if (word === 'session') return sessionToken(text, at)
  if (word !== 'id' || text.charCodeAt(start - 1) !== 32) return 0
  const kind = keyKind(text.slice(wordStart(text, start - 1), end))
  if (kind === 'pid') return digitsOnly(text, at)
  return kind === 'id' ? match(tokenEnd(text, at), id) : 0
}

function digitsOnly(text: string, at: number): Match {
  const n = digitsAt(text, at)
  return n > 0 && !isWord(text.charCodeAt(at + n)) ? match(at + n, pid) : 0
}

const afterProcess = new Set(
  'exited exit terminated killed started is was has finished died not stopped running crashed with does did received ended'.split(
    ' ',
  ),
)

/** `process 4821 exited`, not `process 12 items`. */
function processNoun(text: string, at: number): Match {
  const found = digitsOnly(text, at)
  if (found === 0) return 0
  const end = found >> 3
  if (text.charCodeAt(end) !== 32) return found
  let p = end + 1
  while (isLetter(text.charCodeAt(p))) p++
  return p === end + 1 || afterProcess.has(text.slice(end + 1, p).toLowerCase()) ? found : 0
}

/** Letters and digits mixed: `session s_04fb06`, not `session 3`. */
function sessionToken(text: string, at: number): Match {
  const end = tokenEnd(text, at)
  const token = text.slice(at, end)
  return token.length >= 6 && /\d/.test(token) && /[A-Za-z]/.test(token) ? match(end, id) : 0
}

/** `sshd[1234]:` at its bracket: with four digits and more, or on a line that showed a time before. */
export function bracketPidAt(text: string, at: number, timeSeen: boolean): Match {
  if (!isLetter(text.charCodeAt(at - 1)) && !isDigit(text.charCodeAt(at - 1))) return 0
  const n = digitsAt(text, at + 1)
  if (n === 0 || text.charCodeAt(at + 1 + n) !== 93) return 0
  const after = text.charCodeAt(at + 2 + n)
  const ends = after === 58 || (timeSeen && after === 32)
  return ends && (timeSeen || n >= 4) ? match(at + 2 + n, pid) : 0
}
