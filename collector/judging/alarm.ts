import type { RunKey } from '../store/store.ts'
import { Turn } from '../turn.ts'

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

/** Runs whose deadlines fall into the same slot are woken together, so that they share a commit. */
const slotMs = 2

/** Makes an alarm that calls `ring` once for each deadline, at most {@link slotMs} after it. */
export function createAlarm(now: () => number, ring: (key: RunKey) => void): Alarm {
  const deadlines = new Map<RunKey, number>()
  /** Slot that a run is waiting in; it may be earlier than its deadline, which has moved on then. */
  const slotOf = new Map<RunKey, number>()
  const slots = new Map<number, { readonly timer: NodeJS.Timeout; readonly keys: Set<RunKey> }>()

  function enter(key: RunKey, atMs: number): void {
    const slot = Math.ceil(atMs / slotMs)
    const current = slotOf.get(key)
    if (current !== undefined && current <= slot) return
    if (current !== undefined) slots.get(current)?.keys.delete(key)
    slotOf.set(key, slot)
    let entry = slots.get(slot)
    if (entry === undefined) {
      const timer = setTimeout(() => void fire(slot), Math.max(0, slot * slotMs - now()))
      timer.unref()
      slots.set(slot, (entry = { timer, keys: new Set() }))
    }
    entry.keys.add(key)
  }

  async function fire(slot: number): Promise<void> {
    const keys = slots.get(slot)?.keys ?? []
    slots.delete(slot)
    // A large batch ends its hold at one instant.
    const turn = new Turn()
    for (const key of keys) {
      fireOne(key)
      if (turn.isLong) await turn.pass()
    }
  }

  function fireOne(key: RunKey): void {
    slotOf.delete(key)
    const atMs = deadlines.get(key)
    if (atMs === undefined) return
    if (atMs > now()) {
      enter(key, atMs)
      return
    }
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
      enter(key, atMs)
    },
    nextMs: (key) => deadlines.get(key) ?? Number.POSITIVE_INFINITY,
    stop() {
      for (const { timer } of slots.values()) clearTimeout(timer)
      slots.clear()
      slotOf.clear()
      deadlines.clear()
    },
  }
}
