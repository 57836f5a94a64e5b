/** Failures in a row after which the observer is taken to be away. */
const threshold = 3
const firstPauseMs = 1000
const longestPauseMs = 30_000

/**
 * A circuit breaker: after three failures in a row nobody waits for the observer any more. When
 * the pause is over one request is tried; it closes the circuit, or doubles the pause (1 s up to
 * 30 s).
 */
export class Breaker {
  private readonly now: () => number
  private failures = 0
  private pauseMs = firstPauseMs
  private openUntilMs: number | null = null
  private trying = false

  /** `now`: a monotonic clock, milliseconds. */
  constructor(now: () => number = () => performance.now()) {
    this.now = now
  }

  /** True when a request may be sent. In an open circuit whose pause is over: to the first who asks. */
  admit(): boolean {
    if (this.openUntilMs === null) return true
    if (this.trying || this.now() < this.openUntilMs) return false
    this.trying = true
    return true
  }

  /** True when `admit` would refuse. */
  get isOpen(): boolean {
    return this.openUntilMs !== null && (this.trying || this.now() < this.openUntilMs)
  }

  succeed(): void {
    this.failures = 0
    this.pauseMs = firstPauseMs
    this.openUntilMs = null
    this.trying = false
  }

  /** `retryAfterMs`: how long the observer asked to be left alone, or null. */
  fail(retryAfterMs: number | null): void {
    this.failures += 1
    const reopened = this.trying
    this.trying = false
    if (retryAfterMs === null && !reopened && this.failures < threshold) return
    this.openUntilMs = this.now() + Math.min(Math.max(this.pauseMs, retryAfterMs ?? 0), longestPauseMs)
    this.pauseMs = Math.min(this.pauseMs * 2, longestPauseMs)
  }
}
