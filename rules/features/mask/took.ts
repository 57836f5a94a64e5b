import { digitsAt, isLetter, isWord } from './chars.ts'
import { match, took, type Match } from './labels.ts'

/**
 * A measured duration that starts with `n` digits at `at`: `0.32s`, `12 ms`, `1m23s`, `took 3 sec`.
 * Whole seconds without a word that says they were measured may be a setting, and stay.
 */
export function tookAt(text: string, at: number, n: number): Match {
  if (at > 0 && text.charCodeAt(at - 1) === 46) return 0
  let p = at + n
  let exact = false
  if (text.charCodeAt(p) === 46) {
    const decimals = digitsAt(text, p + 1)
    if (decimals === 0) return 0
    exact = true
    p += 1 + decimals
  }
  const gap = text.charCodeAt(p) === 32 ? 1 : 0
  const unit = unitAt(text, p + gap)
  if (unit === '') return 0
  const end = p + gap + unit.length
  if (fine.has(unit)) return match(end, took)
  if (gap === 0 && compoundUnits.has(unit)) {
    const last = compoundEnd(text, end)
    if (last > end) return match(last, took)
  }
  if (!seconds.has(unit)) return 0
  return exact || measuredBefore(text, at) ? match(end, took) : 0
}

const fine = new Set([
  'ms',
  'msec',
  'msecs',
  'millisecond',
  'milliseconds',
  'µs',
  'μs',
  'us',
  'ns',
  'microseconds',
  'nanoseconds',
])
const seconds = new Set(['s', 'sec', 'secs', 'second', 'seconds'])
const compoundUnits = new Set(['d', 'h', 'm'])

function unitAt(text: string, at: number): string {
  let end = at
  for (; end < at + 13; end++) {
    const unit = text.charCodeAt(end)
    if (!isLetter(unit) && unit !== 0xb5 && unit !== 0x3bc) break
  }
  if (end === at || text.charCodeAt(end) === 95) return ''
  const name = text.slice(at, end)
  return name.length === 1 || isWord(text.charCodeAt(end))
    ? name.slice(0, 1 + Number(!isWord(text.charCodeAt(end))))
    : name.toLowerCase()
}

/** End of `2m3.4s` after its first part, or `at`. */
function compoundEnd(text: string, at: number): number {
  let end = at
  for (let part = 0; part < 4; part++) {
    const n = digitsAt(text, end)
    if (n === 0) break
    let p = end + n
    if (text.charCodeAt(p) === 46) p += 1 + digitsAt(text, p + 1)
    const unit = text[p] === 'm' && text[p + 1] === 's' ? 2 : 'hms'.includes(text[p] ?? '?') ? 1 : 0
    if (unit === 0) break
    end = p + unit
  }
  return isWord(text.charCodeAt(end)) ? at : end
}

const cues = new Set(
  'in took after elapsed duration time total real user sys runtime latency finished done ran completed wall spent'.split(
    ' ',
  ),
)

function measuredBefore(text: string, at: number): boolean {
  let p = at - 1
  if (text.charCodeAt(p) === 40 || text.charCodeAt(p) === 91) return true
  while (p >= 0 && p > at - 4 && ' :=\t~'.includes(text[p] ?? '?')) p--
  const end = p + 1
  while (p >= 0 && p > at - 16 && isLetter(text.charCodeAt(p))) p--
  return cues.has(text.slice(p + 1, end).toLowerCase())
}
