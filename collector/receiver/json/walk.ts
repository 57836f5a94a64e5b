import { PermanentError } from '../../errors/errors.ts'
import type { DecodeLimits } from '../limits.ts'
import type { Rejections } from '../rejections.ts'
import { asArray, asObject, asText, field, isObject, type JsonObject } from './fields.ts'
import { guardJson } from './guard.ts'
import { readAttributes, type JsonSource } from './json-span.ts'

/** What the lists around the items of a signal are called, in lowerCamelCase and in the .proto file. */
interface ListNames {
  readonly resources: readonly [camel: string, snake: string]
  readonly scopes: readonly [camel: string, snake: string]
  readonly items: readonly [camel: string, snake: string]
}

/** How to read one signal. */
export interface JsonSignal<Item> {
  readonly names: ListNames
  /** Throws PermanentError when the item is malformed or beyond a limit. */
  readonly readItem: (value: unknown, source: JsonSource, limits: DecodeLimits) => Item
}

/** The good items of one request, and how many others there were. */
interface Walked<Item> {
  readonly items: readonly Item[]
  readonly rejected: number
  readonly rejectedReason: string
}

/**
 * Reads an export request in OTLP/JSON, with integers as numbers or text, enums as numbers or names.
 * An item that is malformed, or whose resource or scope is, is rejected and the others are kept.
 * Throws PermanentError `bad_request` when the body is no JSON or the lists around items are none,
 * `too_large` at more items than the rejections allow.
 */
export function walkJson<Item>(
  bytes: Buffer,
  limits: DecodeLimits,
  rejections: Rejections,
  { names, readItem }: JsonSignal<Item>,
): Walked<Item> {
  guardJson(bytes)
  const root = parse(bytes)
  const items: Item[] = []
  for (const resourceItems of list(root, ...names.resources)) {
    for (const scopeItems of list(resourceItems, ...names.scopes)) {
      const values = asArray(field(scopeItems, ...names.items), names.items[0])
      const source = values.length === 0 ? null : readSource(resourceItems, scopeItems, limits)
      for (const value of values) {
        rejections.countOne()
        try {
          if (source instanceof PermanentError) rejections.add(source)
          else if (source !== null) items.push(readItem(value, source, limits))
        } catch (error) {
          rejections.add(error)
        }
      }
    }
  }
  return { items, rejected: rejections.count, rejectedReason: rejections.describe() }
}

function parse(bytes: Buffer): JsonObject {
  let root: unknown
  try {
    root = JSON.parse(bytes.toString())
  } catch (cause) {
    throw new PermanentError('bad_request', `malformed JSON: ${String(cause)}`, { cause })
  }
  if (!isObject(root)) throw new PermanentError('bad_request', 'the body is not a JSON object')
  return root
}

function list(object: JsonObject, camel: string, snake: string): readonly JsonObject[] {
  return asArray(field(object, camel, snake), camel).map((element) => asObject(element, camel))
}

/** Resource and scope, or what is wrong with them. */
function readSource(
  resourceItems: JsonObject,
  scopeItems: JsonObject,
  limits: DecodeLimits,
): JsonSource | PermanentError {
  try {
    const scope = asObject(field(scopeItems, 'scope'), 'scope')
    return {
      resource: readAttributes(asObject(field(resourceItems, 'resource'), 'resource'), limits),
      scopeName: asText(field(scope, 'name'), 'scope.name'),
      scopeVersion: asText(field(scope, 'version'), 'scope.version'),
    }
  } catch (error) {
    if (error instanceof PermanentError) return error
    throw error
  }
}
