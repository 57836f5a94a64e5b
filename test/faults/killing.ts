import { setTimeout as wait } from 'node:timers/promises'
import type { RunningObserver } from '../support/observer.ts'

/** How observers are killed. */
export interface Killing {
  readonly observers: readonly RunningObserver[]
  readonly durationMs: number
  /** Numbers from 0 to below 1. */
  readonly random: () => number
}

/**
 * For `durationMs`, each observer on its own: lives for 0.5 to 4 s, is killed with SIGKILL, is away for up
 * to 1.5 s, starts again. At the end all live. Resolves to the number of kills.
 */
export async function killAgainAndAgain({ observers, durationMs, random }: Killing): Promise<number> {
  const endMs = Date.now() + durationMs
  const kills = observers.map(async (observer) => {
    let count = 0
    for (;;) {
      await wait(500 + random() * 3500)
      if (Date.now() >= endMs) return count
      await observer.kill('SIGKILL')
      count++
      await wait(random() * 1500)
      await observer.restart()
    }
  })
  const counts = await Promise.all(kills)
  return counts.reduce((sum, count) => sum + count, 0)
}
