/**
 * The split-conformal stop line: with it, the chance that the next good run of the same kind exceeds the
 * line is at most `alpha` (k-th smallest of n scores, k = ceil((n + 1)(1 − alpha)); Vovk, Gammerman and
 * Shafer, *Algorithmic Learning in a Random World*). Null when there are too few scores to promise that.
 */
export function stopLine(scores: readonly number[], alpha: number): number | null {
  const rank = Math.ceil((scores.length + 1) * (1 - alpha))
  return scores.toSorted((a, b) => a - b)[rank - 1] ?? null
}

/** Fewest scores with which {@link stopLine} can promise `alpha`: 19 at 5 %. */
export function fewestScores(alpha: number): number {
  return Math.ceil(1 / alpha) - 1
}
