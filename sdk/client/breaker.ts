/** Failures in a row after which the observer is taken to be away. */
const threshold = 3
const firstPauseMs = 250
const longestPauseMs = 10_000

/** A request that was let through, for telling the breaker that it failed. */
export type Attempt = number

/** The attempt of a request that was sent although the circuit is open: its failure says nothing new. */
export const unadmitted: Attempt = -1

/**
 * A circuit breaker: after three failures in a row nobody waits for the observer any more. When
 * the pause is over one request is tried; it closes the circuit, or doubles the pause (250 ms up to
 * 10 s). A failure counts only against the state in which its request was let through: of many
 * that were on their way when the circuit opened, none lengthens the pause.
 */
export class Breaker {
  private readonly now: () => number
  private failures = 0
  private pauseMs = firstPauseMs
  private openUntilMs: number | null = null
  private trying = false
  /** How often the circuit has opened. */
  private openings = 0

  /** `now`: a monotonic clock, milliseconds. */
  constructor(now: () => number = () => performance.now()) {
    this.now = now
  }

  /** Lets a request through, or null. In an open circuit whose pause is over: the first that asks. */
  admit(): Attempt | null {
    if (this.openUntilMs === null) return this.openings
    if (this.trying || this.now() < this.openUntilMs) return null
    this.trying = true
    return this.openings
  }

  /** True when `admit` would refuse. */
  get isOpen(): boolean {
    return this.openUntilMs !== null && (this.trying || this.now() < this.openUntilMs)
  }

  /** Any request was answered, whenever it was sent: the observer is there. */
  succeed(): void {
    this.failures = 0
    this.pauseMs = firstPauseMs
    this.openUntilMs = null
    this.trying = false
  }

  /** `retryAfterMs`: how long the observer asked to be left alone, or null. */
  fail(attempt: Attempt, retryAfterMs: number | null): void {
    if (attempt !== this.openings) return
    this.failures += 1
    const reopened = this.trying
    this.trying = false
    if (retryAfterMs === null && !reopened && this.failures < threshold) return
    this.openings += 1
    if (reopened) this.pauseMs = Math.min(this.pauseMs * 2, longestPauseMs)
    this.openUntilMs = this.now() + Math.min(Math.max(this.pauseMs, retryAfterMs ?? 0), longestPauseMs)
  }
}
