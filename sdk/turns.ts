/**
 * Counts the model turns of a lane as the rules do: model steps, or rounds of calls where these
 * are more. Rounds are the stretches between checkpoints; without any, each call is its own.
 */
export class Turns {
  private modelSteps = 0
  private calls = 0
  private rounds = 0
  private idle = 0
  private checkpoints = 0
  private callsInRound = 0
  private stepsInRound = 0
  private idleStreak = 0

  /** Turns so far. */
  get count(): number {
    const rounds = this.checkpoints > 0 ? this.rounds : this.calls
    return Math.max(this.modelSteps, rounds) + this.idle
  }

  /** Name of the round that is on; null where the lane never asked. */
  get round(): string | null {
    return this.checkpoints > 0 ? String(this.checkpoints) : null
  }

  call(): void {
    this.calls += 1
    this.stepsInRound += 1
    this.callsInRound += 1
    if (this.callsInRound === 1) this.rounds += 1
  }

  model(): void {
    this.modelSteps += 1
    this.stepsInRound += 1
  }

  /** Asking again and again without a step between is a loop too; two checkpoints in one turn are not. */
  checkpoint(): void {
    if (this.checkpoints > 0 && this.stepsInRound === 0) {
      this.idleStreak += 1
      if (this.idleStreak > 1) this.idle += 1
    } else {
      this.idleStreak = 0
    }
    this.checkpoints += 1
    this.callsInRound = 0
    this.stepsInRound = 0
  }
}
