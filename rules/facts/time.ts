import type { Draft } from '../memory/run-memory.ts'
import type { Limits, Step } from '../words/step.ts'

/** Notes how far the observer's clock is ahead of the run's: at most as much as the fastest step took to arrive. */
export function noteClock(draft: Draft, step: Step): void {
  const lagMs = step.receivedAtMs - step.endedAtMs
  draft.state.lagMs = Math.min(draft.state.lagMs ?? lagMs, lagMs)
}

/** Lets time pass until a tick, so that a tool that hangs meets the run's limit. */
export function passTime(draft: Draft, nowMs: number): void {
  const { firstStartMs, idleMs, lagMs } = draft.state
  if (firstStartMs === null || draft.outcome !== 'open') return
  const passed = (nowMs - (lagMs ?? 0) - firstStartMs - idleMs) / 1000
  draft.totals.seconds = Math.max(draft.totals.seconds, passed)
}

/** When the run will have used up its time, on the observer's clock; null when it has no such limit or is over. */
export function deadlineMs(draft: Draft, limits: Limits): number | null {
  const { firstStartMs, idleMs, lagMs, halted } = draft.state
  if (limits.seconds === null || firstStartMs === null || halted || draft.outcome !== 'open') return null
  return firstStartMs + idleMs + (lagMs ?? 0) + limits.seconds * 1000
}
