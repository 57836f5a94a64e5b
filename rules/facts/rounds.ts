import { hashName } from '../memory/hash.ts'
import type { LaneMemory } from '../memory/lane-memory.ts'
import type { ToolStep } from '../words/step.ts'
import { startOf } from './settling.ts'

/**
 * The round that a call belongs to: as its source says; else the calls between two model calls; else, where
 * no model calls are recorded, calls that overlap in time. Calls of one round were asked for together, so
 * they are one piece of evidence.
 */
export function enterRound(step: ToolStep, lane: LaneMemory): number {
  const round = roundOf(step, lane)
  if (round !== lane.round) {
    lane.round = round
    lane.roundEndMs = 0
    lane.roundStale = 0
    lane.acts++
  }
  lane.roundEndMs = Math.max(lane.roundEndMs, Math.min(step.endedAtMs, step.receivedAtMs))
  return round
}

function roundOf(step: ToolStep, lane: LaneMemory): number {
  if (step.round !== null) return hashName(`round ${step.round}`)
  if (lane.modelSteps > 0) return hashName(`turn ${lane.turn}`)
  return startOf(step) < lane.roundEndMs ? lane.round : hashName(`call ${lane.toolCount}`)
}
