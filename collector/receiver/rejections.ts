import { counted } from '@loop-observer/rules'
import { PermanentError } from '../errors/errors.ts'

/** Reasons told apart; what comes after is summed up. */
const reasonsKept = 5

/** Counts the spans or log records of one request, and those that cannot be accepted by reason. */
export class Rejections {
  count = 0
  private seen = 0
  private readonly limit: number
  private readonly noun: 'span' | 'log record'
  private readonly reasons = new Map<string, number>()

  /** @param limit how many one request may have. */
  constructor(limit: number, noun: 'span' | 'log record') {
    this.limit = limit
    this.noun = noun
  }

  /** Counts one, good or bad. Throws PermanentError `too_large` at one too many. */
  countOne(): void {
    if (++this.seen > this.limit) {
      const message = `more than ${this.limit} ${this.noun}s (setting \`spans_per_request\`)`
      throw new PermanentError('too_large', message)
    }
  }

  /** Notes what one failed with. Errors other than permanent ones are thrown on. */
  add(error: unknown): void {
    if (!(error instanceof PermanentError)) throw error
    this.count++
    const known = this.reasons.get(error.message)
    const reason = known === undefined && this.reasons.size >= reasonsKept ? 'other reasons' : error.message
    this.reasons.set(reason, (this.reasons.get(reason) ?? 0) + 1)
  }

  /** For people: `2 spans: trace id has 3 bytes, not 16; 1 span: …`. Empty when nothing was rejected. */
  describe(): string {
    return [...this.reasons].map(([reason, count]) => `${counted(count, this.noun)}: ${reason}`).join('; ')
  }
}
