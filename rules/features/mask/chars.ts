import { unitAt } from '../bytes/letters.ts'

/** True for `0` to `9`. */
export function isDigit(unit: number): boolean {
  return unit >= 48 && unit <= 57
}

/** True for ASCII letters. */
export function isLetter(unit: number): boolean {
  const lower = unit | 32
  return lower >= 97 && lower <= 122
}

/** True for ASCII letters, digits and `_`. */
export function isWord(unit: number): boolean {
  return isLetter(unit) || isDigit(unit) || unit === 95
}

/** True for hexadecimal digits. */
export function isHex(unit: number): boolean {
  const lower = unit | 32
  return isDigit(unit) || (lower >= 97 && lower <= 102)
}

/** True for space and tab. */
export function isSpace(unit: number): boolean {
  return unit === 32 || unit === 9
}

/** How many digits stand at `at`, at most `max`. */
export function digitsAt(text: Uint8Array, at: number, max = 24): number {
  let n = 0
  while (n < max && isDigit(unitAt(text, at + n))) n++
  return n
}
