import { jsonValue, propertyOf, scalarJson, sortedKeys, type JsonObject, type JsonValue } from './value.ts'

/** Deepest nesting that is written out; what lies deeper is written as {@link beyond}. */
export const maxDepth = 96

/** Most values of one document that are written out. */
export const maxNodes = 50_000

/** Stands for what lies beyond the bounds. */
export const beyond = '"…"'

/**
 * JSON Canonicalization Scheme (RFC 8785): keys sorted by UTF-16 code units, numbers as ECMAScript
 * writes them, no spacing. Never throws: what is deeper than {@link maxDepth} (a cycle, for one) or
 * beyond {@link maxNodes} values is cut; numbers that JSON does not have become null.
 */
export function canonicalJson(value: unknown): string {
  return write(jsonValue(value), { nodes: 0 }, 0)
}

function write(value: JsonValue, budget: { nodes: number }, depth: number): string {
  if (typeof value !== 'object' || value === null) return scalarJson(value)
  if (depth >= maxDepth || budget.nodes++ > maxNodes) return beyond
  if (Array.isArray(value)) {
    let out = '['
    for (let i = 0; i < value.length && budget.nodes++ <= maxNodes; i++) {
      out += (i > 0 ? ',' : '') + write(jsonValue(value[i]), budget, depth + 1)
    }
    return out + ']'
  }
  let out = '{'
  for (const key of sortedKeys(value)) {
    if (budget.nodes++ > maxNodes) break
    const item = propertyOf(value as JsonObject, key)
    if (item !== undefined)
      out += `${out.length > 1 ? ',' : ''}${JSON.stringify(key)}:${write(item, budget, depth + 1)}`
  }
  return out + '}'
}
