import type { Observation } from '../words/features.ts'
import { lineOf, numberMoved } from '../words/leaf-number.ts'
import type { Watched } from './volatile-memory.ts'

/** How an answer differs from the one before to the same call. */
export type Change =
  | { readonly kind: 'none' }
  /** More than a few fields, or nothing that stayed: another answer. */
  | { readonly kind: 'other' }
  /** Lines have gone and none has come: what is listed is worked off. */
  | { readonly kind: 'less' }
  | {
      readonly kind: 'fields'
      readonly moved: readonly Moved[]
      /** Hash of what stands there now. */
      readonly value: number
    }

/** A field that holds another value. */
interface Moved {
  /** Path of a JSON leaf, or of a line of a text; 0 where it is not known. */
  readonly path: number
  /** How far up or down its number went, in steps of about 1 %; null where it holds none. */
  readonly by: number | null
}

/** More fields than these make another answer. */
const MOST_FIELDS = 3
/** What is more than a sketch holds cannot be told to be equal. */
const MOST_LINES = 64

/** Tells what changed, from sketches of lines and from leaves: that all lines but a few are the same. */
export function changeBetween(before: Watched, now: Observation & { readonly state: 'known' }): Change {
  if (now.lineCount > MOST_LINES) return { kind: 'other' }
  const { gone, come, stayed, value } = compare(before.lines, now.lines)
  if (gone === 0 && come === 0) return { kind: 'none' }
  if (come === 0 && stayed > 0) return { kind: 'less' }
  if (gone !== come || come > MOST_FIELDS) return { kind: 'other' }
  const leaves = movedLeaves(before.leaves, now.leaves)
  const moved = leaves !== null && tellsOf(leaves, come) ? leaves : unnamed
  if (moved.length > MOST_FIELDS) return { kind: 'other' }
  const isElseEqual = stayed > 0 || moved.every(({ path }) => lineOf(path) !== null)
  return isElseEqual ? { kind: 'fields', moved, value } : { kind: 'other' }
}

/** Nothing else changed: each changed line is a moved leaf, or has moved numbers and the same words. */
function tellsOf(leaves: readonly Moved[], lines: number): boolean {
  const of = leaves.map(({ path }) => lineOf(path))
  return (
    new Set(of.filter((line) => line !== null)).size + of.filter((line) => line === null).length === lines
  )
}

/** Some lines, and nobody knows which: known to be volatile only when what they said comes back. */
const unnamed: readonly Moved[] = [{ path: 0, by: null }]

/** Two ascending sketches: how many hashes are in one of them only, in both, and a hash of the new ones. */
function compare(
  before: Uint32Array,
  now: Uint32Array,
): { readonly gone: number; readonly come: number; readonly stayed: number; readonly value: number } {
  let stayed = 0
  let value = 0
  let i = 0
  for (const hash of now) {
    while (i < before.length && (before[i] ?? 0) < hash) i++
    if (before[i] === hash) stayed++
    else value = (value ^ hash) >>> 0
  }
  return { gone: before.length - stayed, come: now.length - stayed, stayed, value }
}

/** Leaves of the same paths that hold other values; null when the paths are others. */
function movedLeaves(before: Uint32Array, now: Uint32Array): readonly Moved[] | null {
  if (before.length !== now.length) return null
  const moved: Moved[] = []
  for (let at = 0; at + 1 < now.length; at += 2) {
    const [path = 0, was = 0, is = 0] = [now[at], before[at + 1], now[at + 1]]
    if (before[at] !== path) return null
    if (was !== is) moved.push({ path, by: numberMoved(was, is) })
  }
  return moved
}
