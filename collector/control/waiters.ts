import type { Metrics } from '../metrics/metrics.ts'

const counts = new WeakMap<Metrics, number>()

/** Counts somebody who waits for a decision in the metrics; returns how to stop counting, once. */
export function countWaiter(metrics: Metrics): () => void {
  move(metrics, 1)
  let gone = false
  return () => {
    if (!gone) move(metrics, -1)
    gone = true
  }
}

function move(metrics: Metrics, by: 1 | -1): void {
  const count = (counts.get(metrics) ?? 0) + by
  counts.set(metrics, count)
  metrics.set('control_waiters', {}, count)
}
