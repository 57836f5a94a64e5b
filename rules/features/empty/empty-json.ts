import { trimmedEnd, unitAt } from '../bytes/letters.ts'
import { parseJson } from '../json/parse.ts'
import { node, type Tape } from '../json/tape.ts'
import { keyAt, type KeyInfo } from '../keys/key-table.ts'
import { listingRole, type ListingRole } from '../keys/listing-key.ts'
import { isEmptyText, maxPhraseChars } from './empty-text.ts'
import { Findings } from './findings.ts'

/** Most values that are looked at. */
const maxNodes = 200
/** Longest text that is read as JSON, bytes. */
const maxInnerBytes = 2000
/** Longest text beside a listing that is no content, bytes. */
const maxAsideBytes = 80

/**
 * True for a value that holds nothing: null, nothing but empty leaves, or a listing of nothing with what
 * describes it, such as `{"query":"x","results":[],"total":0}`. `{"status":"ok"}`, `{"count":3}`, `0`,
 * `{"errors":[]}` and a thing of which one list is empty hold something.
 */
export function isEmptyJson(tape: Tape, root: number): boolean {
  if (tape.kind(root) === node.string) return isEmptyString(tape, root)
  if (!tape.isContainer(root)) return tape.kind(root) === node.nothing
  const seen = new Findings()
  return (
    holdsNothing(tape, root, { role: 'other', key: null, isItem: false, isRow: false, seen }) &&
    seen.sayNothing()
  )
}

/** Where a value stands. */
interface Place {
  /** What its key says; of an item of a list, its list's key. */
  readonly role: ListingRole
  /** Null in a list. */
  readonly key: KeyInfo | null
  readonly isItem: boolean
  /** It is a field of an item of a list. */
  readonly isRow: boolean
  readonly seen: Findings
}

function holdsNothing(tape: Tape, at: number, place: Place): boolean {
  if (place.seen.nodes++ > maxNodes) return false
  if (!tape.isContainer(at)) return leafHoldsNothing(tape, at, place)
  const { role, seen } = place
  if (tape.count(at) === 0) return seen.emptyContainer(role)
  if (role === 'well') return false
  if (role === 'asked' || (role === 'columns' && tape.kind(at) === node.list)) return true
  return holdsNothingInside(tape, at, place)
}

function holdsNothingInside(tape: Tape, container: number, place: Place): boolean {
  const isObject = tape.kind(container) === node.object
  const count = tape.count(container)
  const item = isObject ? place : { ...place, key: null, isItem: true, isRow: false }
  let at = tape.first(container)
  for (let i = 0; i < count; i++) {
    const value = isObject ? tape.next(at) : at
    if (!holdsNothing(tape, value, isObject ? fieldPlace(tape, at, place) : item)) return false
    at = tape.next(value)
  }
  return true
}

function fieldPlace(tape: Tape, at: number, { role, isItem, seen }: Place): Place {
  const key = keyAt(tape.text.bytes, tape.from(at), tape.to(at))
  // `total: { value: 0 }`.
  const isTotal = role === 'total' && key.text === 'value'
  return { role: isTotal ? role : listingRole(key), key, isItem: false, isRow: isItem, seen }
}

function leafHoldsNothing(tape: Tape, at: number, place: Place): boolean {
  switch (tape.kind(at)) {
    case node.nothing:
      return place.seen.nothing(place.role)
    case node.string:
      return stringHoldsNothing(tape, at, place)
    case node.number:
      return numberHoldsNothing(tape, at, place)
    default:
      return verdictHoldsNothing(tape.kind(at) === node.true, place)
  }
}

function stringHoldsNothing(tape: Tape, at: number, place: Place): boolean {
  const { role, key, seen } = place
  if (role === 'asked' || role === 'columns') return true
  if (isEmptyString(tape, at)) return seen.nothing(role)
  const bytes = tape.to(at) - tape.from(at)
  if (key === null || bytes > 4 * maxPhraseChars) return innerHoldsNothing(tape, at, place)
  if (role === 'state') return seen.state(tape.textOf(at))
  if (role === 'telling') return seen.told(tape.textOf(at))
  if (role === 'paging') return tape.textOf(at) !== 'error'
  if (role === 'about') return !(place.isRow && key.text === 'type') || tape.textOf(at) === 'text'
  if (role === 'id' || role === 'other') {
    if (isAside(key)) return true
    if (bytes <= maxAsideBytes && !place.isRow) return seen.aside(role)
  }
  return innerHoldsNothing(tape, at, place)
}

/** A document inside of a text. */
function innerHoldsNothing(tape: Tape, at: number, place: Place): boolean {
  const from = tape.from(at)
  const to = tape.to(at)
  const first = unitAt(tape.text.bytes, from)
  if ((first !== 123 && first !== 91) || to - from > maxInnerBytes) return false
  const inner = parseJson(tape, from, to)
  return inner >= 0 && holdsNothing(tape, inner, { ...place, role: 'other', isItem: false })
}

function numberHoldsNothing(tape: Tape, at: number, { role, key, isRow, seen }: Place): boolean {
  if (key === null) return false
  const isZero = tape.to(at) - tape.from(at) === 1 && unitAt(tape.text.bytes, tape.from(at)) === 48
  // Of a row a number is an answer.
  if (role === 'total') return !isRow && seen.total(isZero)
  if (role === 'hits' || role === 'items' || role === 'found') return !isRow && isZero && seen.total(true)
  if (role === 'state') return tape.textOf(at) === '200'
  if (role === 'well') return isZero
  if (role === 'about') return key.text !== 'type'
  return describes(key, { role, isRow, seen })
}

function verdictHoldsNothing(yes: boolean, { role, key, isRow, seen }: Place): boolean {
  if (key === null) return false
  if (role === 'found') return !yes && seen.notFound()
  if (role === 'well') return !yes
  if (role === 'about') return true
  const word = role === 'other' ? key.text.toLowerCase() : ''
  if (word === 'success' || word === 'ok') return yes
  return word === 'iserror' || word === 'is_error' || describes(key, { role, isRow, seen })
}

/** A number or a verdict of which its key says that it belongs to a listing, or says nothing. */
function describes(key: KeyInfo, { role, isRow, seen }: Pick<Place, 'role' | 'isRow' | 'seen'>): boolean {
  if (role === 'paging') return seen.page()
  if (role === 'asked' || role === 'columns') return true
  return (role === 'id' || role === 'other') && (isAside(key) || (!isRow && seen.aside(role)))
}

/** Of each answer there is another. */
function isAside({ kind }: KeyInfo): boolean {
  return kind === 'id' || kind === 'took' || kind === 'time'
}

/** As `isEmptyText`: longer than the longest of its phrases, only space is empty. */
function isEmptyString(tape: Tape, at: number): boolean {
  if (tape.to(at) - tape.from(at) > 4 * maxPhraseChars)
    return trimmedEnd(tape.text.bytes, tape.from(at), tape.to(at)) === tape.from(at)
  return isEmptyText(tape.textOf(at))
}
