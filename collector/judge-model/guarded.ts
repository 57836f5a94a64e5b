import {
  BrokenCircuitError,
  bulkhead,
  BulkheadRejectedError,
  circuitBreaker,
  ConsecutiveBreaker,
  ExponentialBackoff,
  handleWhenResult,
} from 'cockatiel'
import type { Said } from './opinion.ts'

/** Why a call was not even begun. */
type NotBegun = 'busy' | 'resting'

/** Bounds how often an endpoint is called. */
export interface Guard {
  /** Runs `call` unless too many are under way, or the endpoint rests. Throws what `call` throws. */
  run<Result>(call: () => Promise<Result>): Promise<Result | NotBegun>
}

/** What a guard is made of. */
export interface GuardParts {
  /** Most calls at once; there is no queue: a question that waited would be about the past. */
  readonly callsInFlight: number
  /** Told when the endpoint is left alone, and when it answers again. */
  readonly onRest?: (resting: boolean) => void
  /** Failures in a row after which it rests. Default 3. */
  readonly failures?: number
  /** First rest, doubling to 10 minutes, milliseconds. Default 10 s. */
  readonly restMs?: number
}

const longestRestMs = 600_000

/**
 * Makes a guard: no more than so many calls at once; after some failures in a row the endpoint rests, then one
 * call tries. What it says by `Retry-After` holds as well.
 */
export function createGuard({ callsInFlight, onRest, failures = 3, restMs = 10_000 }: GuardParts): Guard {
  const slots = bulkhead(callsInFlight)
  const breaker = circuitBreaker(handleWhenResult(isFailed), {
    breaker: new ConsecutiveBreaker(failures),
    halfOpenAfter: new ExponentialBackoff({ initialDelay: restMs, maxDelay: longestRestMs }),
  })
  let pausedUntilMs = 0
  breaker.onBreak(() => onRest?.(true))
  breaker.onReset(() => onRest?.(false))
  return {
    async run(call) {
      if (performance.now() < pausedUntilMs) return 'resting'
      try {
        const result = await slots.execute(() => breaker.execute(call))
        const pauseMs = isFailed(result) ? (result.retryAfterMs ?? 0) : 0
        if (pauseMs > 0) pausedUntilMs = performance.now() + Math.min(pauseMs, longestRestMs)
        return result
      } catch (error) {
        if (error instanceof BulkheadRejectedError) return 'busy'
        if (error instanceof BrokenCircuitError) return 'resting'
        throw error
      }
    },
  }
}

function isFailed(result: unknown): result is Said {
  return typeof result === 'object' && result !== null && 'failure' in result && result.failure !== null
}
