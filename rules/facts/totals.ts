import { hashId } from '../memory/hash.ts'
import { turnsOf, type LaneMemory } from '../memory/lane-memory.ts'
import { hasId, withId } from '../memory/recent-ids.ts'
import type { Draft, EngineState } from '../memory/run-memory.ts'
import type { Policy } from '../policy/policy.ts'
import type { Step, ToolStep } from '../words/step.ts'
import { countNamedEffect, idleMsAt, isEffect } from './effects.ts'

/** Steps are heard of late, by the exporter's batches; a hole longer than this may be one between two clocks, milliseconds. */
const MOST_DISAGREEMENT_MS = 30_000

/**
 * Adds a step to the run's sums: once it settled, or when it came too late for that. So the decisions that
 * rest on sums come in one order with the others, whatever the order of arrival; they wait for the hold.
 */
export function countStep(draft: Draft, lane: LaneMemory, step: Step, policy: Policy): void {
  if (step.kind === 'tool') countCall(draft, lane, step, policy)
  else if (step.kind === 'model') {
    lane.modelSteps++
    draft.totals.tokens += (step.tokensIn ?? 0) + (step.tokensOut ?? 0)
    draft.totals.costUsd += step.costUsd ?? 0
  }
  countTime(draft, step)
  draft.totals.steps = draft.state.lanes.reduce(
    (sum, each) => sum + turnsOf(each),
    draft.state.forgottenTurns,
  )
}

/** True when a call with this id has settled before. */
export function isCounted({ state }: Draft, callId: string | null): boolean {
  return callId !== null && hasId(state.counted, callIdHash(callId))
}

/** Remembers that the call with this id has settled. */
export function noteCounted(state: EngineState, callId: string): void {
  state.counted = withId(state.counted, callIdHash(callId))
}

function callIdHash(callId: string): number {
  return hashId(`call:${callId}`)
}

function countCall(draft: Draft, lane: LaneMemory, step: ToolStep, policy: Policy): void {
  draft.totals.toolCalls++
  if (step.effectId !== undefined) countNamedEffect(draft, step.effectId, step.ok === false)
  else if (isEffect(step, policy)) draft.totals.effects++
  if (step.round === null) {
    lane.looseCalls++
    return
  }
  if (isNew(draft, hashId(`round:${step.lane}:${step.round}`))) lane.rounds++
}

function isNew({ state }: Draft, id: number): boolean {
  const { counted } = state
  state.counted = withId(counted, id)
  return state.counted !== counted
}

/**
 * The time of a run is that of its steps, from where the first began to where the last ended, by their own clocks: so
 * it is right for steps that were delivered late, or all at once. A hole that is longer than the observer has known
 * the run is the distance between the clocks of two hosts, and no time; then the observer's own clock counts as well.
 */
function countTime(draft: Draft, step: Step): void {
  const { state } = draft
  const { startedAtMs, endedAtMs } = step
  const firstStartMs = state.firstStartMs ?? startedAtMs
  const lastEndMs = state.firstStartMs === null ? endedAtMs : state.lastEndMs
  const heardMs = state.nowMs - (state.firstHeardMs ?? state.nowMs)
  const longestMs = heardMs + MOST_DISAGREEMENT_MS
  const afterMs = startedAtMs - lastEndMs
  const waitedMs = afterMs > longestMs ? idleMsAt(draft, startedAtMs) - idleMsAt(draft, lastEndMs) : 0
  const isAhead = afterMs - waitedMs > longestMs
  const isBehind = firstStartMs - endedAtMs > longestMs
  if (isAhead || isBehind) {
    const knownMs = heardMs - idleMsAt(draft, state.nowMs, state.firstHeardMs ?? 0)
    draft.totals.seconds = Math.max(draft.totals.seconds, knownMs / 1000)
    if (isBehind) return
  }
  // What was counted so far keeps its length, on the clock of this step.
  state.firstStartMs = isAhead ? firstStartMs + afterMs : Math.min(firstStartMs, startedAtMs)
  state.lastEndMs = Math.max(lastEndMs, endedAtMs)
  const lastedMs = state.lastEndMs - state.firstStartMs - idleMsAt(draft, state.lastEndMs)
  draft.totals.seconds = Math.max(draft.totals.seconds, lastedMs / 1000)
}
