import { trimmedEnd } from './bytes/letters.ts'
import { node, type Tape } from './json/tape.ts'
import { keyAt, type KeyInfo } from './keys/key-table.ts'

/** Longest text that may be a phrase. */
const maxPhraseChars = 240

/** True for a text that says that there is nothing. */
export function isEmptyText(text: string): boolean {
  if (text.length > maxPhraseChars) return text.length < 100_000 && text.trim() === ''
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
export function isEmptyJson(tape: Tape, root: number): boolean {
  if (tape.kind(root) === node.string) return isEmptyString(tape, root)
  if (!tape.isContainer(root)) return tape.kind(root) === node.nothing
  const seen = { nodes: 0, empty: false }
  return onlyEmpty(tape, root, { key: null, seen }) && seen.empty
}

/** Where a value stands. */
interface Place {
  /** Null in a list. */
  readonly key: KeyInfo | null
  readonly seen: Seen
}

interface Seen {
  nodes: number
  /** Something was seen that says *nothing*, not only parts that say neither. */
  empty: boolean
}

function onlyEmpty(tape: Tape, at: number, { key, seen }: Place): boolean {
  if (seen.nodes++ > 200) return false
  if (tape.isContainer(at)) return emptyInside(tape, at, seen)
  if (saysNothing(tape, at, key)) {
    seen.empty = true
    return true
  }
  return saysNeither(tape, at, key)
}

function emptyInside(tape: Tape, container: number, seen: Seen): boolean {
  const count = tape.count(container)
  if (count === 0) seen.empty = true
  let at = tape.first(container)
  for (let i = 0; i < count; i++) {
    const isMember = tape.kind(container) === node.object
    const value = isMember ? tape.next(at) : at
    const key = isMember ? keyAt(tape.text.bytes, tape.from(at), tape.to(at)) : null
    if (!onlyEmpty(tape, value, { key, seen })) return false
    at = tape.next(value)
  }
  return true
}

function saysNothing(tape: Tape, at: number, key: KeyInfo | null): boolean {
  switch (tape.kind(at)) {
    case node.nothing:
      return true
    case node.string:
      return isEmptyString(tape, at)
    case node.number:
      return tape.to(at) - tape.from(at) === 1 && tape.textOf(at) === '0' && counts.test(key?.text ?? '')
    default:
      return false
  }
}

/** As {@link isEmptyText}: longer than the longest of its phrases, only space is empty. */
function isEmptyString(tape: Tape, at: number): boolean {
  if (tape.to(at) - tape.from(at) > 4 * maxPhraseChars)
    return trimmedEnd(tape.text.bytes, tape.from(at), tape.to(at)) === tape.from(at)
  return isEmptyText(tape.textOf(at))
}

const counts =
  /^(?:count|total|hits|matches|results|found|length|size|num_?found|n|items|rows|row_?count|(?:total|result|match|hit|num|number_of)_?(?:count|hits|results|matches|items|rows|records|pages|elements)?)$/i

const envelope =
  /^(?:page|page_?(?:size|number|num)|per_?page|limit|offset|skip|first|cursor|has_?(?:more|next|previous|prev)|next|truncated|partial|is_?error|timed_?out|success|ok)$/i

/** Parts of an envelope that are there whether or not something was found. */
function saysNeither(tape: Tape, at: number, key: KeyInfo | null): boolean {
  if (key === null) return false
  const kind = tape.kind(at)
  if (key.text === 'type') return kind === node.string && tape.textOf(at) === 'text'
  if (key.text === 'status')
    return fineStatus.has(tape.textOf(at)) && (kind === node.string || kind === node.number)
  if (envelope.test(key.text)) {
    const isVerdict = key.text.toLowerCase() === 'success' || key.text.toLowerCase() === 'ok'
    return isVerdict ? kind === node.true : kind !== node.string || tape.textOf(at) !== 'error'
  }
  return key.kind === 'id' || key.kind === 'took' || key.kind === 'time'
}

const fineStatus: ReadonlySet<string> = new Set(['ok', 'success', '200'])
