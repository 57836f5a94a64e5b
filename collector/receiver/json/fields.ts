import { PermanentError } from '../../errors/errors.ts'

/** An object as JSON.parse makes it. */
export type JsonObject = { readonly [name: string]: unknown }

/** The error of a field that is not what it should be. */
export function wrong(name: string, expected: string): PermanentError {
  return new PermanentError('bad_request', `${name} is not ${expected}`)
}

/**
 * A field by its lowerCamelCase name, or by its name in the .proto file, which the protobuf JSON
 * mapping has parsers accept. Missing and null are undefined.
 */
export function field(object: JsonObject, camel: string, snake: string = camel): unknown {
  return object[camel] ?? object[snake] ?? undefined
}

/** The value as an object; a missing one is empty. Throws PermanentError for anything else. */
export function asObject(value: unknown, name: string): JsonObject {
  if (value === undefined) return {}
  if (!isObject(value)) throw wrong(name, 'an object')
  return value
}

/** The value as an array; a missing one is empty. Throws PermanentError for anything else. */
export function asArray(value: unknown, name: string): readonly unknown[] {
  if (value === undefined) return []
  if (!Array.isArray(value)) throw wrong(name, 'an array')
  return value
}

/** The value as text; a missing one is empty. Throws PermanentError for anything else. */
export function asText(value: unknown, name: string): string {
  if (value === undefined) return ''
  if (typeof value !== 'string') throw wrong(name, 'a string')
  return value
}

/**
 * A 64-bit integer, signed or not, as JSON number or decimal text: both are in use. Text comes back
 * beyond 2^53. Throws PermanentError for anything else.
 */
export function asInteger(value: unknown, name: string): number | string {
  const isInteger = typeof value === 'number' ? Number.isInteger(value) : isDecimal(value)
  if (!isInteger) throw wrong(name, 'an integer')
  const number = Number(value)
  if (Number.isSafeInteger(number)) return number === 0 ? 0 : number
  const exact = BigInt(value as number | string)
  if (exact < -(2n ** 63n) || exact >= 2n ** 64n) throw wrong(name, 'an integer of 64 bits')
  return exact.toString()
}

function isDecimal(value: unknown): value is string {
  return typeof value === 'string' && /^-?\d{1,20}$/.test(value)
}

/** Nanoseconds as milliseconds; a missing value is 0. Throws PermanentError when it is no such number. */
export function asMs(value: unknown, name: string): number {
  const ms = value === undefined ? 0 : Number(asInteger(value, name)) / 1e6
  if (ms < 0) throw wrong(name, 'a time after 1970')
  return ms
}

/** An enum by number or by name, the position in `names`; missing and unknown values are 0. */
export function asEnum(value: unknown, names: readonly string[]): number {
  const number = typeof value === 'string' ? names.indexOf(value) : value
  return typeof number === 'number' && Number.isInteger(number) && number > 0 && number < names.length
    ? number
    : 0
}

/** Whether the value is an object and no array. */
export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
