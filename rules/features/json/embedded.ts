import { digitsAt, isDigit } from '../mask/chars.ts'

/** Longest text that is tried as JSON, UTF-16 code units. */
const maxJsonChars = 1024 * 1024

/**
 * The object, array or string that a text is as JSON; undefined when it is just text. Whole numbers
 * that a double cannot hold stay exact, as strings: two ids that differ in the last digit differ.
 */
export function embeddedJson(text: string): object | string | undefined {
  const first = firstUnit(text)
  if (first !== 123 && first !== 91 && first !== 34) return undefined
  if (text.length > maxJsonChars || !closes(text, first)) return undefined
  try {
    const value: unknown = JSON.parse(hasLongNumber(text) ? quoteLongIntegers(text) : text)
    return typeof value === 'string' || (typeof value === 'object' && value !== null) ? value : undefined
  } catch {
    return undefined
  }
}

function firstUnit(text: string): number {
  let i = 0
  while (i < text.length && i < 64) {
    const unit = text.charCodeAt(i)
    if (unit > 32 && unit !== 0xfeff) return unit
    i++
  }
  return 0
}

function closes(text: string, first: number): boolean {
  let i = text.length - 1
  while (i > 0 && text.charCodeAt(i) <= 32) i--
  return text.charCodeAt(i) === (first === 123 ? 125 : first === 91 ? 93 : 34)
}

/** Digits of the shortest whole number that a double may not hold. */
const longDigits = 17

/** Looks at each 17th character only: a run of 17 digits cannot slip between. */
function hasLongNumber(text: string): boolean {
  for (let at = longDigits - 1; at < text.length; at += longDigits) {
    if (isDigit(text.charCodeAt(at)) && digitsAround(text, at) >= longDigits) return true
  }
  return false
}

function digitsAround(text: string, at: number): number {
  let from = at
  while (from > 0 && isDigit(text.charCodeAt(from - 1))) from--
  return at - from + digitsAt(text, at)
}

/** A whole number of 17 digits and more becomes a string unless a double holds it; all else stays. */
function quoteLongIntegers(text: string): string {
  return text.replace(token, (found) =>
    /^-?\d{17,}$/.test(found) && String(Number(found)) !== found ? `"${found}"` : found,
  )
}

const token = /"(?:[^"\\]|\\.)*"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g
