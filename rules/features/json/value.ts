/** A value of JSON without parts. */
export type JsonScalar = string | number | boolean | null

/** An object of JSON, its properties not yet looked at. */
export type JsonObject = Readonly<Record<string, unknown>>

/** Any value that JSON can hold, as far as one looks. */
export type JsonValue = JsonScalar | readonly unknown[] | JsonObject

/** Characters that stand for themselves in a JSON text. */
const ordinary = /^[ !#-[\]-~]*$/

/** JSON text of a scalar; a number that JSON does not have is null. */
export function scalarJson(value: JsonScalar): string {
  if (typeof value === 'string') {
    return value.length < 256 && ordinary.test(value) ? `"${value}"` : JSON.stringify(value)
  }
  if (typeof value === 'number') return Number.isFinite(value) ? String(value === 0 ? 0 : value) : 'null'
  return String(value)
}

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

/** Keys in the order of RFC 8785, by UTF-16 code units. */
export function sortedKeys(value: object): string[] {
  let keys: string[]
  try {
    keys = Object.keys(value)
  } catch {
    return []
  }
  return keys.length > 24 ? keys.sort() : insertionSort(keys)
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

/** Faster than the built-in for the few keys that objects mostly have. */
function insertionSort(keys: string[]): string[] {
  for (let i = 1; i < keys.length; i++) {
    const key = keys[i] ?? ''
    let at = i - 1
    while (at >= 0 && (keys[at] ?? '') > key) {
      keys[at + 1] = keys[at] ?? ''
      at--
    }
    keys[at + 1] = key
  }
  return keys
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
