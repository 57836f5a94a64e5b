/**
 * As `JSON.parse`, but an integer that a number cannot hold exactly is its digits as text: ids of 19 digits that
 * differ in the last are two ids. Throws what `JSON.parse` throws.
 */
export function parseExact(text: string): unknown {
  return longNumber.test(text) ? JSON.parse(text, digits) : JSON.parse(text)
}

/**
 * As `JSON.parse`, for a value that is written again by `JSON.stringify`: every number comes out as it went in
 * that would come out as another. Such a number is an object meanwhile. Throws what `JSON.parse` throws.
 */
export function parseToRewrite(text: string): unknown {
  return longNumber.test(text) ? JSON.parse(text, raw) : JSON.parse(text)
}

/** Anywhere, also within texts: then it only takes longer. */
const longNumber = /\d{16}|\d[eE]\+?\d{3}/

/** The third argument of a reviver, from V8 11.4 on. */
interface Source {
  readonly source?: string
}

function digits(_: string, value: unknown, { source }: Source = {}): unknown {
  return isInexact(value, source) && /^-?\d{16,}$/.test(source) ? source : value
}

function raw(_: string, value: unknown, { source }: Source = {}): unknown {
  return isInexact(value, source) ? (JSON as unknown as RawJson).rawJSON(source) : value
}

/** ECMAScript proposal `json-parse-with-source`; in Node from 21 on, and not yet in TypeScript's library. */
interface RawJson {
  rawJSON(text: string): unknown
}

function isInexact(value: unknown, source: string | undefined): source is string {
  return typeof value === 'number' && source !== undefined && String(value) !== source
}
