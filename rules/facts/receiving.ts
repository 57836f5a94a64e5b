import { laneOf } from '../memory/lanes.ts'
import type { Draft } from '../memory/run-memory.ts'
import {
  seenOn,
  sourceRanks,
  type AmendmentStep,
  type BarStep,
  type OperatorStep,
  type OutcomeStep,
  type Step,
  type ToolStep,
} from '../words/step.ts'
import { amendRow } from './amending.ts'
import { frameBar } from './bar.ts'
import { isWaiting, noteEffect } from './effects.ts'
import { goOnPastEnd, hasEnded, noteWork } from './own-end.ts'
import { joinsPromptCall, noteTeller } from './prompt-calls.ts'
import { forgiveStop, hear, noteBegin } from './time.ts'
import { endAsTold } from './told-end.ts'
import { isKnownCall } from './totals.ts'

/** Takes a step in: what happened in the run stands in `pending` until it settles, what is said about it holds at once. */
export function receive(draft: Draft, step: Step): void {
  draft.state.nowMs = Math.max(draft.state.nowMs, step.receivedAtMs)
  // What a judge model says of a run is no sign of its life.
  if (step.kind !== 'tick' && step.kind !== 'opinion') hear(draft, step.receivedAtMs)
  switch (step.kind) {
    case 'bar':
      return takeBar(draft, step)
    case 'effect':
      noteBegin(draft, step)
      return noteEffect(draft, step)
    // Who asks is at work: its first call may hang, and nothing else be heard of it.
    case 'fence':
      return noteBegin(draft, step)
    case 'outcome':
      return takeEnd(draft, step)
    case 'ack':
    case 'tick':
    case 'naming':
    case 'opinion':
      return note(draft, step)
    case 'operator':
      return step.act === 'resume' ? resume(draft, step) : undefined
    case 'amendment':
      return amend(draft, step)
    case 'tool':
      return takeCall(draft, step)
    case 'model':
    case 'check':
    case 'user':
    case 'progress':
    case 'agent_limit':
      return wait(draft, step)
  }
}

function takeCall(draft: Draft, step: ToolStep): void {
  noteTeller(draft.state, step)
  if (step.callId !== null && isKnownCall(draft, step.callId)) mergeCall(draft, step)
  else if (!joinsPromptCall(draft, step)) wait(draft, withAnswer(draft, step))
}

/** What is told from outside of the run has no place in a lane: it holds at once. */
function takeBar(draft: Draft, step: BarStep): void {
  if (step.lane === '*') frameBar(draft.state, step)
  else wait(draft, step)
}

/** What is said about the run and not done in it. */
function note(draft: Draft, step: Step): void {
  const { state } = draft
  if (step.kind === 'ack' && state.halted && step.seq >= draft.seq) state.ackedHaltMs ??= step.endedAtMs
}

function wait(draft: Draft, step: Step): void {
  const { state } = draft
  goOnPastEnd(draft, step)
  noteWork(draft, step)
  noteBegin(draft, step)
  const lane = laneOf(state, step.lane)
  lane.firstStartMs = Math.min(lane.firstStartMs, step.startedAtMs)
  lane.lastEndMs = Math.max(lane.lastEndMs, step.endedAtMs)
  if (state.ackedHaltMs !== null && step.startedAtMs > state.ackedHaltMs) draft.ranPastHalt++
  state.pending.push(step)
}

/**
 * An end that is told holds at once. One that was observed waits for its turn, and is nothing that the agent did; before
 * any work there is nothing to end.
 */
function takeEnd(draft: Draft, step: OutcomeStep): void {
  if (step.observed !== true) return endAsTold(draft, step)
  const { pending, lanes } = draft.state
  const [first] = lanes
  if (first !== undefined) pending.push({ ...step, lane: first.lane })
}

/** A second record of a call: while it waits the better source wins, later it only teaches equality. */
function mergeCall(draft: Draft, step: ToolStep): void {
  const { state } = draft
  const index = state.pending.findIndex((each) => each.kind === 'tool' && each.callId === step.callId)
  const first = state.pending[index]
  if (first?.kind === 'tool') {
    state.pending[index] = mergedCall(first, step)
    return
  }
  amendRow(draft, step)
  const lane = laneOf(state, step.lane)
  if (step.sequence === lane.nextSequence) lane.nextSequence++
}

