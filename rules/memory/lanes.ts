import { dropRows, TABLE_ROWS } from './call-table.ts'
import { createHashSet } from './hash-set.ts'
import { createLane, type LaneMemory } from './lane-memory.ts'
import type { EngineState } from './run-memory.ts'

/** Lanes remembered apart; steps of further ones share the last. */
const MAX_LANES = 24
/** Slots of line hashes over all lanes and both generations: 32 KB. */
const LINE_SLOTS = 8192
/** Rows of call tables over all lanes, about 16 KB with their ids. */
const ROWS = 128

/** The lane's memory, made on first sight. */
export function laneOf(state: EngineState, name: string): LaneMemory {
  const known = state.lanes.find((lane) => lane.lane === name)
  if (known !== undefined) return known
  const last = state.lanes.at(-1)
  if (last !== undefined && state.lanes.length >= MAX_LANES) return last
  const lane = createLane(name)
  state.lanes.push(lane)
  for (const each of state.lanes) keepToShare(each, state)
  return lane
}

/** Most slots of one generation of one lane's line set, a power of two. */
export function lineSlotsFor(state: EngineState): number {
  const share = LINE_SLOTS / 2 / Math.max(1, state.lanes.length)
  return Math.max(64, 2 ** Math.floor(Math.log2(share)))
}

/** Most rows of one lane's call table. */
export function rowsFor(state: EngineState): number {
  return Math.max(8, Math.min(TABLE_ROWS, Math.floor(ROWS / Math.max(1, state.lanes.length))))
}

/** A new lane takes room from the others: what is oldest is forgotten. */
function keepToShare(lane: LaneMemory, state: EngineState): void {
  const slots = lineSlotsFor(state)
  if (lane.lines.old.length > slots) lane.lines.old = new Uint32Array(0)
  if (lane.lines.young.length > slots) lane.lines = createHashSet()
  dropRows(lane.calls, rowsFor(state))
}
