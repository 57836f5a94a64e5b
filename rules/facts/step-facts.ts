import { hashOf } from '../memory/hash.ts'
import type { LaneMemory } from '../memory/lane-memory.ts'
import { learn, rowsFor } from '../memory/lanes.ts'
import type { Draft } from '../memory/run-memory.ts'
import type { ModelStep, Step, ToolStep } from '../words/step.ts'
import { raiseBar } from './bar.ts'
import type { Facts, FactsBase } from './facts.ts'
import { checkFacts } from './check-facts.ts'
import { noteGrowth } from './result-size.ts'
import { endAtOwnLimit } from './own-end.ts'
import { startOf } from './settling.ts'
import { toolFacts } from './tool-facts.ts'

/** Texts that share so much of their shingles say the same. */
const SAME_TEXT = 0.7
/** Shorter texts ("Let me see.") are no conclusions. */
const FEWEST_SHINGLES = 8

/** Records a settled step in its lane and computes, once, what the rules read. */
export function stepFacts(step: Step, draft: Draft, context: FactsBase): Facts {
  const { lane } = context
  advance(lane, step)
  if (step.kind === 'tool')
    return toolFacts(step, {
      ...context,
      noveltyRatio: noveltyOf(step, draft, lane),
      maxRows: rowsFor(draft.state),
      lanes: draft.state.lanes,
    })
  if (step.kind === 'model') {
    countMessage(lane, step)
    noteGrowth(lane, step)
    return { ...context, kind: 'model', step, restated: countRestated(lane, step) }
  }
  if (step.kind === 'check') {
    // One that was recognised in the output of a call has been counted with it.
    if (step.call === undefined) lane.acts++
    lane.checkPassed = step.failures.length === 0
    return checkFacts(step, draft.state, context)
  }
  if (step.kind === 'bar') return { ...context, kind: 'bar', step, lowered: raiseBar(draft.state, step.bar) }
  if (step.kind === 'user') softenFor(lane)
  if (step.kind === 'progress') noteProgress(lane)
  if (step.kind === 'agent_limit') endAtOwnLimit(draft, lane, step)
  return { ...context, kind: 'other', step }
}

/** A step that came too late for its place: what it brought is known from here on, nothing else. */
export function absorbLate(step: Step, draft: Draft, context: FactsBase): Facts {
  if (step.kind === 'tool' && step.observation.state === 'known') {
    learn(context.lane, step.observation.lines, draft.state)
  }
  if (step.kind === 'bar') raiseBar(draft.state, step.bar)
  if (step.kind === 'tool' || step.kind === 'model' || step.kind === 'check' || step.kind === 'bar') {
    return { ...context, kind: 'late', step }
  }
  return { ...context, kind: 'other', step }
}

/** Learns the lines of the observation; the share of them that the lane had not seen, null without lines. */
function noveltyOf({ observation }: ToolStep, draft: Draft, lane: LaneMemory): number | null {
  if (observation.state !== 'known' || observation.lines.length === 0) return null
  return learn(lane, observation.lines, draft.state) / observation.lines.length
}

function advance(lane: LaneMemory, step: Step): void {
  lane.ordinal++
  if (step.sequence !== null) lane.nextSequence = step.sequence + 1
  else lane.settledMarkMs = Math.max(lane.settledMarkMs, startOf(step))
}

function countMessage(lane: LaneMemory, step: ModelStep): void {
  lane.turn++
  const message = hashOf(step.text?.fingerprint ?? null)
  if (message === 0) return
  lane.messages++
  if (lane.messages > 1) lane.acts++
  lane.equalMessages = message === lane.lastMessage ? lane.equalMessages + 1 : 1
  lane.lastMessage = message
}

/** Near-duplicate texts (Jaccard of their word shingles), as long as no call brings progress between. */
function countRestated(lane: LaneMemory, step: ModelStep): number {
  const shingles = step.text?.shingles
  if (shingles === undefined || shingles.length < FEWEST_SHINGLES) return 0
  lane.restated = overlap(shingles, lane.lastShingles) >= SAME_TEXT ? lane.restated + 1 : 1
  lane.lastShingles = shingles
  return lane.restated
}

/** Jaccard similarity of two ascending sketches, 0 to 1. */
function overlap(a: Uint32Array, b: Uint32Array): number {
  let shared = 0
  for (let i = 0, j = 0; i < a.length && j < b.length;) {
    const [x = 0, y = 0] = [a[i], b[j]]
    if (x === y) shared++
    if (x <= y) i++
    if (y <= x) j++
  }
  const all = a.length + b.length - shared
  return all === 0 ? 0 : shared / all
}

/** A user's message restarts the patterns and softens, without wiping, what has accumulated. */
function softenFor(lane: LaneMemory): void {
  lane.patternsFrom = lane.ordinal
  lane.restated = 0
  lane.checkPassed = false
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
