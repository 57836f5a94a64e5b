import { digitsAt, isLetter, isSpace, isWord } from './chars.ts'
import { part, took, type Part } from './labels.ts'

/**
 * A measured duration that starts with `n` digits at `at`: `0.32s`, `12 ms`, `1m23s`, `took 3 sec`.
 * Whole seconds without a word that says they were measured may be a setting, and stay.
 */
export function tookAt(text: string, at: number, n: number): Part | null {
  let p = at + n
  let decimals = 0
  if (text.charCodeAt(p) === 46) {
    decimals = digitsAt(text, p + 1)
    if (decimals > 0) p += 1 + decimals
  }
  const gap = isSpace(text.charCodeAt(p)) ? 1 : 0
  if (!mayBeUnit(text.charCodeAt(p + gap)) || text.charCodeAt(at - 1) === 46) return null
  const end = unitEnd(text, p + gap)
  const unit = text.slice(p + gap, end).toLowerCase()
  if (fine.has(unit)) return part(at, end, took)
  if (seconds.has(unit) && (decimals > 0 || measuredBefore(text, at))) return part(at, end, took)
  if (spans.has(unit) && text.startsWith(' ago', end) && !isWord(text.charCodeAt(end + 4)))
    return part(at, end + 4, took)
  if (gap > 0) return null
  const last = isAge(text, at, end, unit) ? end : compoundEnd(text, p)
  return last > 0 ? part(at, last, took) : null
}

const fine = new Set(
  'ms msec msecs millisecond milliseconds millis µs μs us usec microseconds ns nanoseconds'.split(' '),
)
const seconds = new Set('s sec secs second seconds'.split(' '))

const spans = new Set('s sec secs second seconds m min mins minute minutes h hour hours'.split(' '))

/** The last column of a listing, as `kubectl get` prints ages: `Running   0   12s`. */
function isAge(text: string, at: number, end: number, unit: string): boolean {
  if (unit.length !== 1 || !text.startsWith('   ', at - 3)) return false
  let after = end
  while (isSpace(text.charCodeAt(after))) after++
  return after >= text.length || text.charCodeAt(after) === 10
}

/** First letter of a unit: d, h, m, n, s, u, µ. */
function mayBeUnit(unit: number): boolean {
  switch (unit) {
    case 100:
    case 104:
    case 109:
    case 110:
    case 115:
    case 117:
    case 0xb5:
    case 0x3bc:
      return true
    default:
      return false
  }
}

/** End of the letters at `at`; `at` when more than letters follows or they are too many. */
function unitEnd(text: string, at: number): number {
  let end = at
  while (end < at + 13) {
    const unit = text.charCodeAt(end)
    if (!isLetter(unit) && unit !== 0xb5 && unit !== 0x3bc) break
    end++
  }
  return isWord(text.charCodeAt(end)) ? at : end
}

/** End of `1m23.4s`, whose first unit stands at `at`: two parts at least; 0 when it is none. */
function compoundEnd(text: string, at: number): number {
  let p = at
  for (let parts = 1; parts <= 5; parts++) {
    const unit = text.charCodeAt(p)
    if (unit === 109 && text.charCodeAt(p + 1) === 115) p += 2
    else if (unit === 100 || unit === 104 || unit === 109 || unit === 115) p++
    else return 0
    const n = digitsAt(text, p)
    if (n === 0) return parts > 1 && !isWord(text.charCodeAt(p)) ? p : 0
    p += n
    if (text.charCodeAt(p) === 46) p += 1 + digitsAt(text, p + 1)
  }
  return 0
}

const cues = new Set(
  'in took after elapsed duration time total real user sys runtime latency finished done ran completed wall spent'.split(
    ' ',
  ),
)

/** A bracket, or a word such as `took`, stands before `at`. */
function measuredBefore(text: string, at: number): boolean {
  let p = at - 1
  if (text.charCodeAt(p) === 40 || text.charCodeAt(p) === 91) return true
  while (p > at - 4 && ' :=\t~'.includes(text[p] ?? '?')) p--
  const end = p + 1
  while (p > at - 16 && isLetter(text.charCodeAt(p))) p--
  return cues.has(text.slice(p + 1, end).toLowerCase())
}
