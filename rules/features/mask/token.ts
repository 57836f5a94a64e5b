import { unitAt } from '../bytes/letters.ts'
import { digitsAt, isDigit, isWord } from './chars.ts'
import { addressAt, uuidAt } from './ids.ts'
import { bracketPidAt, keyedPart, namedPart } from './keyed.ts'
import type { Part } from './labels.ts'
import { scoreAt } from './score.ts'
import { timeAt } from './time.ts'
import type { TokenContext } from './token-context.ts'
import { tookAt } from './took.ts'
import { unkeyedPart } from './unkeyed.ts'

/** The volatile part to which the first digit of a token belongs, at `digitAt`. */
export function tokenPart(text: Uint8Array, digitAt: number, context: TokenContext): Part | null {
  const { floor } = context
  let from = digitAt
  while (from > floor && isWord(unitAt(text, from - 1))) from--
  return (
    keyedPart(text, from, floor) ??
    anyUuid(text, from, floor) ??
    (from === digitAt ? numberPart(text, from, context) : null) ??
    namedPart(text, from, floor) ??
    bracketPidAt(text, from, context)
  )
}

/** A UUID here, or one or two groups before: those may be letters alone, the third holds the version. */
function anyUuid(text: Uint8Array, from: number, floor: number): Part | null {
  if (unitAt(text, from + 8) === 45) return uuidAt(text, from)
  if (unitAt(text, from - 1) !== 45 || from - 9 < floor) return null
  return uuidAt(text, from - 9) ?? (from - 14 < floor ? null : uuidAt(text, from - 14))
}

function numberPart(text: Uint8Array, from: number, context: TokenContext): Part | null {
  const n = digitsAt(text, from)
  const next = unitAt(text, from + n)
  if (next === 120) return n === 1 && unitAt(text, from) === 48 ? addressAt(text, from) : null
  if (isDigit(unitAt(text, from - 1))) return null
  return (
    (next === 46 ? scoreAt(text, from, n) : null) ??
    (context.times ? timeAt(text, from, n) : null) ??
    tookAt(text, from, n) ??
    unkeyedPart(text, from, { n, times: context.times })
  )
}
