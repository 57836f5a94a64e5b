import { jsonValue, propertyOf, type JsonValue } from './json/value.ts'
import { keyKind } from './mask/keys.ts'

/** True for a text that says that there is nothing. */
export function isEmptyText(text: string): boolean {
  if (text.length > 240) return text.length < 100_000 && text.trim() === ''
  const line = text.trim().toLowerCase()
  if (line === '' || words.has(line)) return true
  return !line.includes('\n') && phrase.test(line)
}

const words = new Set([
  'null',
  'none',
  'undefined',
  'nil',
  '[]',
  '{}',
  '""',
  "''",
  '()',
  '(empty)',
  '(none)',
  '(no output)',
  '<no output>',
  'no output',
  '(no content)',
  '(null)',
  'empty',
  '(0 rows)',
  'empty set',
  'n/a',
])

const noun =
  '(?:results?|matches|match|hits?|rows?|records?|entries|entry|items?|files?|documents?|data|output|content|pages?|messages?|events?)'
const about =
  '(?: (?:for|in|with|containing|of|matching|that match|to)(?: [a-z]+)?:? (?:"[^"]*"|\'[^\']*\'|`[^`]*`|\\S+|(?:the|this|your|that) (?:\\S+ ?){1,3}))?'
const phrase = new RegExp(
  `^(?:\\(|\\[)?(?:(?:there (?:are|were) )?(?:no|0|zero) (?:[a-z]+ )?${noun}(?: (?:were )?(?:found|returned|available|matched|to display))?|no match found|nothing found|found (?:no|0|zero) (?:[a-z]+ )?${noun}|no such results?)${about}(?:\\)|\\])?[.!]?$`,
)

/**
 * True for a value that holds nothing: null, nothing but empty leaves, or an envelope that says
 * zero, such as `{"results":[],"total":0}`. `{"status":"ok"}`, `{"count":3}` and `0` hold something.
 */
export function isEmptyJson(value: unknown): boolean {
  const json = jsonValue(value)
  if (typeof json === 'string') return isEmptyText(json)
  if (typeof json !== 'object') return false
  if (json === null) return true
  const seen = { nodes: 0, empty: false }
  return onlyEmpty(json, '', seen) && seen.empty
}

interface Seen {
  nodes: number
  /** Something was seen that says *nothing*, not only parts that say neither. */
  empty: boolean
}

function onlyEmpty(value: JsonValue, key: string, seen: Seen): boolean {
  if (seen.nodes++ > 200) return false
  if (value === null) {
    seen.empty = true
    return true
  }
  if (typeof value === 'object') return emptyInside(value, seen)
  if (typeof value === 'string' && isEmptyText(value)) {
    seen.empty = true
    return true
  }
  if (value === 0 && counts.test(key)) {
    seen.empty = true
    return true
  }
  return saysNeither(value, key)
}

function keysOf(value: object): readonly string[] {
  try {
    return Object.keys(value)
  } catch {
    return []
  }
}

function emptyInside(value: object, seen: Seen): boolean {
  const keys = keysOf(value)
  if (keys.length === 0) seen.empty = true
  for (const key of keys) {
    const item = propertyOf(value as Readonly<Record<string, unknown>>, key)
    if (item !== undefined && !onlyEmpty(item, Array.isArray(value) ? '' : key, seen)) return false
  }
  return true
}

const counts =
  /^(?:count|total|hits|matches|results|found|length|size|num_?found|n|items|rows|row_?count|(?:total|result|match|hit|num|number_of)_?(?:count|hits|results|matches|items|rows|records|pages|elements)?)$/i

const envelope =
  /^(?:page|page_?(?:size|number|num)|per_?page|limit|offset|skip|first|cursor|has_?(?:more|next|previous|prev)|next|truncated|partial|is_?error|timed_?out|success|ok)$/i

/** Parts of an envelope that are there whether or not something was found. */
function saysNeither(value: string | number | boolean, key: string): boolean {
  if (key === 'type') return value === 'text'
  if (key === 'status') return value === 'ok' || value === 'success' || value === 200
  if (envelope.test(key))
    return key.toLowerCase() !== 'success' && key.toLowerCase() !== 'ok' ? value !== 'error' : value === true
  const kind = keyKind(key)
  return kind === 'id' || kind === 'took' || (kind === 'time' && key !== '')
}
