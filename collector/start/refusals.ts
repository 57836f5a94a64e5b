import type { Logger } from 'pino'
import { failureOf } from '../http/failure.ts'
import type { Metrics } from '../metrics/metrics.ts'

/** A way in. */
export type Door = 'otlp_http' | 'otlp_grpc' | 'control'

/** Told of every request that was refused before anything of it was read. */
export type TellRefusal = (door: Door, error: unknown, request: { method: string; path: string }) => void

/** How long one cause is not said again, milliseconds. */
const quietMs = 60_000

/**
 * Counts refused requests, and says each cause once a minute for each way in: who sends without a token,
 * or to a path that is not served, would else be seen by nobody. `now`: a monotonic clock, milliseconds.
 */
export function refusalTeller(
  metrics: Metrics,
  log: Logger,
  now: () => number = () => performance.now(),
): TellRefusal {
  const saidMs = new Map<string, number>()
  return (door, error, { method, path }) => {
    const { code, message, advice } = failureOf(error)
    metrics.count('refused_requests_total', { door, cause: code })
    const cause = `${door} ${code}`
    const lastMs = saidMs.get(cause)
    if (lastMs !== undefined && now() - lastMs < quietMs) return
    saidMs.set(cause, now())
    const request = { method, path: path.slice(0, 200) }
    log.warn({ event: 'refused', door, cause: code, ...request }, `request refused: ${message}. ${advice}`)
  }
}
