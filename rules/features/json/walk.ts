import { unitAt } from '../bytes/letters.ts'
import type { ByteBuffer } from '../bytes/byte-buffer.ts'
import { endHash, mix, mixText, startHash } from '../hash.ts'
import type { KeyKind } from '../keys/key-kind.ts'
import { keyAt, type KeyInfo } from '../keys/key-table.ts'
import { ofLeaf, withNumber } from '../../words/leaf-number.ts'
import { leafValue } from '../../words/leaf.ts'
import type { HashBag } from '../sketch.ts'
import { addString } from './escape.ts'
import { numberIn } from './leaf-number.ts'
import { isOfMatch } from './match-score.ts'
import { dropKeys, keyOf, keysEnd, sortKeys } from './order.ts'
import { parseJson } from './parse.ts'
import { node, trait, type Tape } from './tape.ts'

/** Deepest nesting that is read. */
const maxDepth = 96
/** Most values of one document that are read. */
const maxNodes = 50_000
/** Stands for what lies beyond these bounds. */
const beyond = '"…"'

/** Most leaf pairs that are kept. */
export const maxLeaves = 16

/** Strings from this length on are read as text, line by line, UTF-16 code units. */
const textChars = 120
/** Longest list of scalars that counts as a row. */
const maxRowItems = 64

/** How a document is read. */
export interface Reading {
  readonly seed: number
  /** Writes a scalar as JSON, masked by what its key says. */
  readonly scalar: (out: ByteBuffer, tape: Tape, at: number, kind: KeyKind) => void
  /** Writes a text as JSON, masked; the hashes of its lines go to `lines`. */
  readonly text: (out: ByteBuffer, tape: Tape, at: number) => void
  /** Takes a hash for each leaf and each row of scalars. */
  readonly lines: HashBag | null
  /** Keys to leave out with their values, unless nothing else is left of the document. */
  readonly leaveOut?: (key: KeyInfo) => boolean
}

/**
 * Writes the document at `root` to `out` in one walk, masked and as canonical JSON (RFC 8785): keys sorted by
 * UTF-16 code units, numbers as ECMAScript writes them, no spacing. JSON inside strings is written as
 * JSON. Returns its leaves, pairs of hashes (path, masked value) in path order. Never throws; what
 * lies deeper than 96 levels or beyond 50 000 values is cut.
 */
export function writeJson(out: ByteBuffer, tape: Tape, root: number, reading: Reading): Uint32Array {
  const walk = new Walk(out, tape, reading)
  walk.write(root)
  return pairs.slice(0, walk.pairCount)
}

/** Leaves of the document that is read. */
const pairs = new Uint32Array(2 * maxLeaves)

/** What stands in a path for a place in a list. */
const listStep = 0x10001

/** Leads from the path of a field to the secret that its numbers are told by. */
const numberStep = 0x10000

class Walk {
  pairCount = 0
  readonly #out: ByteBuffer
  readonly #tape: Tape
  readonly #reading: Reading
  readonly #start: number
  #nodes = 0
  #depth = 0
  /** Where the value stands; `#path` counts places in lists, `#row` does not. */
  #path: number
  #row: number
  #kind: KeyKind = 'data'
  #isQuery = false
  #isPage = false
  /** The value is an item of a list. */
  #isItem = false
  #quiet = false

  constructor(out: ByteBuffer, tape: Tape, reading: Reading) {
    this.#out = out
    this.#tape = tape
    this.#reading = reading
    this.#start = this.#path = this.#row = startHash(reading.seed)
  }

  write(at: number): void {
    const tape = this.#tape
    if (tape.isContainer(at)) return this.#nested(at)
    if (tape.kind(at) === node.string) {
      const first = unitAt(tape.text.bytes, tape.from(at))
      if (first === 123 || first === 91) {
        const inner = parseJson(tape, tape.from(at), tape.to(at))
        if (inner >= 0) return this.#nested(inner)
      }
    }
    this.#leaf(at)
  }

