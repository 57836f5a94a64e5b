import { setImmediate } from 'node:timers/promises'

/** How long one piece of work keeps all others waiting, milliseconds. */
const mostMs = 4

/** One piece of work's turn in this process: a large one lets others be heard in between. */
export class Turn {
  #sinceMs = performance.now()

  /** True when it is time to `pass`. */
  get isLong(): boolean {
    return performance.now() - this.#sinceMs > mostMs
  }

  /** Resolves when whatever else was waiting has had its turn. */
  async pass(): Promise<void> {
    await setImmediate()
    this.#sinceMs = performance.now()
  }
}
