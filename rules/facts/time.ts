import { idleMsAt } from './effects.ts'
import type { Draft } from '../memory/run-memory.ts'
import type { Policy } from '../policy/policy.ts'
import type { Limits, Step, TickStep } from '../words/step.ts'

/** A sign of life: a run that was taken for lost goes on. */
export function hear(draft: Draft, receivedAtMs: number): void {
  draft.state.heardMs = Math.max(draft.state.heardMs ?? receivedAtMs, receivedAtMs)
  if (draft.outcome === 'lost') draft.outcome = 'open'
}

/** Notes when the run began on the observer's clock: when the step was received, less what it took. */
export function noteBegin(draft: Draft, { receivedAtMs, startedAtMs, endedAtMs }: Step): void {
  const begunMs = receivedAtMs - Math.max(0, endedAtMs - startedAtMs)
  draft.state.firstHeardMs = Math.min(draft.state.firstHeardMs ?? begunMs, begunMs)
}

/** The time in which a run stood halted is not charged: from when a person lets it go on, its time goes on from where it was. */
export function forgiveStop(draft: Draft, receivedAtMs: number): void {
  const { state, totals } = draft
  if (!state.halted || state.firstHeardMs === null) return
  const passedMs = receivedAtMs - state.firstHeardMs - idleMsAt(draft, receivedAtMs, state.firstHeardMs)
  state.idleMs += Math.max(0, passedMs - totals.seconds * 1000)
}

/** Lets time pass until a tick, so that a tool that hangs meets the run's limit. True when there was something to wait for. */
export function passTime(draft: Draft, { receivedAtMs }: TickStep, timing: Timing): boolean {
  const lostMs = lostAtMs(draft, timing)
  const dueMs = timeDueMs(draft, timing)
  const isDue = dueMs !== null && receivedAtMs >= dueMs
  const { firstHeardMs } = draft.state
  if (isDue && firstHeardMs !== null) {
    const passed = (receivedAtMs - firstHeardMs - idleMsAt(draft, receivedAtMs, firstHeardMs)) / 1000
    draft.totals.seconds = Math.max(draft.totals.seconds, passed)
  }
  if (lostMs !== null && receivedAtMs >= lostMs) draft.outcome = 'lost'
  return isDue
}

/** What time means for a run. */
export interface Timing extends Pick<Policy, 'idleTimeoutMs' | 'budgetWarnRatio'> {
  /** Limits in force. */
  readonly limits: Limits
}

/** When the clock alone changes something: time is used up, or nearly, or the run counts as lost. On the observer's clock; null is never. */
export function deadlineMs(draft: Draft, timing: Timing): number | null {
  const dueMs = timeDueMs(draft, timing)
  const lostMs = lostAtMs(draft, timing)
  return dueMs === null || lostMs === null ? (dueMs ?? lostMs) : Math.min(dueMs, lostMs)
}

/** When the run will have used up its time, or so much of it that a warning is due; null when it has no such limit or is over. */
function timeDueMs(draft: Draft, { limits, budgetWarnRatio }: Timing): number | null {
  const { firstHeardMs, halted } = draft.state
  if (limits.seconds === null || firstHeardMs === null || halted || draft.outcome !== 'open') return null
  const { seconds: used } = draft.totals
  // Once it is used up there is nothing to wait for, whatever the rule made of it.
  if (used >= limits.seconds) return null
  const share = used < limits.seconds * budgetWarnRatio ? budgetWarnRatio : 1
  const idleMs = idleMsAt(draft, Number.MAX_SAFE_INTEGER, firstHeardMs)
  return firstHeardMs + idleMs + limits.seconds * share * 1000
}

/** When a run that nothing is heard of counts as lost; null when it is over, or waits for a person. */
function lostAtMs({ outcome, state: { heardMs } }: Draft, { idleTimeoutMs }: Timing): number | null {
  return outcome !== 'open' || heardMs === null || idleTimeoutMs === null ? null : heardMs + idleTimeoutMs
}
