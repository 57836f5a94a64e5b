import type { LaneMemory } from '../memory/lane-memory.ts'
import type { EngineState } from '../memory/run-memory.ts'
import type { Step } from '../words/step.ts'
import { joinedCalls } from './joined-calls.ts'
import { noteCounted } from './totals.ts'

/** Steps that wait at most; beyond it all settle early. */
const MAX_PENDING = 1024
/** So many steps in a row behind the mark are no stragglers: the clock was set back, or a backlog arrives. */
const LATE_IN_ROW = 3

/** When a pending step may settle. */
export interface SettlingRule {
  /** Hold of the policy, milliseconds. */
  readonly holdMs: number
  /** A lane whose steps all settle now (`*`: every lane), or null. */
  readonly fence: string | null
}

/** Removes from `pending` the steps whose place is final, and returns them in the order to judge. */
export function takeSettled(state: EngineState, rule: SettlingRule): readonly Step[] {
  if (state.pending.length === 0 || !mayTake(state, rule)) return []
  const { steps, records } = joinedCalls(state.pending)
  const waiting = { lanes: state.lanes, nowMs: state.nowMs, pending: steps }
  const settled = isPlain(waiting, rule) ? takeUnnumbered(waiting, rule) : takeQueued(waiting, rule)
  if (settled.length === 0) return []
  const gone = new Set<Step>()
  for (const step of settled) {
    for (const each of records.get(step) ?? [step]) {
      gone.add(each)
      if (each.kind === 'tool' && each.callId !== null) noteCounted(state, each.callId)
    }
  }
  state.pending = state.pending.filter((step) => !gone.has(step))
  return settled
}

/** What takes a look at the steps that wait. */
type Waiting = Pick<EngineState, 'lanes' | 'nowMs'> & { readonly pending: readonly Step[] }

/** False when surely none can settle: nobody has waited long enough, no number is known and nothing hurries. */
function mayTake(state: Waiting, rule: SettlingRule): boolean {
  return !isPlain(state, rule) || newestExpired(state, rule) !== null
}

function takeQueued(state: Waiting, rule: SettlingRule): readonly Step[] {
  const queues = settledQueues(state, rule)
  return queues.length === 1 ? (queues[0] ?? []) : merge(queues)
}

/** Steps without numbers and nothing that hurries them: what most runs have at most times. */
function isPlain({ pending }: Waiting, { fence }: SettlingRule): boolean {
  if (fence !== null || pending.length > MAX_PENDING) return false
  for (const step of pending) if (step.sequence !== null) return false
  return true
}

function takeUnnumbered(state: Waiting, rule: SettlingRule): readonly Step[] {
  const expired = newestExpired(state, rule)
  if (expired === null) return []
  return state.pending.filter((step) => byStart(step, expired) <= 0).sort(byStart)
}

/** When the next pending step will have waited long enough, milliseconds since the epoch; null when none waits. */
export function nextSettleMs(state: EngineState, holdMs: number): number | null {
  let next: number | null = null
  for (const step of state.pending) next = Math.min(next ?? Infinity, step.receivedAtMs + holdMs)
  return next
}

/**
 * True when the step belongs before one of its lane that has settled. Many of them in a row move the mark
 * back: a lane must not go blind because one clock or one number was wrong.
 */
export function isLate(step: Step, lane: LaneMemory): boolean {
  const late = step.sequence === null ? startOf(step) < lane.settledMarkMs : step.sequence < lane.nextSequence
  lane.lateInRow = late ? lane.lateInRow + 1 : 0
  if (lane.lateInRow < LATE_IN_ROW) return late
  lane.lateInRow = 0
  lane.roundEndMs = 0
  if (step.sequence === null) lane.settledMarkMs = startOf(step)
  else lane.nextSequence = step.sequence
  return false
}

/** When a step began, and not later than it was received: a clock that runs ahead must not hide what follows. */
export function startOf({ startedAtMs, receivedAtMs }: Step): number {
  return Math.min(startedAtMs, receivedAtMs)
}

function settledQueues(state: Waiting, rule: SettlingRule): readonly (readonly Step[])[] {
  const queues: (readonly Step[])[] = []
  const overflows = state.pending.length > MAX_PENDING
  const expired = newestExpired(state, rule)
  for (const lane of state.lanes) {
    const waiting = state.pending.filter((step) => step.lane === lane.lane)
    if (waiting.length === 0) continue
    const all = rule.fence === '*' || rule.fence === lane.lane || overflows
    const numbered = waiting.filter((step) => step.sequence !== null).sort(bySequence)
    const others = waiting.filter((step) => step.sequence === null).sort(byStart)
    for (const queue of [
      settledNumbered(numbered, lane, state, { ...rule, all }),
      others.filter((step) => all || (expired !== null && byStart(step, expired) <= 0)),
    ]) {
      if (queue.length > 0) queues.push(queue)
    }
  }
  return queues
}

/**
 * Of the steps without a number that have waited for the hold, the one that began last. With it settles, in
 * every lane, whatever began before it: nudges and halts are counted for the run, so their order must not
 * depend on which lane's steps arrived first.
 */
function newestExpired(state: Waiting, { holdMs }: SettlingRule): Step | null {
  let newest: Step | null = null
  for (const step of state.pending) {
    if (step.sequence !== null || step.receivedAtMs + holdMs > state.nowMs) continue
    if (newest === null || byStart(step, newest) > 0) newest = step
  }
  return newest
}

/** Numbered steps settle as soon as no number is missing before them; a gap is waited for as long as the hold. */
function settledNumbered(
  steps: readonly Step[],
  lane: LaneMemory,
  state: Waiting,
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

function bySequence(a: Step, b: Step): number {
  return (a.sequence ?? 0) - (b.sequence ?? 0)
}

function byStart(a: Step, b: Step): number {
  return startOf(a) - startOf(b) || a.endedAtMs - b.endedAtMs || (a.id < b.id ? -1 : a.id > b.id ? 1 : 0)
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
