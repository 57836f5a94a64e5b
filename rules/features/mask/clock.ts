import { standsAt, unitAt } from '../bytes/letters.ts'
import { digitsAt, isDigit, isWord } from './chars.ts'

/** End of `07:56:38.556` or `7:56:38 PM` at `at`; 0 when there is none. */
export function clockEnd(text: Uint8Array, at: number): number {
  const n = isDigit(unitAt(text, at + 1)) ? 2 : 1
  const minutes = at + n + 1
  if (!isDigit(unitAt(text, at)) || unitAt(text, at + n) !== 58 || unitAt(text, minutes + 2) !== 58) return 0
  if (digitsAt(text, minutes, 3) !== 2 || digitsAt(text, minutes + 3, 3) !== 2) return 0
  const hour = n === 2 ? number2(text, at) : unitAt(text, at) - 48
  if (hour > 23 || number2(text, minutes) > 59 || number2(text, minutes + 3) > 60) return 0
  const end = fractionEnd(text, minutes + 5)
  const half = unitAt(text, end) === 32 ? end + 1 : end
  if (isHalfDay(text, half)) return half + 2
  const after = unitAt(text, end)
  return isWord(after) && after !== 90 ? 0 : end
}

/** `AM`, `pm`. */
function isHalfDay(text: Uint8Array, at: number): boolean {
  const first = unitAt(text, at) | 32
  return (
    (first === 97 || first === 112) && (unitAt(text, at + 1) | 32) === 109 && !isWord(unitAt(text, at + 2))
  )
}

/** End of `07:56` at `at`; 0 when there is none. */
export function hoursMinutesEnd(text: Uint8Array, at: number): number {
  if (digitsAt(text, at, 3) !== 2 || unitAt(text, at + 2) !== 58 || digitsAt(text, at + 3, 3) !== 2) return 0
  return number2(text, at) < 24 && number2(text, at + 3) < 60 ? at + 5 : 0
}

/** End of `.556` or `,556` at `at`; `at` itself when there is none. */
export function fractionEnd(text: Uint8Array, at: number): number {
  const mark = unitAt(text, at)
  if (mark !== 46 && mark !== 44) return at
  const n = digitsAt(text, at + 1)
  return n > 0 && n <= 9 ? at + 1 + n : at
}

/** End of `Z`, `+02:00`, ` +0200`, ` UTC`, ` GMT` at `at`; `at` itself when there is none. */
export function zoneEnd(text: Uint8Array, at: number): number {
  const unit = unitAt(text, at)
  if ((unit === 90 || unit === 122) && !isWord(unitAt(text, at + 1))) return at + 1
  const p = unit === 32 ? at + 1 : at
  const sign = unitAt(text, p)
  if (sign === 85 || sign === 71) return isZoneName(text, p) ? p + 3 : at
  if (sign !== 43 && sign !== 45) return at
  const n = digitsAt(text, p + 1, 5)
  if (n === 4) return p + 5
  if (n !== 2) return at
  if (unitAt(text, p + 3) === 58 && digitsAt(text, p + 4, 3) === 2) return p + 6
  return unit === 32 || isWord(unitAt(text, p + 3)) ? at : p + 3
}

function isZoneName(text: Uint8Array, at: number): boolean {
  return (standsAt(text, at, 'UTC') || standsAt(text, at, 'GMT')) && !isWord(unitAt(text, at + 3))
}

/** The number of the two digits at `at`. */
export function number2(text: Uint8Array, at: number): number {
  return (unitAt(text, at) - 48) * 10 + unitAt(text, at + 1) - 48
}
