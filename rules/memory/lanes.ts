import { dropRows, TABLE_ROWS } from './call-table.ts'
import { withAtMost, withHashes } from './hash-set.ts'
import { createLane, turnsOf, type LaneMemory } from './lane-memory.ts'
import type { EngineState } from './run-memory.ts'

/** Lanes remembered at a time; for a further one that which was silent longest is forgotten. */
const MAX_LANES = 24
/** Hashes of lines over all lanes and both generations: 24 KB. */
const MOST_LINES = 6144
/** Rows of call tables over all lanes, about 16 KB with their ids. */
const ROWS = 128

/** The lane's memory, made on first sight. */
export function laneOf(state: EngineState, name: string): LaneMemory {
  const known = state.lanes.find((lane) => lane.lane === name)
  if (known !== undefined) return known
  if (state.lanes.length >= MAX_LANES) forgetOne(state)
  const lane = createLane(name)
  state.lanes.push(lane)
  for (const each of state.lanes) keepToShare(each, state)
  return lane
}

/** The lane `main`, or where there is none, the one that began first. */
export function isRootLane(lane: LaneMemory, lanes: readonly LaneMemory[]): boolean {
  if (lane.lane === 'main') return true
  return lanes.every((each) => each.lane !== 'main' && each.firstStartMs >= lane.firstStartMs)
}

/** Forgets the lane that was silent longest; not the first, which began the run, nor one of which steps wait. */
function forgetOne(state: EngineState): void {
  const waiting = new Set(state.pending.map(({ lane }) => lane))
  const candidates = state.lanes.slice(1).filter(({ lane }) => !waiting.has(lane))
  const silent = candidates.filter(({ halted }) => !halted)
  const [first] = silent.length > 0 ? silent : candidates
  if (first === undefined) return
  const oldest = (silent.length > 0 ? silent : candidates).reduce(
    (a, b) => (b.lastEndMs < a.lastEndMs ? b : a),
    first,
  )
  state.forgottenTurns += turnsOf(oldest)
  state.lanes = state.lanes.filter((lane) => lane !== oldest)
}

/** Remembers lines that the lane saw. Returns how many of them were new to it. */
export function learn(lane: LaneMemory, lines: Uint32Array, state: EngineState): number {
  const { set, unseen } = withHashes(lane.lines, lines, linesFor(state))
  lane.lines = set
  return unseen
}

/** Most hashes of lines in one generation of one lane. */
function linesFor(state: EngineState): number {
  return Math.floor(MOST_LINES / 2 / Math.max(1, state.lanes.length))
}

/** Most rows of one lane's call table. */
export function rowsFor(state: EngineState): number {
  return Math.max(8, Math.min(TABLE_ROWS, Math.floor(ROWS / Math.max(1, state.lanes.length))))
}

/** A new lane takes room from the others: what is oldest is forgotten. */
function keepToShare(lane: LaneMemory, state: EngineState): void {
  lane.lines = withAtMost(lane.lines, linesFor(state))
  dropRows(lane.calls, rowsFor(state))
}
