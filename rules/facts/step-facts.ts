import { addHash } from '../memory/hash-set.ts'
import { hashOf } from '../memory/hash.ts'
import type { LaneMemory } from '../memory/lane-memory.ts'
import { lineSlotsFor, rowsFor } from '../memory/lanes.ts'
import type { Draft } from '../memory/run-memory.ts'
import type { ModelStep, Step } from '../words/step.ts'
import type { Facts, FactsBase } from './facts.ts'
import { toolFacts } from './tool-facts.ts'

/** Records a settled step in its lane and computes, once, what the rules read. */
export function stepFacts(step: Step, draft: Draft, context: FactsBase): Facts {
  const { lane } = context
  advance(lane, step)
  if (step.kind === 'tool')
    return toolFacts(step, {
      ...context,
      maxLineSlots: lineSlotsFor(draft.state),
      maxRows: rowsFor(draft.state),
    })
  if (step.kind === 'model') {
    countMessage(lane, step)
    return { ...context, kind: 'model', step }
  }
  if (step.kind === 'user') softenFor(lane)
  if (step.kind === 'progress') noteProgress(lane)
  return { ...context, kind: 'other', step }
}

/** A step that came too late for its place: what it brought is known from here on, nothing else. */
export function absorbLate(step: Step, draft: Draft, context: FactsBase): Facts {
  if (step.kind === 'tool' && step.observation.state === 'known') {
    const maxSlots = lineSlotsFor(draft.state)
    for (const line of step.observation.lines) addHash(context.lane.lines, line, maxSlots)
  }
  if (step.kind === 'tool' || step.kind === 'model') return { ...context, kind: 'late', step }
  return { ...context, kind: 'other', step }
}

function advance(lane: LaneMemory, step: Step): void {
  lane.ordinal++
  if (step.sequence !== null) lane.nextSequence = step.sequence + 1
  else lane.settledMarkMs = Math.max(lane.settledMarkMs, step.startedAtMs)
}

function countMessage(lane: LaneMemory, step: ModelStep): void {
  lane.turn++
  const message = hashOf(step.text?.fingerprint ?? null)
  if (message === 0) return
  lane.messages++
  lane.equalMessages = message === lane.lastMessage ? lane.equalMessages + 1 : 1
  lane.lastMessage = message
}

/** A user's message restarts the patterns and softens, without wiping, what has accumulated. */
function softenFor(lane: LaneMemory): void {
  lane.patternsFrom = lane.ordinal
  lane.messages = 0
  lane.equalMessages = 0
  lane.stale = Math.floor(lane.stale / 2)
}

function noteProgress(lane: LaneMemory): void {
  lane.patternsFrom = lane.ordinal
  lane.progressCount++
  lane.stale = 0
  lane.tried = []
}
