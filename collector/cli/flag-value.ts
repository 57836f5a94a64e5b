import { didYouMean } from '../config/nearest.ts'
import { pointInTime } from '../control/query.ts'
import { PermanentError } from '../errors/errors.ts'
import { UsageError, type Invocation } from './command.ts'

/** A flag that takes one of some words, or undefined when it was not given. Throws UsageError. */
export function wordOf<Word extends string>(
  { flags }: Invocation,
  name: string,
  words: readonly Word[],
): Word | undefined {
  const text = flags[name]
  if (text === undefined) return undefined
  const word = words.find((each) => each === text)
  if (word !== undefined) return word
  throw new UsageError(
    `--${name} takes one of ${words.join(', ')}, not \`${text}\`.${didYouMean(text, words)}`,
  )
}

/** A flag that takes a whole number from 1, or undefined when it was not given. Throws UsageError. */
export function countOf({ flags }: Invocation, name: string): number | undefined {
  const text = flags[name]
  if (text === undefined) return undefined
  const value = Number(text)
  if (Number.isSafeInteger(value) && value >= 1) return value
  throw new UsageError(`--${name} takes a whole number from 1, not \`${text}\`.`)
}

/** A flag that takes an amount above 0, or undefined when it was not given. Throws UsageError. */
export function amountOf({ flags }: Invocation, name: string): number | undefined {
  const text = flags[name]
  if (text === undefined) return undefined
  const value = text.trim() === '' ? Number.NaN : Number(text)
  if (Number.isFinite(value) && value > 0) return value
  throw new UsageError(`--${name} takes a number above 0, not \`${text}\`.`)
}

/** A flag that takes words with commas between, or undefined when it was not given. Throws UsageError. */
export function listOf({ flags }: Invocation, name: string): readonly string[] | undefined {
  const words = flags[name]?.split(',').map((word) => word.trim())
  if (words?.some((word) => word === '') === true)
    throw new UsageError(`--${name} takes words with commas between.`)
  return words
}

/** A flag that takes a point in time, as the control channel reads it, or undefined. Throws UsageError. */
export function timeOf({ flags }: Invocation, name: string): string | undefined {
  const text = flags[name]
  if (text === undefined) return undefined
  try {
    if (pointInTime(new URLSearchParams({ [name]: text }), name, Date.now()) !== undefined) return text
  } catch (error) {
    if (!(error instanceof PermanentError)) throw error
  }
  throw new UsageError(`--${name} takes 30d, 12h, 15m or an ISO 8601 time, not \`${text}\`.`)
}
