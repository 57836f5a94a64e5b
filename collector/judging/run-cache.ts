import type { Policy, StepRecord } from '@loop-observer/rules'
import type { RunKey } from '../store/store.ts'
import type { Standing } from './fold.ts'

/** A run as this process last saw it: judged, but for the newest steps that cannot settle yet. */
export interface CachedRun extends Standing {
  /** Length of the log: `memory` was judged from all of it but `waiting`. */
  readonly version: number
  /** The end of the log, not judged yet: nothing could come of it before `wakeAtMs`. */
  readonly waiting: readonly StepRecord[]
  /** The policy that the run began with. */
  readonly policy: Policy
  /** When it must be looked at again though nothing arrives, or null. */
  readonly wakeAtMs: number | null
  /** When time was last let pass for it, milliseconds since the epoch; 0 when it never was. */
  readonly lookedAtMs: number
  /** How long it is left alone from then on, milliseconds. */
  readonly restMs: number
  /** Since when the store's judged state is behind the log; null when it is not. */
  readonly unstoredSinceMs: number | null
}

/** Memory of the runs seen last. Only a cache: what it forgets is read from the store. */
export interface RunCache {
  readonly size: number
  get(key: RunKey): CachedRun | undefined
  set(key: RunKey, run: CachedRun): void
  delete(key: RunKey): void
  /** Runs whose judged state is not in the store yet. */
  unstored(): readonly RunKey[]
}

/** Makes a cache that forgets the run set longest ago beyond `capacity` runs (4 KB each typically, 64 KB at most). */
export function createRunCache(capacity: number): RunCache {
  const runs = new Map<RunKey, CachedRun>()
  return {
    get size() {
      return runs.size
    },
    get: (key) => runs.get(key),
    set(key, run) {
      runs.delete(key)
      runs.set(key, run)
      if (runs.size > capacity) {
        const oldest = runs.keys().next()
        if (oldest.done !== true) runs.delete(oldest.value)
      }
    },
    delete: (key) => void runs.delete(key),
    unstored: () => [...runs].filter(([, run]) => run.unstoredSinceMs !== null).map(([key]) => key),
  }
}
