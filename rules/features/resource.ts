import { jsonValue, propertyOf, type JsonValue } from './json/value.ts'
import { embeddedJson } from './json/embedded.ts'

/**
 * What a call is about, as text: the value of the first of `keys` that the arguments have, at the
 * top or one level down. Null when they have none.
 */
export function resourceText(args: unknown, keys: readonly string[]): string | null {
  const top = objectOf(jsonValue(args))
  if (top === null) return null
  const here = firstOf(top, keys)
  if (here !== null) return here
  for (const key of Object.keys(top)) {
    const inner = objectOf(propertyOf(top, key) ?? null)
    const found = inner === null ? null : firstOf(inner, keys)
    if (found !== null) return found
  }
  return null
}

function objectOf(value: JsonValue): Readonly<Record<string, unknown>> | null {
  const plain = typeof value === 'string' ? embeddedJson(value) : value
  if (typeof plain !== 'object' || plain === null || Array.isArray(plain)) return null
  return plain as Readonly<Record<string, unknown>>
}

function firstOf(value: Readonly<Record<string, unknown>>, keys: readonly string[]): string | null {
  for (const key of keys) {
    const text = valueText(key, Object.hasOwn(value, key) ? propertyOf(value, key) : undefined)
    if (text !== null) return text
  }
  return null
}

function valueText(key: string, value: JsonValue | undefined): string | null {
  if (typeof value === 'string') return value.trim() === '' ? null : plainName(value)
  if (typeof value === 'number') return `${key}=${value}`
  if (!Array.isArray(value) || value.length === 0 || value.length > 64) return null
  const names: string[] = []
  for (const item of value) {
    if (typeof item !== 'string' && typeof item !== 'number') return null
    names.push(plainName(String(item)))
  }
  return names.length === 1 ? (names[0] ?? null) : names.sort().join('\n')
}

/** One spelling of a path or URL: without `./`, a doubled or trailing slash, and a URL's fragment. */
function plainName(name: string): string {
  let text = name.trim().slice(0, 4096)
  const isUrl = /^[a-z][a-z0-9+.-]*:\/\//i.test(text)
  if (isUrl) text = text.replace(/#.*$/, '')
  else
    text = text
      .replace(/^(?:\.\/)+(?=.)/, '')
      .replace(/\/(?:\.\/)+/g, '/')
      .replace(/(?<!^)\/{2,}/g, '/')
  return text.length > 1 ? text.replace(/(?<=[^/])\/+$/, '') : text
}
