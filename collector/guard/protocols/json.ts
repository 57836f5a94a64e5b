/** A JSON object of which nothing is known yet. */
export type JsonObject = Readonly<Record<string, unknown>>

/** True for a JSON object. */
export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** The objects of a list; what is no list has none. */
export function objectsIn(value: unknown): readonly JsonObject[] {
  return Array.isArray(value) ? value.filter(isObject) : []
}

/** A text that is not empty, or null. */
export function textIn(value: unknown): string | null {
  return typeof value === 'string' && value !== '' ? value : null
}

/** Sum of the numbers, null when there is none. */
export function sumIn(...values: readonly unknown[]): number | null {
  const numbers = values.filter((value) => typeof value === 'number')
  return numbers.length === 0 ? null : numbers.reduce((sum, value) => sum + value, 0)
}

/** What a message says: its text, or that of its parts; parts of other kinds stand as JSON. */
export function spoken(content: unknown): string {
  if (typeof content === 'string') return content
  if (!Array.isArray(content)) return content === undefined || content === null ? '' : JSON.stringify(content)
  return content
    .map((part: unknown) => {
      if (typeof part === 'string') return part
      return isObject(part) && typeof part['text'] === 'string' ? part['text'] : JSON.stringify(part)
    })
    .join('\n')
}