  #nested(at: number): void {
    if (this.#depth >= maxDepth || this.#nodes++ > maxNodes) return this.#out.addText(beyond)
    const path = this.#path
    const row = this.#row
    const kind = this.#kind
    this.#depth++
    if (this.#tape.kind(at) === node.list) this.#list(at, path, row)
    else this.#object(at, path, row)
    this.#depth--
    this.#path = path
    this.#row = row
    this.#kind = kind
  }

  #list(list: number, path: number, row: number): void {
    const out = this.#out
    const tape = this.#tape
    const { lines } = this.#reading
    const isRow = this.#depth > 1 && lines !== null && !this.#quiet && isFlat(tape, list, this.#isItem)
    if (isRow) this.#quiet = true
    const from = out.length
    out.add(91)
    const count = tape.count(list)
    let item = tape.first(list)
    for (let i = 0; i < count && this.#nodes++ <= maxNodes; i++) {
      this.#path = mix(path, listStep + i)
      this.#row = mix(row, listStep)
      if (i > 0) out.add(44)
      const next = tape.next(item)
      this.#isItem = true
      this.write(item)
      item = next
    }
    out.add(93)
    if (!isRow) return
    this.#quiet = false
    lines.add(endHash(mixText(this.#start, out, from, out.length)))
  }

  #object(object: number, path: number, row: number): void {
    const out = this.#out
    const tape = this.#tape
    const from = sortKeys(tape, object)
    const to = keysEnd()
    const isItem = this.#isItem
    const leavesAll = this.#depth === 1 && !this.#keepsAny(from, to)
    out.add(123)
    let isFirst = true
    for (let i = from; i < to; i++) {
      const key = keyOf(i)
      const info = keyAt(tape.text.bytes, tape.from(key), tape.to(key))
      if (this.#reading.leaveOut?.(info) === true && !leavesAll) continue
      if (this.#nodes++ > maxNodes) break
      this.#path = mix(path, info.hash)
      this.#row = mix(row, info.hash)
      this.#kind = info.kind === 'score' && !isOfMatch(tape, key, { from, to, isItem }) ? 'data' : info.kind
      this.#isItem = false
      this.#isQuery = info.isQuery
      this.#isPage = info.isPage
      if (!isFirst) out.add(44)
      isFirst = false
      addString(out, tape, key)
      out.add(58)
      this.write(tape.next(key))
    }
    out.add(125)
    dropKeys(from)
  }

  #keepsAny(from: number, to: number): boolean {
    const { leaveOut } = this.#reading
    if (leaveOut === undefined) return true
    const { text } = this.#tape
    for (let i = from; i < to; i++) {
      const key = keyOf(i)
      if (!leaveOut(keyAt(text.bytes, this.#tape.from(key), this.#tape.to(key)))) return true
    }
    return false
  }

  #leaf(at: number): void {
    const out = this.#out
    const tape = this.#tape
    const { scalar, text, lines } = this.#reading
    const from = out.length
    const isText =
      tape.kind(at) === node.string && ((tape.traits(at) & trait.lineEnd) !== 0 || isLong(tape, at))
    if (isText && lines !== null && !this.#quiet) text(out, tape, at)
    else scalar(out, tape, at, this.#kind)
    const isLine = lines !== null && !isText && !this.#quiet && saysSomething(out, from)
    const isKept = this.pairCount < 2 * maxLeaves
    if (!isLine && !isKept) return
    const hash = mixText(this.#start, out, from, out.length)
    if (isKept) {
      pairs[this.pairCount++] = ofLeaf(endHash(this.#path), this.#isPage)
      const number = numberIn(out.bytes, from, out.length)
      const value = leafValue(endHash(hash), this.#isQuery || isWording(out, from))
      pairs[this.pairCount++] = withNumber(value, number, endHash(mix(this.#path, numberStep)))
    }
    if (isLine) lines.add(endHash(mix(hash, this.#row)))
  }
}

function isLong(tape: Tape, string: number): boolean {
  const from = tape.from(string)
  const to = tape.to(string)
  if (to - from <= textChars) return false
  return (tape.traits(string) & trait.wide) === 0 || tape.text.unitsBetween(from, to) > textChars
}

/** A row of a table, two scalars and more, is one line: with one other figure it is another row. Texts under a key are no row. */
function isFlat(tape: Tape, list: number, isItem: boolean): boolean {
  const count = tape.count(list)
  if (count < 2 || count > maxRowItems) return false
  let item = tape.first(list)
  for (let i = 0; i < count; i++) {
    if (tape.isContainer(item)) return false
    if (tape.kind(item) === node.string && (!isItem || isLong(tape, item))) return false
    item = tape.next(item)
  }
  return true
}

/** Three words and more. */
function isWording({ bytes, length }: ByteBuffer, from: number): boolean {
  let spaces = 0
  for (let at = from; at < length && spaces < 2; at++) if (bytes[at] === 32 && bytes[at - 1] !== 32) spaces++
  return spaces === 2
}

/** Neither `null` nor `""`. */
function saysSomething({ bytes, length }: ByteBuffer, from: number): boolean {
  const size = length - from
  return !(size === 2 && bytes[from] === 34) && !(size === 4 && bytes[from] === 110)
}
