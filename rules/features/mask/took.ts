import { lowerWordOf, standsAt, standsInAnyCase, unitAt } from '../bytes/letters.ts'
import { digitsAt, isLetter, isSpace, isWord } from './chars.ts'
import { part, took, type Part } from './labels.ts'

/**
 * A measured duration that starts with `n` digits at `at`: `0.32s`, `12 ms`, `1m23s`, `took 3 sec`.
 * Whole seconds without a word that says they were measured may be a setting, and stay.
 */
export function tookAt(text: Uint8Array, at: number, n: number): Part | null {
  let p = at + n
  let decimals = 0
  if (unitAt(text, p) === 46) {
    decimals = digitsAt(text, p + 1)
    if (decimals > 0) p += 1 + decimals
  }
  const gap = isSpace(unitAt(text, p)) ? 1 : 0
  if (!mayBeUnit(unitAt(text, p + gap)) || unitAt(text, at - 1) === 46) return null
  const from = p + gap
  const end = unitEnd(text, from)
  const unit = unitOf(text, from, end)
  if (unit === 'fine') return part(at, end, took)
  if (unit === 'seconds' && (decimals > 0 || measuredBefore(text, at))) return part(at, end, took)
  if (unit !== null && standsAt(text, end, ' ago') && !isWord(unitAt(text, end + 4)))
    return part(at, end + 4, took)
  if (gap > 0) return null
  const last = end - from === 1 && isAge(text, at, end) ? end : compoundEnd(text, p)
  return last > 0 ? part(at, last, took) : null
}

/** Units of time: those that only measurements have, seconds, and those that also settings have. */
type Unit = 'fine' | 'seconds' | 'coarse'

const unitNames: Readonly<Record<Unit, string>> = {
  // The last two are µs as UTF-8, byte by byte: U+00B5 and U+03BC.
  fine: 'ms msec msecs millisecond milliseconds millis us usec microseconds ns nanoseconds \u00c2\u00b5s \u00ce\u00bcs',
  seconds: 's sec secs second seconds',
  coarse: 'm min mins minute minutes h hour hours',
}

/** Units by their first letter: most words behind a number are none, and that must show at once. */
const unitsByLetter = new Map<number, readonly (readonly [string, Unit])[]>()
for (const [unit, names] of Object.entries(unitNames)) {
  for (const name of names.split(' ')) {
    const letter = name.charCodeAt(0)
    unitsByLetter.set(letter, [...(unitsByLetter.get(letter) ?? []), [name, unit as Unit]])
  }
}

/** The unit that stands from `from` to `end`, letter case ignored; null for any other word. */
function unitOf(text: Uint8Array, from: number, end: number): Unit | null {
  const first = unitAt(text, from)
  for (const [name, unit] of unitsByLetter.get(isLetter(first) ? first | 32 : first) ?? []) {
    if (name.length === end - from && standsInAnyCase(text, from, name)) return unit
  }
  return null
}

/** The last column of a listing, as `kubectl get` prints ages: `Running   0   12s`. */
function isAge(text: Uint8Array, at: number, end: number): boolean {
  if (!standsAt(text, at - 3, '   ')) return false
  let after = end
  while (isSpace(unitAt(text, after))) after++
  return unitAt(text, after) === 0 || unitAt(text, after) === 10
}

/** First byte of a unit: d, h, m, n, s, u, and of µ (U+00B5, U+03BC). */
function mayBeUnit(unit: number): boolean {
  switch (unit) {
    case 100:
    case 104:
    case 109:
    case 110:
    case 115:
    case 117:
    case 0xc2:
    case 0xce:
      return true
    default:
      return false
  }
}

/** End of the letters at `at`; `at` when more than letters follows or they are too many. */
function unitEnd(text: Uint8Array, at: number): number {
  let end = at
  while (end < at + 13) {
    const unit = unitAt(text, end)
    if (!isLetter(unit) && !isOfMicro(unit)) break
    end++
  }
  return isWord(unitAt(text, end)) ? at : end
}

/** The bytes of U+00B5 and U+03BC: C2 B5, CE BC. */
function isOfMicro(byte: number): boolean {
  return byte === 0xc2 || byte === 0xb5 || byte === 0xce || byte === 0xbc
}

/** End of `1m23.4s`, whose first unit stands at `at`: two parts at least; 0 when it is none. */
function compoundEnd(text: Uint8Array, at: number): number {
  let p = at
  for (let parts = 1; parts <= 5; parts++) {
    const unit = unitAt(text, p)
    if (unit === 109 && unitAt(text, p + 1) === 115) p += 2
    else if (unit === 100 || unit === 104 || unit === 109 || unit === 115) p++
    else return 0
    const n = digitsAt(text, p)
    if (n === 0) return parts > 1 && !isWord(unitAt(text, p)) ? p : 0
    p += n
    if (unitAt(text, p) === 46) p += 1 + digitsAt(text, p + 1)
  }
  return 0
}

const cues = new Set(
  'in took after elapsed duration time total real user sys runtime latency finished done ran completed wall spent'.split(
    ' ',
  ),
)

/** Space, tab, `:`, `=`, `~`. */
function standsBetween(unit: number): boolean {
  return isSpace(unit) || unit === 58 || unit === 61 || unit === 126
}

/** A bracket, or a word such as `took`, stands before `at`. */
function measuredBefore(text: Uint8Array, at: number): boolean {
  let p = at - 1
  if (unitAt(text, p) === 40 || unitAt(text, p) === 91) return true
  while (p > at - 4 && standsBetween(unitAt(text, p))) p--
  const end = p + 1
  while (p > at - 16 && isLetter(unitAt(text, p))) p--
  return cues.has(lowerWordOf(text, p + 1, end))
}
