import { turnsOf } from './lane-memory.ts'
import type { RunMemory } from './run-memory.ts'

/** How far the lane that began a run has come. */
export interface Place {
  readonly lane: string
  /** Model turns. */
  readonly turn: number
  /** Settled steps. */
  readonly ordinal: number
  /** Settled tool calls. */
  readonly calls: number
}

/** How far the lane `main` has come, or where there is none the first; null for a run in which nothing has happened. */
export function placeOf({ state: { lanes } }: Pick<RunMemory, 'state'>): Place | null {
  const lane = lanes.find((each) => each.lane === 'main') ?? lanes[0]
  if (lane === undefined) return null
  return { lane: lane.lane, turn: turnsOf(lane), ordinal: lane.ordinal, calls: lane.toolCount }
}
