/** Largest share of which `hits` of `all` are still likely: exact, one-sided, 95 % (Clopper and Pearson). */
export function upperBound(hits: number, all: number): number {
  if (hits >= all) return 1
  let [low, high] = [hits / all, 1]
  for (let step = 0; step < 60; step++) {
    const share = (low + high) / 2
    if (atMost(hits, all, share) > 0.05) low = share
    else high = share
  }
  return high
}

/** Chance of at most `hits` of `all` when each has the chance `share`. */
function atMost(hits: number, all: number, share: number): number {
  let term = Math.exp(all * Math.log1p(-share))
  let total = term
  for (let k = 1; k <= hits; k++) {
    term *= ((all - k + 1) / k) * (share / (1 - share))
    total += term
  }
  return total
}
