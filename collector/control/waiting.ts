import type { RunKey, Store } from '../store/store.ts'

/** Until when, and how, to wait for something to become true of a run. */
export interface Waiting {
  /** Longest wait, milliseconds; 0 looks once. */
  readonly waitMs: number
  /**
   * Time between looks when nothing calls back, milliseconds. The first pauses are shorter and
   * double up to this: pub/sub is a hint, so what it misses must still be seen.
   */
  readonly pollMs: number
  /** Ends the wait early; the last look's answer is returned. */
  readonly signal: AbortSignal
}

/**
 * Looks until `look` finds something, at most `waitMs`; the last look is returned, null when it
 * found nothing. Watches before the first look, so that nothing falls in between.
 */
export async function waitFor<Found>(
  store: Store,
  key: RunKey,
  look: () => Promise<Found | null>,
  { waitMs, pollMs, signal }: Waiting,
): Promise<Found | null> {
  if (waitMs <= 0) return look()
  const bell = new Bell()
  const unwatch = store.watch(key, () => bell.ring())
  const ringOnAbort = (): void => bell.ring()
  signal.addEventListener('abort', ringOnAbort, { once: true })
  const deadlineMs = performance.now() + waitMs
  let pauseMs = Math.min(10, pollMs)
  try {
    for (;;) {
      const found = await look()
      const leftMs = deadlineMs - performance.now()
      if (found !== null || leftMs <= 0 || signal.aborted) return found
      await bell.rung(Math.min(pauseMs, leftMs))
      pauseMs = Math.min(pauseMs * 2, pollMs)
    }
  } finally {
    signal.removeEventListener('abort', ringOnAbort)
    unwatch()
  }
}

/** Remembers one ring, so that a wake between two waits is not lost. */
export class Bell {
  private rang = false
  private wake: (() => void) | null = null

  ring(): void {
    this.rang = true
    this.wake?.()
  }

  /** Resolves when it rang since the last call, at the latest after `timeoutMs`. */
  async rung(timeoutMs: number): Promise<void> {
    if (!this.rang) {
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, timeoutMs)
        this.wake = () => {
          clearTimeout(timer)
          resolve()
        }
      })
    }
    this.wake = null
    this.rang = false
  }
}
