import { parseExact } from '../exact-json.ts'
import type { AttributeValue, AttributeView, EventView } from '../receiver/span-view.ts'
import { nested } from './nested.ts'
import { isPlaceholder } from './placeholders.ts'
import { transcriptPart } from './transcript.ts'
import type { Source } from './vocabulary.ts'

/** A span, or as much of one as a field can be read from. */
export interface FieldHolder {
  readonly name: string
  readonly attributes: AttributeView
  readonly events: readonly EventView[]
}

/**
 * The first source of `list` that holds a value. Placeholders do not count. Null (an OTLP value
 * that is there and empty) is given only when no later source holds anything.
 */
export function readField(span: FieldHolder, list: readonly Source[]): AttributeValue | undefined {
  let empty: null | undefined
  for (const source of list) {
    const value = typeof source === 'string' ? span.attributes.get(source) : readSource(span, source)
    if (value === undefined) continue
    if (value === null) {
      empty = null
      continue
    }
    // The other forms of a source have looked for placeholders themselves.
    if (typeof source !== 'string' || !isPlaceholder(source, value)) return value
  }
  return empty
}

/** As {@link readField} for text: trimmed, numbers in decimal, at most `most` characters; null when there is none. */
export function readText(span: FieldHolder, list: readonly Source[], most = 256): string | null {
  const value = readField(span, list)
  if (typeof value === 'number') return String(value)
  if (typeof value !== 'string') return null
  const text = value.trim()
  return text === '' ? null : text.slice(0, most)
}

/** As {@link readField} for a number that cannot be negative, which some exporters write as text. */
export function readAmount(span: FieldHolder, list: readonly Source[]): number | null {
  const value = readField(span, list)
  if (typeof value !== 'number' && (typeof value !== 'string' || value.trim() === '')) return null
  const amount = Number(value)
  return Number.isFinite(amount) && amount >= 0 ? amount : null
}

/** As {@link readField} for yes or no, which some exporters write as text; null for anything else. */
export function readFlag(span: FieldHolder, list: readonly Source[]): boolean | null {
  const value = readField(span, list)
  if (value === true || value === 'true') return true
  return value === false || value === 'false' ? false : null
}

function readSource(span: FieldHolder, source: Exclude<Source, string>): AttributeValue | undefined {
  if ('nameAfter' in source) {
    return span.name.startsWith(source.nameAfter) ? span.name.slice(source.nameAfter.length) : undefined
  }
  if ('nameBefore' in source) {
    return span.name.endsWith(source.nameBefore) ? span.name.slice(0, -source.nameBefore.length) : undefined
  }
  if ('under' in source) return nested(span.attributes.under(source.under), source.leaf)
  if ('record' in source) return recordOf(span.attributes, source.record)
  if (!('event' in source)) return follow(span.attributes.get(source.attribute), source)
  for (const event of span.events) {
    if (event.name !== source.event) continue
    const value = follow(event.attributes.get(source.attribute), source)
    if (value !== undefined) return value
  }
  return undefined
}

function follow(
  value: AttributeValue | undefined,
  { attribute, path, part, without, containing }: Extract<Source, { readonly attribute: string }>,
): AttributeValue | undefined {
  if (value === undefined || (value !== null && isPlaceholder(attribute, value))) return undefined
  if (containing !== undefined && !(typeof value === 'string' && value.includes(containing))) return undefined
  const bare = without !== undefined && typeof value === 'string' ? value.replace(without, '') : value
  if (path === undefined && part === undefined) return bare
  const found = valueAt(parsed(bare), path ?? [], 0)
  return part === undefined ? found : transcriptPart(found, part)
}

function recordOf(
  attributes: AttributeView,
  keys: Readonly<Record<string, string>>,
): AttributeValue | undefined {
  const entries = Object.entries(keys).flatMap(([name, key]) => {
    const value = attributes.get(key)
    return value === undefined || value === null || isPlaceholder(key, value) ? [] : [[name, value] as const]
  })
  return entries.length === 0 ? undefined : Object.fromEntries(entries)
}

function valueAt(
  value: AttributeValue | undefined,
  path: readonly string[],
  depth: number,
): AttributeValue | undefined {
  const key = path[depth]
  if (key === undefined || value === undefined) return value
  if (value === null || typeof value !== 'object') return undefined
  if (key !== '*') return isRecord(value) ? valueAt(value[key], path, depth + 1) : undefined
  if (!Array.isArray(value)) return undefined
  for (const element of value as readonly AttributeValue[]) {
    const found = valueAt(element, path, depth + 1)
    if (found !== undefined) return found
  }
  return undefined
}

/** A JSON object. */
export function isRecord(
  value: AttributeValue | undefined,
): value is { readonly [key: string]: AttributeValue } {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Longest text that is parsed, UTF-16 code units. */
const longestJson = 4 * 1024 * 1024

/** The JSON value that a text holds; the value itself when it is no JSON text. */
export function parsed(value: AttributeValue): AttributeValue {
  if (typeof value !== 'string' || value.length > longestJson) return value
  try {
    return parseExact(value) as AttributeValue
  } catch {
    return value
  }
}
