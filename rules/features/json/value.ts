/** A value of JSON without parts. */
type JsonScalar = string | number | boolean | null

/** An object of JSON, its properties not yet looked at. */
export type JsonObject = Readonly<Record<string, unknown>>

/** Any value that JSON can hold, as far as one looks. */
export type JsonValue = JsonScalar | readonly unknown[] | JsonObject

/** What JSON makes of a value: `toJSON` is asked, what JSON does not know becomes null. */
export function jsonValue(value: unknown): JsonValue {
  switch (typeof value) {
    case 'string':
    case 'number':
    case 'boolean':
      return value
    case 'object':
      return value === null || Array.isArray(value) ? value : plainObject(value)
    case 'bigint':
      return value.toString()
    case 'undefined':
    case 'function':
    case 'symbol':
      return null
  }
}

/** The JSON value of a property; undefined when JSON leaves it out. */
export function propertyOf(value: JsonObject, key: string): JsonValue | undefined {
  let item: unknown
  try {
    item = value[key]
  } catch {
    return undefined
  }
  if (item === undefined || typeof item === 'function' || typeof item === 'symbol') return undefined
  return jsonValue(item)
}

function plainObject(value: object): JsonValue {
  if (ArrayBuffer.isView(value)) return viewText(value)
  try {
    if (!('toJSON' in value) || typeof value.toJSON !== 'function') return value as JsonObject
    const made: unknown = value.toJSON()
    if (typeof made === 'object') return made as JsonValue
    return jsonValue(made)
  } catch {
    return null
  }
}

/** Most bytes of binary data that are looked at. */
const maxBytes = 4096

function viewText(view: ArrayBufferView): string {
  const bytes = new Uint8Array(view.buffer, view.byteOffset, Math.min(view.byteLength, maxBytes))
  return `<${view.byteLength} bytes ${Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')}>`
}
