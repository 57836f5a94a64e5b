const longestMs = 300_000

/** Pause before the next try after `attempts` that failed: doubling from `firstMs` to 5 minutes, between half and all of it. */
export function backoffMs(attempts: number, firstMs: number, random: number): number {
  const fullMs = Math.min(firstMs * 2 ** Math.min(attempts - 1, 30), longestMs)
  return fullMs * (0.5 + random / 2)
}
