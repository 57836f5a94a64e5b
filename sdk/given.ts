/**
 * A field of whatever the application gave. Never throws: undefined when it has none, or when
 * reading it throws, as getters and proxies may.
 */
export function fieldOf(given: unknown, key: string): unknown {
  try {
    return (given as Readonly<Record<string, unknown>> | null | undefined)?.[key]
  } catch {
    return undefined
  }
}

/** The field when it is text and not empty. Never throws. */
export function textOf(given: unknown, key: string): string | undefined {
  const value = fieldOf(given, key)
  return typeof value === 'string' && value !== '' ? value : undefined
}

/** The field when it is true or false. Never throws. */
export function flagOf(given: unknown, key: string): boolean | undefined {
  const value = fieldOf(given, key)
  return typeof value === 'boolean' ? value : undefined
}

/** The field when it is a number, though it may be infinite. Never throws. */
export function numberOf(given: unknown, key: string): number | undefined {
  const value = fieldOf(given, key)
  return typeof value === 'number' && !Number.isNaN(value) ? value : undefined
}

/** Names and values of what the application gave, as far as they can be read. Never throws. */
export function entriesOf(given: unknown): readonly (readonly [string, unknown])[] {
  if (typeof given !== 'object' || given === null) return []
  try {
    return Object.keys(given).map((key) => [key, fieldOf(given, key)])
  } catch {
    return []
  }
}

/** What a text says as JSON; null when it is none. Never throws. */
export function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
