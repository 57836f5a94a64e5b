import type { LaneMemory } from '../memory/lane-memory.ts'
import { isPage, numberMoved } from '../words/leaf-number.ts'
import { isWording } from '../words/leaf.ts'

/** Numbers kept of one call: its tool, how many leaves, then pairs of path and value. */
const HEAD = 2
/** A round trip moves both ends; what changes more than that is another question. */
const MOST_CHANGED = 2

/**
 * Remembers a call's arguments, and says how it goes on from the call of its tool before. The next place of a sweep has
 * another value in one or two places and the same in all others (the next page, the next date, the next
 * file). Where it is the only argument it must hold a number: `2026-05-02` after `2026-05-01`. Arguments of words
 * do not count as such values: a query put otherwise is the same question.
 */
export function stepOfSweep(lane: LaneMemory, tool: number, leaves: Uint32Array): Sweep {
  const before = newestOf(lane.swept, tool)
  lane.swept = withNewest(lane.swept, tool, leaves)
  const change = before === null ? null : argumentChange(before, leaves)
  if (change === null) return noSweep
  const isNext = goesOn(change)
  return { isNext, isItem: change.changed > 0, isPage: isNext && change.isOfPage }
}

/** How a call goes on from the one of its tool before. */
export interface Sweep {
  /** The next place of a sweep. */
  readonly isNext: boolean
  /** Another item of a kind: the same arguments with other values, of which none is wording. */
  readonly isItem: boolean
  /** The next place is the next page of one listing. */
  readonly isPage: boolean
}

const noSweep: Sweep = { isNext: false, isItem: false, isPage: false }

function newestOf(swept: Uint32Array, tool: number): Uint32Array | null {
  for (let at = 0; at < swept.length; at += sizeAt(swept, at)) {
    if (swept[at] === tool) return swept.subarray(at + HEAD, at + sizeAt(swept, at))
  }
  return null
}

/** Newest first, of two tools, for sweeps that take turns; a tool not seen for long makes room. */
function withNewest(swept: Uint32Array, tool: number, leaves: Uint32Array): Uint32Array {
  const size = HEAD + leaves.length
  // One other tool has room beside it.
  let from = 0
  while (from < swept.length && swept[from] === tool) from += sizeAt(swept, from)
  const others = from < swept.length ? sizeAt(swept, from) : 0
  const kept = new Uint32Array(size + others)
  kept[0] = tool
  kept[1] = leaves.length
  kept.set(leaves, HEAD)
  for (let i = 0; i < others; i++) kept[size + i] = swept[from + i] ?? 0
  return kept
}

function sizeAt(swept: Uint32Array, at: number): number {
  return HEAD + (swept[at + 1] ?? 0)
}

/** How the arguments of two calls differ. */
interface ArgumentChange {
  readonly changed: number
  readonly equal: number
  /** A number moved at each place that changed. */
  readonly isNumbered: boolean
  /** What changed says which page of a listing is asked for. */
  readonly isOfPage: boolean
}

/** Null where the arguments are others, or one changed that is wording. */
function argumentChange(before: Uint32Array, now: Uint32Array): ArgumentChange | null {
  if (before.length !== now.length) return null
  let changed = 0
  let isNumbered = true
  let isOfPage = false
  for (let at = 0; at + 1 < now.length; at += 2) {
    const [path = 0, was = 0, is = 0] = [now[at], before[at + 1], now[at + 1]]
    if (before[at] !== path) return null
    if (was === is) continue
    if (isWording(is)) return null
    changed++
    isNumbered &&= numberMoved(was, is) !== null
    isOfPage ||= isPage(path)
  }
  return { changed, equal: now.length / 2 - changed, isNumbered, isOfPage }
}

function goesOn({ changed, equal, isNumbered }: ArgumentChange): boolean {
  return equal === 0 ? changed === 1 && isNumbered : changed > 0 && changed <= MOST_CHANGED
}
