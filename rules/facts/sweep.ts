import type { LaneMemory } from '../memory/lane-memory.ts'
import { isPage, numberMoved } from '../words/leaf-number.ts'
import { isWording } from '../words/leaf.ts'

/** Numbers kept of one call: its tool, how many leaves, then pairs of path and value. */
const HEAD = 2
/** A round trip moves both ends; what changes more than that is another question. */
const MOST_CHANGED = 2

/**
 * Remembers a call's arguments, and says whether it goes on with a sweep: the call of its tool before with
 * another value in one or two places and the same in all others (the next page, the next date, the next
 * file). Where it is the only argument it must hold a number: `2026-05-02` after `2026-05-01`. Arguments of words
 * do not count as such values: a query put otherwise is the same question.
 */
export function stepOfSweep(lane: LaneMemory, tool: number, leaves: Uint32Array): Sweep {
  const before = newestOf(lane.swept, tool)
  lane.swept = withNewest(lane.swept, tool, leaves)
  if (before === null) return noSweep
  const isNext = goesOn(before, leaves)
  return { isNext, isItem: isAnotherItem(before, leaves), isPage: isNext && turnsPage(before, leaves) }
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

function goesOn(before: Uint32Array, now: Uint32Array): boolean {
  if (before.length !== now.length) return false
  let changed = 0
  let equal = 0
  let isNumbered = true
  for (let at = 0; at + 1 < now.length; at += 2) {
    if (before[at] !== now[at]) return false
    const [was = 0, is = 0] = [before[at + 1], now[at + 1]]
    if (was === is) equal++
    else if (isWording(is)) return false
    else {
      changed++
      isNumbered &&= numberMoved(was, is) !== null
    }
  }
  if (equal === 0) return changed === 1 && isNumbered
  return changed > 0 && changed <= MOST_CHANGED
}

function isAnotherItem(before: Uint32Array, now: Uint32Array): boolean {
  if (before.length !== now.length) return false
  let changed = 0
  for (let at = 0; at + 1 < now.length; at += 2) {
    if (before[at] !== now[at]) return false
    const is = now[at + 1] ?? 0
    if (before[at + 1] === is) continue
    if (isWording(is)) return false
    changed++
  }
  return changed > 0
}

function turnsPage(before: Uint32Array, now: Uint32Array): boolean {
  for (let at = 0; at + 1 < now.length; at += 2)
    if (before[at + 1] !== now[at + 1] && isPage(now[at] ?? 0)) return true
  return false
}
