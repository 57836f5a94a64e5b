import { createLane, type LaneMemory } from './lane-memory.ts'
import type { EngineState } from './run-memory.ts'

/** Lanes remembered apart; steps of further ones share the last. */
const MAX_LANES = 24
/** Slots of line hashes over all lanes and both generations: 32 KB. */
const LINE_SLOTS = 8192

/** The lane's memory, made on first sight. */
export function laneOf(state: EngineState, name: string): LaneMemory {
  const known = state.lanes.find((lane) => lane.lane === name)
  if (known !== undefined) return known
  const last = state.lanes.at(-1)
  if (last !== undefined && state.lanes.length >= MAX_LANES) return last
  const lane = createLane(name)
  state.lanes.push(lane)
  return lane
}

/** Most slots of one generation of one lane's line set, a power of two. */
export function lineSlotsFor(state: EngineState): number {
  const share = LINE_SLOTS / 2 / Math.max(1, state.lanes.length)
  return Math.max(64, 2 ** Math.floor(Math.log2(share)))
}
