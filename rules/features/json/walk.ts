import { clipText } from '../clip.ts'
import { endHash, mix, mixText, startHash } from '../hash.ts'
import type { KeyKind } from '../mask/keys.ts'
import type { HashBag } from '../sketch.ts'
import { embeddedJson } from './embedded.ts'
import { keyInfo } from './key-info.ts'
import {
  jsonValue,
  propertyOf,
  scalarJson,
  sortedKeys,
  type JsonObject,
  type JsonScalar,
  type JsonValue,
} from './value.ts'

/** Deepest nesting that is read; a cycle ends here. */
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
  /** A scalar, masked by what its key says. */
  readonly mask: (value: JsonScalar, kind: KeyKind) => JsonScalar
  /** A text, masked; the hashes of its lines go to `lines`. */
  readonly text: (value: string) => string
  /** Takes a hash for each leaf and each row of scalars. */
  readonly lines: HashBag | null
  /** Keys to leave out with their values, unless nothing else is left of the document. */
  readonly leaveOut?: (key: string) => boolean
}

/** A document read once. */
export interface Read {
  /**
   * The masked document as canonical JSON (RFC 8785): keys sorted by UTF-16 code units, numbers as
   * ECMAScript writes them, no spacing. JSON inside strings is written as JSON.
   */
  readonly canonical: string
  /** Pairs of hashes (path, masked value), in path order. */
  readonly leaves: Uint32Array
}

/**
 * Reads a document in one walk: canonical text, leaves and lines. Never throws; what lies deeper than 96
 * levels or beyond 50 000 values is cut, and what JSON does not have is null.
 */
export function readJson(value: unknown, reading: Reading): Read {
  const walk = new Walk(reading)
  const canonical = walk.write(jsonValue(value))
  return { canonical, leaves: Uint32Array.from(walk.pairs) }
}

/** What stands in a path for a place in a list. */
const listStep = 0x10001

class Walk {
  readonly pairs: number[] = []
  readonly #reading: Reading
  readonly #start: number
  #nodes = 0
  #depth = 0
  /** Where the value stands; `#path` counts places in lists, `#row` does not. */
  #path: number
  #row: number
  #kind: KeyKind = 'data'
  #quiet = false

  constructor(reading: Reading) {
    this.#reading = reading
    this.#start = this.#path = this.#row = startHash(reading.seed)
  }

  write(value: JsonValue): string {
    if (typeof value === 'string') {
      const first = value.charCodeAt(0)
      const inner = first === 123 || first === 91 ? embeddedJson(value) : undefined
      return typeof inner === 'object' ? this.#nested(inner as JsonValue) : this.#leaf(value)
    }
    return typeof value === 'object' && value !== null ? this.#nested(value) : this.#leaf(value)
  }

  #nested(value: JsonValue): string {
    if (this.#depth >= maxDepth || this.#nodes++ > maxNodes) return beyond
    const [path, row, kind] = [this.#path, this.#row, this.#kind]
    this.#depth++
    const json = Array.isArray(value)
      ? this.#list(value, path, row)
      : this.#object(value as JsonObject, path, row)
    this.#depth--
    this.#path = path
    this.#row = row
    this.#kind = kind
    return json
  }

  #list(list: readonly unknown[], path: number, row: number): string {
    const isRow = this.#depth > 1 && this.#reading.lines !== null && !this.#quiet && isFlat(list)
    if (isRow) this.#quiet = true
    let out = '['
    for (let i = 0; i < list.length && this.#nodes++ <= maxNodes; i++) {
      this.#path = mix(path, listStep + i)
      this.#row = mix(row, listStep)
      if (i > 0) out += ','
      out += this.write(jsonValue(list[i]))
    }
    out += ']'
    if (isRow) {
      this.#quiet = false
      this.#reading.lines?.add(endHash(mixText(this.#start, out)))
    }
    return out
  }

  #object(value: JsonObject, path: number, row: number): string {
    const { leaveOut } = this.#reading
    const keys = sortedKeys(value)
    let out = '{'
    for (const key of leaveOut === undefined ? keys : keptKeys(keys, leaveOut, this.#depth)) {
      if (this.#nodes++ > maxNodes) break
      const item = propertyOf(value, key)
      if (item === undefined) continue
      const info = keyInfo(key)
      this.#path = mix(path, info.hash)
      this.#row = mix(row, info.hash)
      this.#kind = info.kind
      out += (out.length > 1 ? ',' : '') + info.json + this.write(item)
    }
    return out + '}'
  }

  #leaf(value: JsonScalar): string {
    const { mask, text, lines } = this.#reading
    const isText = typeof value === 'string' && (value.length > textChars || value.includes('\n'))
    const given = isText ? clipText(value) : value
    const masked = isText && lines !== null && !this.#quiet ? text(given as string) : mask(given, this.#kind)
    const json = scalarJson(masked)
    const isLine = lines !== null && !isText && !this.#quiet && masked !== null && masked !== ''
    const isKept = this.pairs.length < 2 * maxLeaves
    if (!isLine && !isKept) return json
    const hash = mixText(this.#start, json)
    if (isKept) this.pairs.push(endHash(this.#path), endHash(hash))
    if (isLine) lines.add(endHash(mix(hash, this.#row)))
    return json
  }
}

function keptKeys(
  keys: readonly string[],
  leaveOut: (key: string) => boolean,
  depth: number,
): readonly string[] {
  const kept = keys.filter((key) => !leaveOut(key))
  return kept.length > 0 || depth > 1 ? kept : keys
}

/** A row of a table, two scalars and more, is one line: with one other figure it is another row. */
function isFlat(list: readonly unknown[]): boolean {
  if (list.length < 2 || list.length > maxRowItems) return false
  for (const item of list) {
    if (typeof item === 'object' && item !== null) return false
    if (typeof item === 'string' && item.length > textChars) return false
  }
  return true
}
