import { base64ToNumbers } from './base64.ts'

/** Fields of an object whose names are known. */
export type Fields = Readonly<Record<string, unknown>>

/** `value` as an object with none but the `allowed` keys. @throws Error with `at` and what is expected. */
export function objectOf(value: unknown, at: string, allowed: readonly string[]): Fields {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new Error(`${at}: an object expected`)
  for (const key of Object.keys(value)) {
    if (!allowed.includes(key)) throw new Error(`${at}: unexpected key ${JSON.stringify(key.slice(0, 40))}`)
  }
  return value as Fields
}

/** A fingerprint. @throws Error unless it is 32 lowercase hex digits. */
export function fingerprint(value: unknown, at: string): string {
  if (typeof value !== 'string' || !/^[0-9a-f]{32}$/.test(value))
    throw new Error(`${at}: 32 lowercase hex digits expected`)
  return value
}

/** Null, or what `read` makes of the field. */
export function orNull<T>(
  fields: Fields,
  key: string,
  at: string,
  read: (value: unknown, at: string) => T,
): T | null {
  const value = fields[key]
  return value === null ? null : read(value, `${at}.${key}`)
}

/** A count. @throws Error unless it is a whole number from 0. */
export function count(fields: Fields, key: string, at: string): number {
  const value = fields[key]
  if (typeof value !== 'number' || !Number.isSafeInteger(value) || value < 0) {
    throw new Error(`${at}.${key}: a whole number from 0 expected`)
  }
  return value
}

/** At most `max` 32-bit numbers. @throws Error when it is anything else. */
export function numbers(value: unknown, at: string, max: number): Uint32Array {
  const found = typeof value === 'string' && value.length <= max * 8 + 8 ? base64ToNumbers(value) : null
  if (found === null || found.length > max)
    throw new Error(`${at}: base64 of at most ${max} numbers expected`)
  return found
}

/** As {@link numbers}, each larger than the one before. @throws Error when it is anything else. */
export function sketch(fields: Fields, key: string, at: string, max: number): Uint32Array {
  const found = numbers(fields[key], `${at}.${key}`, max)
  for (let i = 1; i < found.length; i++) {
    if ((found[i] ?? 0) <= (found[i - 1] ?? 0)) throw new Error(`${at}.${key}: ascending numbers expected`)
  }
  return found
}
