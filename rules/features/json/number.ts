import { digitsAt, isDigit } from '../mask/chars.ts'
import { node, type Tape } from './tape.ts'

/** As many digits every double keeps: such a number is written as it was read. */
const safeDigits = 15
/** Digits of the shortest whole number that a double may not hold. */
const longDigits = 17

/**
 * Adds the number at `at`, written as ECMAScript writes it. Returns the place behind it, -1 when it is none.
 * A whole number that a double cannot hold is added as a string.
 */
export function addNumber(tape: Tape, at: number): number {
  const { bytes } = tape.text
  const first = bytes[at] === 45 ? at + 1 : at
  const whole = digitsAt(bytes, first, Infinity)
  if (whole === 0 || (whole > 1 && bytes[first] === 48)) return -1
  let p = first + whole
  let decimals = 0
  if (bytes[p] === 46) {
    decimals = digitsAt(bytes, p + 1, Infinity)
    if (decimals === 0) return -1
    p += 1 + decimals
  }
  const mantissaEnd = p
  if (((bytes[p] ?? 0) | 32) === 101) {
    p++
    if (bytes[p] === 43 || bytes[p] === 45) p++
    if (!isDigit(bytes[p] ?? 0)) return -1
    p += digitsAt(bytes, p, Infinity)
  }
  if (p === mantissaEnd && isCanonical(bytes, first, whole, decimals)) tape.add(node.number, at, p)
  else addRewritten(tape, at, p, p === mantissaEnd && decimals === 0 && whole >= longDigits)
  return p
}

/** Few enough digits, and neither `-0` nor zeros at the wrong end. */
function isCanonical(bytes: Uint8Array, first: number, whole: number, decimals: number): boolean {
  if (whole + decimals > safeDigits) return false
  if (decimals === 0) return bytes[first] !== 48 || bytes[first - 1] !== 45
  if (bytes[first + whole + decimals] === 48) return false
  // From 0.000001 on; smaller ones are written with an exponent.
  return bytes[first] !== 48 || decimals <= 6
}

function addRewritten(tape: Tape, from: number, to: number, isLong: boolean): void {
  const { text } = tape
  const written = text.text(from, to)
  const number = Number(written)
  const plain = Number.isFinite(number) ? String(number === 0 ? 0 : number) : 'null'
  const isExact = !isLong || plain === written
  text.add(0)
  const start = text.length
  text.addText(isExact ? plain : written)
  tape.add(isExact ? node.number : node.string | 8, start, text.length)
  text.add(0)
}
