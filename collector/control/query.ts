import { maskSecrets } from '@loop-observer/rules'
import { PermanentError } from '../errors/errors.ts'

/** Bounds of a number in a query. */
export interface NumberRange {
  readonly min: number
  readonly max: number
  /** When the parameter is absent. */
  readonly otherwise: number
}

/** A whole number of the query; above `max` it counts as `max`. Throws PermanentError `bad_request`. */
export function wholeNumber(query: URLSearchParams, name: string, range: NumberRange): number {
  const text = query.get(name)
  if (text === null || text === '') return range.otherwise
  const value = Number(text)
  if (!Number.isSafeInteger(value) || value < range.min) {
    throw new PermanentError('bad_request', `\`${name}\` must be a whole number from ${range.min}`)
  }
  return Math.min(value, range.max)
}

/** One word of a list, or undefined when the parameter is absent. Throws PermanentError `bad_request`. */
export function oneOf<Word extends string>(
  query: URLSearchParams,
  name: string,
  words: readonly Word[],
): Word | undefined {
  const text = query.get(name)
  if (text === null || text === '') return undefined
  const word = words.find((candidate) => candidate === text)
  if (word === undefined) {
    throw new PermanentError('bad_request', `\`${name}\` must be one of ${words.join(', ')}`)
  }
  return word
}

/** True for `true`, false for `false` and when the parameter is absent. Throws PermanentError `bad_request`. */
export function flagOf(query: URLSearchParams, name: string): boolean {
  return oneOf(query, name, ['true', 'false']) === 'true'
}

/** Text of the query, or undefined when it is absent or empty. */
export function words(query: URLSearchParams, name: string): string | undefined {
  return query.get(name) || undefined
}

/** Text of the query that names an agent or a task, without what looks like a secret; null when it is absent or empty. */
export function nameOf(query: URLSearchParams, name: string): string | null {
  const said = words(query, name)
  return said === undefined ? null : maskSecrets(said)
}

const mostAttributes = 32
const longestValue = 200

/** Attributes of a run in the query, a JSON object of texts, without what looks like a secret. Throws PermanentError `bad_request`. */
export function attributesOf(query: URLSearchParams): Readonly<Record<string, string>> {
  const said = words(query, 'attributes')
  if (said === undefined) return {}
  const entries = Object.entries(jsonObject(said)).slice(0, mostAttributes)
  return Object.fromEntries(
    entries.map(([key, value]) => [
      key.slice(0, longestValue),
      maskSecrets(String(value).slice(0, longestValue * 4)).slice(0, longestValue),
    ]),
  )
}

function jsonObject(text: string): object {
  try {
    const value: unknown = JSON.parse(text)
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value
  } catch {
    // Said below, as for JSON of another kind.
  }
  throw new PermanentError('bad_request', '`attributes` must be a JSON object')
}

const unitsMs = { s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000, w: 604_800_000 } as const

/**
 * A point in time: an ISO 8601 date, or a span back from now (`30d`, `12h`, `15m`, `2w`).
 * Milliseconds since the epoch, or undefined when absent. Throws PermanentError `bad_request`.
 */
export function pointInTime(query: URLSearchParams, name: string, nowMs: number): number | undefined {
  const text = query.get(name)
  if (text === null || text === '') return undefined
  const span = /^(\d{1,6})([smhdw])$/.exec(text)
  if (span) return nowMs - Number(span[1]) * unitsMs[span[2] as keyof typeof unitsMs]
  const atMs = Date.parse(text)
  if (Number.isNaN(atMs) || !/^\d{4}-/.test(text)) {
    throw new PermanentError('bad_request', `\`${name}\` must be an ISO 8601 time, or like 30d or 12h`)
  }
  return atMs
}
