import { looksLikeJson } from './open.ts'

/**
 * The object, array or string that a text is as JSON; undefined when it is just text. Whole numbers
 * that a double cannot hold stay exact, as strings: two ids that differ in the last digit differ.
 */
export function embeddedJson(text: string): object | string | undefined {
  if (!looksLikeJson(text)) return undefined
  try {
    const value: unknown = JSON.parse(hasLongNumber(text) ? quoteLongIntegers(text) : text)
    return typeof value === 'string' || (typeof value === 'object' && value !== null) ? value : undefined
  } catch {
    return undefined
  }
}

/** Digits of the shortest whole number that a double may not hold. */
const longDigits = 16

/** Looks at each 16th character only: a run of 16 digits cannot slip between. */
function hasLongNumber(text: string): boolean {
  for (let at = longDigits - 1; at < text.length; at += longDigits) {
    if (isDigitAt(text, at) && digitsAround(text, at) >= longDigits) return true
  }
  return false
}

function digitsAround(text: string, at: number): number {
  let from = at
  while (isDigitAt(text, from - 1)) from--
  let to = at
  while (isDigitAt(text, to)) to++
  return to - from
}

function isDigitAt(text: string, at: number): boolean {
  const unit = text.charCodeAt(at)
  return unit >= 48 && unit <= 57
}

/** A whole number of 16 digits and more becomes a string unless a double holds it; all else stays. */
function quoteLongIntegers(text: string): string {
  return text.replace(token, (found) =>
    /^-?\d{16,}$/.test(found) && String(Number(found)) !== found ? `"${found}"` : found,
  )
}

const token = /"(?:[^"\\]|\\.)*"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g
