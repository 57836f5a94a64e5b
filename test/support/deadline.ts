import { setTimeout as wait } from 'node:timers/promises'

/** When to give up, and what to say then. */
export interface Deadline {
  /** Default 30 000. */
  readonly timeoutMs?: number
  /** Default 20. */
  readonly intervalMs?: number
  /** What is being waited for; a function is asked when the deadline has passed. */
  readonly what: string | (() => string)
}

/**
 * Asks again and again until `probe` gives something other than undefined, null or false, and returns
 * that. A probe that throws counts as not yet. Throws at the deadline, with the probe's last error as cause.
 */
export async function until<T>(
  probe: () => T | Promise<T>,
  { timeoutMs = 30_000, intervalMs = 20, what }: Deadline,
): Promise<NonNullable<Exclude<T, false>>> {
  const giveUpAtMs = Date.now() + timeoutMs
  for (;;) {
    let cause: unknown
    try {
      const value = await probe()
      if (value !== undefined && value !== null && value !== false) {
        return value as NonNullable<Exclude<T, false>>
      }
    } catch (error) {
      cause = error
    }
    if (Date.now() >= giveUpAtMs) {
      const text = typeof what === 'string' ? what : what()
      throw new Error(`Not within ${timeoutMs} ms: ${text}`, cause === undefined ? {} : { cause })
    }
    await wait(intervalMs)
  }
}
