import type { LaneMemory } from '../memory/lane-memory.ts'
import type { EngineState } from '../memory/run-memory.ts'
import type { Step } from '../words/step.ts'

/** Steps that wait at most; beyond it the oldest settle early. */
const MAX_PENDING = 256

/** When a pending step may settle. */
export interface SettlingRule {
  /** Hold of the policy, milliseconds. */
  readonly holdMs: number
  /** A lane whose steps all settle now (`*`: every lane), or null. */
  readonly fence: string | null
}

/** Removes from `pending` the steps whose place is final, and returns them in the order to judge. */
export function takeSettled(state: EngineState, rule: SettlingRule): readonly Step[] {
  if (state.pending.length === 0) return []
  const queues = settledQueues(state, rule)
  if (queues.length === 0) return []
  const settled = queues.length === 1 ? (queues[0] ?? []) : merge(queues)
  const gone = new Set(settled)
  state.pending = state.pending.filter((step) => !gone.has(step))
  return settled
}

/** When the next pending step will have waited long enough, milliseconds since the epoch; null when none waits. */
export function nextSettleMs(state: EngineState, holdMs: number): number | null {
  let next: number | null = null
  for (const step of state.pending) next = Math.min(next ?? Infinity, step.receivedAtMs + holdMs)
  return next
}

/** True when the step belongs before one of its lane that has settled. */
export function isLate(step: Step, lane: LaneMemory): boolean {
  return step.sequence === null ? step.startedAtMs < lane.settledMarkMs : step.sequence < lane.nextSequence
}

function settledQueues(state: EngineState, rule: SettlingRule): readonly (readonly Step[])[] {
  const queues: (readonly Step[])[] = []
  for (const lane of state.lanes) {
    const waiting = state.pending.filter((step) => step.lane === lane.lane)
    if (waiting.length === 0) continue
    const all = rule.fence === '*' || rule.fence === lane.lane || state.pending.length > MAX_PENDING
    const numbered = waiting.filter((step) => step.sequence !== null).sort(bySequence)
    const others = waiting.filter((step) => step.sequence === null).sort(byStart)
    for (const queue of [
      settledNumbered(numbered, lane, state, { ...rule, all }),
      settledOthers(others, state, { ...rule, all }),
    ]) {
      if (queue.length > 0) queues.push(queue)
    }
  }
  return queues
}

/** Numbered steps settle as soon as no number is missing before them; a gap is waited for as long as the hold. */
function settledNumbered(
  steps: readonly Step[],
  lane: LaneMemory,
  state: EngineState,
  rule: SettlingRule & { readonly all: boolean },
): readonly Step[] {
  const expired = steps.findLastIndex((step) => rule.all || step.receivedAtMs + rule.holdMs <= state.nowMs)
  let next = lane.nextSequence
  return steps.filter((step, index) => {
    const settles = step.sequence === next || index <= expired
    if (settles) next = (step.sequence ?? next) + 1
    return settles
  })
}

/** Steps without a number settle after the hold, and with them whatever began before them. */
function settledOthers(
  steps: readonly Step[],
  state: EngineState,
  rule: SettlingRule & { readonly all: boolean },
): readonly Step[] {
  const expired = steps.findLastIndex((step) => rule.all || step.receivedAtMs + rule.holdMs <= state.nowMs)
  return steps.slice(0, expired + 1)
}

function bySequence(a: Step, b: Step): number {
  return (a.sequence ?? 0) - (b.sequence ?? 0)
}

function byStart(a: Step, b: Step): number {
  return a.startedAtMs - b.startedAtMs || a.endedAtMs - b.endedAtMs || (a.id < b.id ? -1 : 1)
}

/** Keeps the order within each queue; between queues, the head that began first goes first. */
function merge(queues: readonly (readonly Step[])[]): readonly Step[] {
  const heads = queues.map(() => 0)
  const merged: Step[] = []
  for (;;) {
    let first = -1
    let best: Step | undefined
    for (const [index, queue] of queues.entries()) {
      const head = queue[heads[index] ?? 0]
      if (head !== undefined && (best === undefined || byStart(head, best) < 0)) [first, best] = [index, head]
    }
    if (best === undefined) return merged
    merged.push(best)
    heads[first] = (heads[first] ?? 0) + 1
  }
}
