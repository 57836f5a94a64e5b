/** Sums up the time in which a run waited for a person, which is not charged. Waits that overlap count once. */
export class IdleClock {
  private readonly now: () => number
  private waits = 0
  private sinceMs = 0
  private sumMs = 0

  /** `now`: a monotonic clock, milliseconds. */
  constructor(now: () => number = () => performance.now()) {
    this.now = now
  }

  /** Milliseconds so far, of the wait that is on included. */
  get idleMs(): number {
    return this.sumMs + (this.waits > 0 ? this.now() - this.sinceMs : 0)
  }

  begin(): void {
    if (this.waits === 0) this.sinceMs = this.now()
    this.waits += 1
  }

  end(): void {
    this.waits -= 1
    if (this.waits === 0) this.sumMs += this.now() - this.sinceMs
  }
}
