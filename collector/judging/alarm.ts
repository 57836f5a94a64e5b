import type { RunKey } from '../store/store.ts'

/** Wakes runs at their deadlines. Only for promptness: every deadline is in the store as well. */
export interface Alarm {
  /** Sets the deadline of a run, milliseconds since the epoch on the store's clock; null removes it. */
  set(key: RunKey, atMs: number | null): void
  /** The deadline of the run; infinite when none is set. */
  nextMs(key: RunKey): number
  stop(): void
}

/** Deadlines further away are left to the sweeper. */
const horizonMs = 60_000

/** Makes an alarm that calls `ring` once for each deadline. A run has one timer, set anew only when it has fired. */
export function createAlarm(now: () => number, ring: (key: RunKey) => void): Alarm {
  const deadlines = new Map<RunKey, number>()
  const timers = new Map<RunKey, { readonly timer: NodeJS.Timeout; readonly atMs: number }>()

  function arm(key: RunKey, atMs: number): void {
    const timer = setTimeout(() => fire(key), Math.max(0, Math.ceil(atMs - now())))
    timer.unref()
    timers.set(key, { timer, atMs })
  }

  function fire(key: RunKey): void {
    timers.delete(key)
    const atMs = deadlines.get(key)
    if (atMs === undefined) return
    if (atMs > now()) return arm(key, atMs)
    deadlines.delete(key)
    ring(key)
  }

  return {
    set(key, atMs) {
      if (atMs === null || atMs - now() > horizonMs) {
        deadlines.delete(key)
        return
      }
      deadlines.set(key, atMs)
      const armed = timers.get(key)
      if (armed === undefined) return arm(key, atMs)
      if (armed.atMs > atMs) {
        clearTimeout(armed.timer)
        arm(key, atMs)
      }
    },
    nextMs: (key) => deadlines.get(key) ?? Number.POSITIVE_INFINITY,
    stop() {
      for (const { timer } of timers.values()) clearTimeout(timer)
      timers.clear()
      deadlines.clear()
    },
  }
}
