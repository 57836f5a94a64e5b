import { parseExact } from '../exact-json.ts'
import type { AttributeValue } from '../receiver/span-view.ts'

/** True when two values say the same: JSON text and the value it holds are one, key order does not matter. */
export function sameValue(a: AttributeValue, b: AttributeValue): boolean {
  if (a === b) return true
  return equal(opened(a), opened(b), 0)
}

const deepest = 32

function equal(a: AttributeValue | undefined, b: AttributeValue | undefined, depth: number): boolean {
  if (a === b) return true
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null || depth > deepest)
    return false
  if (Array.isArray(a) !== Array.isArray(b)) return false
  const left = a as Readonly<Record<string, AttributeValue>>
  const right = b as Readonly<Record<string, AttributeValue>>
  const keys = Object.keys(left)
  return (
    keys.length === Object.keys(right).length &&
    keys.every((key) => Object.hasOwn(right, key) && equal(left[key], right[key], depth + 1))
  )
}

function opened(value: AttributeValue): AttributeValue {
  if (typeof value !== 'string' || !/^\s*[[{"]/.test(value)) return value
  try {
    return parseExact(value) as AttributeValue
  } catch {
    return value
  }
}
