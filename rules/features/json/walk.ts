import { clipText } from '../clip.ts'
import { endHash, mixText, mix, startHash } from '../hash.ts'
import type { KeyKind } from '../mask/keys.ts'
import { keyKind } from '../mask/keys.ts'
import type { HashBag } from '../sketch.ts'
import {
  beyond,
  jsonValue,
  maxDepth,
  maxNodes,
  propertyOf,
  scalarJson,
  sortedKeys,
  type JsonValue,
} from './canonical.ts'
import { embeddedJson } from './embedded.ts'

/** Most leaf pairs that are kept. */
export const maxLeaves = 16

/** A string or scalar of a document, with what its key says about it. */
export type MaskScalar = (
  value: string | number | boolean | null,
  kind: KeyKind,
) => string | number | boolean | null

/** How a document is read. */
export interface Reading {
  readonly seed: number
  readonly mask: MaskScalar
  /** Takes a hash for each leaf, row of scalars and line of a long string. */
  readonly lines: HashBag | null
  /** Masks a text of several lines and hands its line hashes to `lines`. */
  readonly text: (value: string) => string
  /** Keys to leave out with their values, unless nothing else is left of the document. */
  readonly leaveOut?: (key: string) => boolean
}

/** A document read once. */
export interface Read {
  /** Canonical JSON of the masked document (RFC 8785); JSON inside strings is written as JSON. */
  readonly canonical: string
  /** Pairs of hashes (path, masked value), in path order. */
  readonly leaves: Uint32Array
}

/** Reads a document in one walk: canonical text, leaves and lines. */
export function readJson(value: unknown, reading: Reading): Read {
  const walk: Walk = { reading, nodes: 0, pairs: [] }
  const canonical = write(jsonValue(value), walk, {
    path: startHash(reading.seed),
    row: 0,
    kind: 'data',
    depth: 0,
  })
  return { canonical, leaves: Uint32Array.from(walk.pairs) }
}

interface Walk {
  readonly reading: Reading
  nodes: number
  readonly pairs: number[]
}

/** Where a value stands. `path` counts places in lists, `row` does not. */
interface Place {
  readonly path: number
  readonly row: number
  readonly kind: KeyKind
  readonly depth: number
}

function write(value: JsonValue, walk: Walk, place: Place): string {
  if (typeof value === 'string') {
    const inner = value.length > 1 ? embeddedJson(value) : undefined
    if (typeof inner === 'object')
      return write(inner as JsonValue, walk, { ...place, depth: place.depth + 1 })
    return leaf(value, walk, place)
  }
  if (typeof value !== 'object' || value === null) return leaf(value, walk, place)
  if (place.depth > maxDepth || walk.nodes++ > maxNodes) return beyond
  return Array.isArray(value)
    ? writeList(value, walk, place)
    : writeObject(value as Readonly<Record<string, unknown>>, walk, place)
}

function writeList(list: readonly unknown[], walk: Walk, place: Place): string {
  const isRow = walk.reading.lines !== null && place.depth > 0 && list.length > 1 && isFlat(list)
  if (isRow) return writeRow(list, walk, place)
  let out = '['
  for (let i = 0; i < list.length; i++) {
    if (walk.nodes++ > maxNodes) break
    const path = mix(mix(place.path, 0x10001), i)
    const row = mix(place.row, 0x10001)
    out +=
      (i > 0 ? ',' : '') +
      write(jsonValue(list[i]), walk, { path, row, kind: place.kind, depth: place.depth + 1 })
  }
  return out + ']'
}

/** A row of a table is one line: a row with one other figure is another row. */
function writeRow(list: readonly unknown[], walk: Walk, place: Place): string {
  const { lines } = walk.reading
  const quiet: Walk = { ...walk, reading: { ...walk.reading, lines: null } }
  let out = '['
  for (let i = 0; i < list.length; i++) {
    if (quiet.nodes++ > maxNodes) break
    const path = mix(mix(place.path, 0x10001), i)
    out += (i > 0 ? ',' : '') + leaf(jsonValue(list[i]) as Scalar, quiet, { ...place, path })
  }
  walk.nodes = quiet.nodes
  out += ']'
  lines?.add(endHash(mixText(startHash(walk.reading.seed), out)))
  return out
}

function isFlat(list: readonly unknown[]): boolean {
  for (let i = 0; i < list.length && i < 64; i++) {
    const item = list[i]
    if ((typeof item === 'object' && item !== null) || (typeof item === 'string' && item.length > 200))
      return false
  }
  return list.length <= 64
}

function writeObject(value: Readonly<Record<string, unknown>>, walk: Walk, place: Place): string {
  let out = '{'
  for (const key of keptKeys(value, walk.reading.leaveOut, place.depth)) {
    if (walk.nodes++ > maxNodes) break
    const item = propertyOf(value, key)
    if (item === undefined) continue
    const path = mixText(mix(place.path, 0x10000), key)
    const row = mixText(mix(place.row, 0x10000), key)
    out += (out.length > 1 ? ',' : '') + JSON.stringify(key) + ':'
    out += write(item, walk, { path, row, kind: keyKind(key), depth: place.depth + 1 })
  }
  return out + '}'
}

function keptKeys(value: object, leaveOut: ((key: string) => boolean) | undefined, depth: number): string[] {
  const keys = sortedKeys(value)
  if (leaveOut === undefined) return keys
  const kept = keys.filter((key) => !leaveOut(key))
  return kept.length > 0 || depth > 0 ? kept : keys
}

type Scalar = string | number | boolean | null

function leaf(value: Scalar, walk: Walk, place: Place): string {
  const { mask, lines, seed, text } = walk.reading
  let masked: Scalar
  let listed = false
  if (typeof value === 'string' && value.length > 120 && lines !== null) {
    masked = text(clipText(value))
    listed = true
  } else if (typeof value === 'string' && lines !== null && value.includes('\n')) {
    masked = text(value)
    listed = true
  } else masked = mask(typeof value === 'string' ? clipText(value) : value, place.kind)
  const json = scalarJson(masked)
  const full = walk.pairs.length >= 2 * maxLeaves
  if (full && (listed || lines === null)) return json
  const hash = mixText(startHash(seed), json)
  if (!full) walk.pairs.push(endHash(place.path), endHash(hash))
  if (!listed && masked !== null && masked !== '')
    lines?.add(endHash(Math.imul(hash ^ endHash(place.row), 0x01000193)))
  return json
}
