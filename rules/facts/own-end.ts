import type { LaneMemory } from '../memory/lane-memory.ts'
import { isRootLane } from '../memory/lanes.ts'
import type { Draft } from '../memory/run-memory.ts'
import { endsByItself } from '../words/reason.ts'
import type { OutcomeStep, Step } from '../words/step.ts'

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

/**
 * The record around the run's work ended, and nobody has said how the run did: it answered, unless the record says that
 * it failed. Work that began later shows that the run goes on, and of a record that is a root in its own process only
 * (`fromMs`), work that began before it.
 */
export function endAsObserved(draft: Draft, { outcome, endedAtMs, fromMs = 0 }: OutcomeStep): void {
  const { state } = draft
  if (draft.outcome !== 'open' || state.halted || state.newestStartMs > endedAtMs) return
  if (state.openedMs === null || fromMs > state.openedMs) return
  draft.outcome = outcome
  state.endedAtMs = endedAtMs
  state.endObserved = true
}

/**
 * What begins after a run ended by itself may show that it goes on: a person who speaks again, in the same session; past
 * its framework's limit any work, for the framework caught its own error or began again; and so it does where
 * the end was only observed.
 */
export function goOnPastEnd(draft: Draft, { kind, startedAtMs }: Step): void {
  const { state } = draft
  if (!hasEnded(draft) || startedAtMs <= (state.endedAtMs ?? 0)) return
  const isAtLimit = draft.outcome === 'failed' && draft.limit?.reason === 'agent_limit'
  if (kind !== 'user' && !isAtLimit && !state.endObserved) return
  draft.outcome = 'open'
  draft.reason = null
  state.endObserved = false
  state.openedMs = null
}

/** Notes when the work began that the run is about since it was opened, or opened again. */
export function noteWork({ state }: Draft, { startedAtMs }: Step): void {
  state.newestStartMs = Math.max(state.newestStartMs, startedAtMs)
  if (startedAtMs > (state.endedAtMs ?? 0))
    state.openedMs = Math.min(state.openedMs ?? startedAtMs, startedAtMs)
}

/** True for a run that ended by itself: no act of an operator changes that. */
export function hasEnded({ outcome, state }: Draft): boolean {
  return !state.halted && endsByItself(outcome)
}
