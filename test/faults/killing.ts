import { setTimeout as wait } from 'node:timers/promises'
import type { RunningObserver } from '../support/observer.ts'

/** How observers are killed. */
export interface Killing {
  readonly observers: readonly RunningObserver[]
  readonly durationMs: number
  /** On a busy machine, where starting takes long, it goes on until there were so many kills. */
  readonly leastKills: number
  /** Numbers from 0 to below 1. */
  readonly random: () => number
}

/**
 * For at least `durationMs`, each observer on its own: lives for 0.3 to 2.5 s, is killed with SIGKILL, is away for up
 * to 1 s, starts again. At the end all live. Resolves to the number of kills.
 */
export async function killAgainAndAgain(killing: Killing): Promise<number> {
  const { observers, durationMs, leastKills, random } = killing
  const endMs = Date.now() + durationMs
  let all = 0
  const kills = observers.map(async (observer) => {
    for (;;) {
      await wait(300 + random() * 2200)
      if (Date.now() >= endMs && all >= leastKills) return
      await observer.kill('SIGKILL')
      all++
      await wait(random() * 1000)
      await observer.restart()
    }
  })
  await Promise.all(kills)
  return all
}