/** Every field from the best source that has it, never by arrival. */
function mergedCall(a: ToolStep, b: ToolStep): ToolStep {
  const [best, other] = compareSources(a, b) <= 0 ? [a, b] : [b, a]
  return {
    ...best,
    ...(best.rank === 'prompt' && other.rank !== 'prompt' ? ownRecord(other, best) : {}),
    call: best.call.exact === null ? other.call : best.call,
    ...(best.observation.state === 'unknown' ? whatCameBack(other, best) : {}),
    ok: best.ok ?? other.ok,
    error: best.error ?? other.error,
    effect: best.effect || other.effect,
    readOnly: best.readOnly ?? other.readOnly,
    round: best.round ?? other.round,
    sequence: best.sequence ?? other.sequence,
    ...(best.effectId === undefined && other.effectId !== undefined ? { effectId: other.effectId } : {}),
  }
}

/** A call that a prompt tells more of than its own record does is still one with a record, which says when it was. */
function ownRecord(
  { rank, startedAtMs, endedAtMs }: ToolStep,
  { observation, seenIn }: ToolStep,
): Partial<ToolStep> {
  const seen = observation.state === 'unknown' ? {} : { seenIn: seenIn ?? 'prompt' }
  return { rank, startedAtMs, endedAtMs, ...seen }
}

/** As another record of the call has it; where neither knows, perhaps how much it was. */
function whatCameBack(other: ToolStep, { resultSize }: ToolStep): Partial<ToolStep> {
  const { observation } = other
  const size = resultSize ?? other.resultSize
  if (observation.state === 'unknown') return size === undefined ? {} : { resultSize: size }
  const seenIn = seenOn(other)
  return seenIn === null ? { observation } : { observation, seenIn }
}

/** By rank; of one source the record that ended later knows more. */
function compareSources(a: ToolStep, b: ToolStep): number {
  return (
    sourceRanks.indexOf(a.rank) - sourceRanks.indexOf(b.rank) ||
    b.endedAtMs - a.endedAtMs ||
    (a.id < b.id ? -1 : 1)
  )
}

function amend(draft: Draft, step: AmendmentStep): void {
  const { state } = draft
  const index = state.pending.findIndex((each) => each.kind === 'tool' && each.callId === step.callId)
  const call = state.pending[index]
  if (call?.kind === 'tool') state.pending[index] = answered(call, step)
  // An answer that came before its call waits for it as long as a step does.
  else if (!amendRow(draft, step)) state.pending.push(step)
}

/** The call with what was told of it before it came. */
function withAnswer({ state }: Draft, call: ToolStep): ToolStep {
  const { callId } = call
  if (callId === null) return call
  const isOf = (each: Step): each is AmendmentStep => each.kind === 'amendment' && each.callId === callId
  const early = state.pending.filter(isOf)
  if (early.length === 0) return call
  state.pending = state.pending.filter((each) => !isOf(each))
  return early.reduce(answered, call)
}

function answered(known: ToolStep, { observation, error, call: told }: AmendmentStep): ToolStep {
  const call = told === undefined || known.call.exact !== null ? known : { ...known, call: told }
  if (call.observation.state !== 'unknown' || observation.state === 'unknown') return call
  return { ...call, observation, seenIn: 'prompt', error: call.error ?? error }
}

/** Judging starts afresh: the person has seen the run and wants it to go on. */
function resume(draft: Draft, { limits, tools, receivedAtMs }: OperatorStep): void {
  if (hasEnded(draft)) return
  forgiveStop(draft, receivedAtMs)
  const { state } = draft
  state.halted = false
  state.haltRecorded = false
  state.ackedHaltMs = null
  state.warnings = []
  state.limits = { ...state.limits, ...limits }
  state.tools = tools ?? state.tools
  draft.outcome = isWaiting(draft) ? 'suspended' : 'open'
  draft.reason = null
  draft.limit = null
  draft.budgetWarnings = []
  draft.nudges = 0
  for (const lane of state.lanes) {
    lane.halted = false
    lane.patternsFrom = lane.ordinal + 1
    lane.stale = 0
    lane.tried = []
    lane.slices = {}
    lane.spoke = null
  }
}
