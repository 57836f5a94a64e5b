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
 * For `durationMs`, each observer on its own: lives for 0.3 to 2.5 s, is killed with SIGKILL, is away for up
 * to 1 s, starts again. At the end all live. Resolves to the number of kills.
 */
export async function killAgainAndAgain({ observers, durationMs, random }: Killing): Promise<number> {
  const endMs = Date.now() + durationMs
  const kills = observers.map(async (observer) => {
    let count = 0
    for (;;) {
      await wait(300 + random() * 2200)
      if (Date.now() >= endMs) return count
      await observer.kill('SIGKILL')
      count++
      await wait(random() * 1000)
      await observer.restart()
    }
  })
  const counts = await Promise.all(kills)
  return counts.reduce((sum, count) => sum + count, 0)
}
