import { hashId } from '../memory/hash.ts'
import { turnsOf, type LaneMemory } from '../memory/lane-memory.ts'
import { withId } from '../memory/recent-ids.ts'
import type { Draft } from '../memory/run-memory.ts'
import type { Policy } from '../policy/policy.ts'
import type { Step, ToolStep } from '../words/step.ts'
import { countNamedEffect, idleMsAt, isEffect } from './effects.ts'

/** Spans are heard of late, by the exporter's batches; clocks that differ more than this are wrong. */
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

/** True when a tool step with this call id was counted before; remembers the id. */
export function isKnownCall(draft: Draft, callId: string): boolean {
  return !isNew(draft, hashId(`call:${callId}`))
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

function countTime(draft: Draft, step: Step): void {
  const { state } = draft
  state.firstStartMs = Math.min(state.firstStartMs ?? step.startedAtMs, step.startedAtMs)
  state.lastEndMs = Math.max(state.lastEndMs, step.endedAtMs)
  const spansMs = state.lastEndMs - state.firstStartMs
  const heardMs = state.nowMs - (state.firstHeardMs ?? state.nowMs)
  // Where the clocks of several hosts disagree, no run has lasted longer than the observer has known it.
  const lastedMs = spansMs > heardMs + MOST_DISAGREEMENT_MS ? heardMs : spansMs
  const idleMs = idleMsAt(draft, state.lastEndMs)
  draft.totals.seconds = Math.max(draft.totals.seconds, (lastedMs - idleMs) / 1000)
}
