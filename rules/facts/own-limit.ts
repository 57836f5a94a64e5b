import type { LaneMemory } from '../memory/lane-memory.ts'
import { isRootLane } from '../memory/lanes.ts'
import type { Draft } from '../memory/run-memory.ts'
import type { Step } from '../words/step.ts'

/**
 * The agent's own framework ended the run at its limit: it has failed, unless something says otherwise. The
 * limit of a sub-agent ends the sub-agent only.
 */
export function endAtOwnLimit(draft: Draft, lane: LaneMemory, { endedAtMs }: Step): void {
  const { state } = draft
  if (draft.outcome !== 'open' || state.halted || !isRootLane(lane, state.lanes)) return
  draft.outcome = 'failed'
  state.endedAtMs = endedAtMs
}

/** Work that begins after the limit: the framework caught its own error, or began again. */
export function goOnPastLimit(draft: Draft, { startedAtMs }: Step): void {
  const { outcome, limit, state } = draft
  if (outcome !== 'failed' || limit?.reason !== 'agent_limit' || state.endedAtMs === null) return
  if (startedAtMs > state.endedAtMs) draft.outcome = 'open'
}
