import { jsonValue, propertyOf, type JsonObject, type JsonValue } from './value.ts'

/** Deepest nesting that is written; a cycle ends here. */
const maxDepth = 100
/** Most values that are written. */
const maxNodes = 50_000

/**
 * A value as JSON text. Never throws: what JSON does not know becomes null or its text, what cannot be read is
 * left out, binary data is written as far as its first bytes, and what lies deeper than 100 levels or
 * beyond 50 000 values is cut.
 */
export function jsonText(value: unknown): string {
  if (isPlain(value, { left: maxNodes, depth: 0 })) {
    try {
      return JSON.stringify(value) ?? 'null'
    } catch {
      // A getter or `toJSON` of its own threw.
    }
  }
  return JSON.stringify(plainCopy(value, { left: maxNodes, depth: 0 }))
}

interface Bounds {
  left: number
  depth: number
}

/** True when `JSON.stringify` writes the value within bounds and without loss. */
function isPlain(value: unknown, bounds: Bounds): boolean {
  if (typeof value === 'bigint' || bounds.left-- <= 0 || bounds.depth > maxDepth) return false
  if (typeof value !== 'object' || value === null) return true
  if (ArrayBuffer.isView(value)) return false
  bounds.depth++
  try {
    if (Array.isArray(value)) {
      for (const item of value) if (!isPlain(item, bounds)) return false
    } else {
      for (const key of Object.keys(value)) if (!isPlain((value as JsonObject)[key], bounds)) return false
    }
  } catch {
    return false
  }
  bounds.depth--
  return true
}

/** Stands for what lies beyond the bounds. */
const beyond = '…'

function plainCopy(value: unknown, bounds: Bounds): JsonValue {
  const json = jsonValue(value)
  if (typeof json !== 'object' || json === null) return json
  if (bounds.depth > maxDepth || bounds.left-- <= 0) return beyond
  bounds.depth++
  const copy = Array.isArray(json) ? copyList(json, bounds) : copyObject(json as JsonObject, bounds)
  bounds.depth--
  return copy
}

function copyList(list: readonly unknown[], bounds: Bounds): JsonValue {
  const copy: JsonValue[] = []
  for (const item of list) {
    if (bounds.left-- <= 0) break
    copy.push(plainCopy(item, bounds))
  }
  return copy
}

function copyObject(object: JsonObject, bounds: Bounds): JsonValue {
  const copy: [string, JsonValue][] = []
  for (const key of keysOf(object)) {
    if (bounds.left-- <= 0) break
    const item = propertyOf(object, key)
    if (item !== undefined) copy.push([key, plainCopy(item, bounds)])
  }
  return Object.fromEntries(copy)
}

function keysOf(object: JsonObject): readonly string[] {
  try {
    return Object.keys(object)
  } catch {
    return []
  }
}
