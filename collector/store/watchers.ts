import type { RunKey } from './store.ts'

/** Who waits for decisions of which run, in this process. */
export interface Watchers {
  add(key: RunKey, wake: () => void): void
  remove(key: RunKey, wake: () => void): void
  /** Wakes whoever waits for the run. */
  readonly wake: (key: RunKey) => void
  readonly wakeAll: () => void
}

/** Makes an empty set of watchers. */
export function createWatchers(): Watchers {
  const byKey = new Map<RunKey, Set<() => void>>()
  const wake = (key: RunKey): void => {
    for (const each of byKey.get(key) ?? []) each()
  }
  return {
    add: (key, callback) => {
      const callbacks = byKey.get(key) ?? new Set()
      byKey.set(key, callbacks.add(callback))
    },
    remove: (key, callback) => {
      const callbacks = byKey.get(key)
      callbacks?.delete(callback)
      if (callbacks?.size === 0) byKey.delete(key)
    },
    wake,
    wakeAll: () => {
      for (const key of byKey.keys()) wake(key)
    },
  }
}
