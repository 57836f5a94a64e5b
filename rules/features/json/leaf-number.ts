import { isDigit } from '../mask/chars.ts'

/** Longer values are texts, not fields. */
const longestValue = 48

/** The first number in the JSON text of a scalar between `from` and `to`; null when it holds none, or is long. */
export function numberIn(bytes: Uint8Array, from: number, to: number): number | null {
  if (to - from > longestValue) return null
  let at = from
  while (at < to && !isDigit(bytes[at] ?? 0)) at++
  if (at === to) return null
  const isNegative = bytes[at - 1] === 45 && (at - 1 === from || bytes[at - 2] === 34)
  let whole = 0
  for (; at < to && isDigit(bytes[at] ?? 0); at++) whole = whole * 10 + (bytes[at] ?? 0) - 48
  let share = 0
  if (bytes[at] === 46) {
    for (let unit = 0.1, p = at + 1; p < to && isDigit(bytes[p] ?? 0); p++, unit /= 10)
      share += unit * ((bytes[p] ?? 0) - 48)
  }
  return isNegative ? -(whole + share) : whole + share
}
