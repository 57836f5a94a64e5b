import { laneOf } from '../memory/lanes.ts'
import type { Draft, EngineState } from '../memory/run-memory.ts'
import type { AmendmentStep, BarStep, OperatorStep, OutcomeStep, Step, ToolStep } from '../words/step.ts'
import { amendRow } from './amending.ts'
import { frameBar } from './bar.ts'
import { isWaiting, noteEffect } from './effects.ts'
import { goOnPastEnd, hasEnded, noteWork } from './own-end.ts'
import { joinsPromptCall, noteTeller } from './prompt-calls.ts'
import { forgiveStop, hear, noteBegin } from './time.ts'
import { endAsTold } from './told-end.ts'
import { isCounted } from './totals.ts'

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
  if (isCounted(draft, step.callId) || isCounted(draft, step.linked ?? null)) learnMore(draft, step)
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
  const ranPastHalt = state.ackedHaltMs !== null && step.startedAtMs > state.ackedHaltMs
  if (ranPastHalt && !isToldAgain(state, step)) draft.ranPastHalt++
  state.pending.push(step)
}

/** A record of a call of which another waits. */
function isToldAgain({ pending }: EngineState, step: Step): boolean {
  if (step.kind !== 'tool' || step.callId === null) return false
  const { callId } = step
  return step.linked !== undefined || pending.some((each) => each.kind === 'tool' && each.callId === callId)
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

/** One more record of a call that has settled: it only teaches equality. */
function learnMore(draft: Draft, step: ToolStep): void {
  if (!amendRow(draft, step) && step.linked !== undefined) amendRow(draft, { ...step, callId: step.linked })
  const lane = laneOf(draft.state, step.lane)
  if (step.sequence === lane.nextSequence) lane.nextSequence++
}

function amend(draft: Draft, step: AmendmentStep): void {
  const { state } = draft
  const index = state.pending.findIndex((each) => each.kind === 'tool' && each.callId === step.callId)
  const call = state.pending[index]
  if (call?.kind === 'tool') state.pending[index] = answered(call, step)
  // An answer that came before its call waits for it as long as a step does.
  else if (!amendRow(draft, step) && !amendLinked(draft, step)) state.pending.push(step)
}

function amendLinked(draft: Draft, step: AmendmentStep): boolean {
  return step.linked !== undefined && amendRow(draft, { ...step, callId: step.linked })
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
