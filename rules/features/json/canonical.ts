/** Deepest nesting that is written out; what lies deeper is written as {@link beyond}. */
export const maxDepth = 96

/** Most values of one document that are written out. */
export const maxNodes = 50_000

/** Stands for what lies beyond the bounds, and for a value inside itself. */
export const beyond = '"…"'

/**
 * JSON Canonicalization Scheme (RFC 8785): keys sorted by UTF-16 code units, numbers as ECMAScript
 * writes them, no spacing. Never throws: a cycle and what is deeper than {@link maxDepth} or beyond
 * {@link maxNodes} values is cut; numbers that JSON does not have become null.
 */
export function canonicalJson(value: unknown): string {
  return write(jsonValue(value), { nodes: 0 }, 0)
}

function write(value: JsonValue, budget: { nodes: number }, depth: number): string {
  if (typeof value !== 'object' || value === null) return scalarJson(value)
  if (depth > maxDepth || budget.nodes++ > maxNodes) return beyond
  if (Array.isArray(value)) {
    let out = '['
    for (let i = 0; i < value.length && budget.nodes <= maxNodes; i++) {
      budget.nodes++
      out += (i > 0 ? ',' : '') + write(jsonValue(value[i]), budget, depth + 1)
    }
    return out + ']'
  }
  let out = '{'
  for (const key of sortedKeys(value)) {
    if (budget.nodes++ > maxNodes) break
    const item = propertyOf(value as Readonly<Record<string, unknown>>, key)
    if (item === undefined) continue
    out += (out.length > 1 ? ',' : '') + JSON.stringify(key) + ':' + write(item, budget, depth + 1)
  }
  return out + '}'
}

/** Any value that JSON can hold, as far as one looks. */
export type JsonValue =
  | string
  | number
  | boolean
  | null
  | readonly unknown[]
  | Readonly<Record<string, unknown>>

/** A JSON text of a scalar. */
export function scalarJson(value: string | number | boolean | null): string {
  if (typeof value === 'string') return JSON.stringify(value)
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
    case 'bigint':
      return value.toString()
    case 'object': {
      if (value === null) return null
      if (ArrayBuffer.isView(value)) return viewText(value)
      return hasToJson(value) ? fromToJson(value) : (value as Readonly<Record<string, unknown>>)
    }
    case 'undefined':
    case 'function':
    case 'symbol':
      return null
  }
}

/** Keys in the order of RFC 8785. */
export function sortedKeys(value: object): string[] {
  try {
    const keys = Object.keys(value)
    return keys.length > 1 ? keys.sort() : keys
  } catch {
    return []
  }
}

/** The JSON value of a property; undefined when JSON leaves it out. */
export function propertyOf(value: Readonly<Record<string, unknown>>, key: string): JsonValue | undefined {
  let item: unknown
  try {
    item = value[key]
  } catch {
    return undefined
  }
  if (item === undefined || typeof item === 'function' || typeof item === 'symbol') return undefined
  return jsonValue(item)
}

function hasToJson(value: object): value is { toJSON: () => unknown } {
  try {
    return 'toJSON' in value && typeof value.toJSON === 'function'
  } catch {
    return false
  }
}

function fromToJson(value: { toJSON: () => unknown }): JsonValue {
  try {
    const plain = value.toJSON()
    return typeof plain === 'object' && plain !== null
      ? (plain as Readonly<Record<string, unknown>>)
      : jsonValue(plain)
  } catch {
    return null
  }
}

function viewText(view: ArrayBufferView): string {
  const bytes = new Uint8Array(view.buffer, view.byteOffset, Math.min(view.byteLength, 4096))
  return `<${view.byteLength} bytes ${Array.from(bytes, (b) => b.toString(16).padStart(2, '0')).join('')}>`
}
