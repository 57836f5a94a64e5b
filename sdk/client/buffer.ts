import type { ReportedSpan } from './otlp-json.ts'

/** Most characters of attributes kept, about 8 MB; counted for content, which alone can grow large. */
const limitChars = 8 * 1024 * 1024

/** Steps not yet reported, oldest first. Bounded: beyond its limits the oldest are dropped and counted. */
export class ReportBuffer {
  private readonly limit: number
  private spans: ReportedSpan[] = []
  private chars = 0
  /** Steps that were dropped. */
  dropped = 0

  constructor(limit: number) {
    this.limit = limit
  }

  get size(): number {
    return this.spans.length
  }

  add(span: ReportedSpan): void {
    this.spans.push(span)
    this.chars += charsOf(span)
    this.trim()
  }

  /** Removes and returns the oldest: at most `count`, and no more than `chars` unless one alone has more. */
  take(count: number, chars = Number.POSITIVE_INFINITY): readonly ReportedSpan[] {
    let taken = 0
    let takenChars = 0
    for (const span of this.spans) {
      const spanChars = charsOf(span)
      if (taken === count || (taken > 0 && takenChars + spanChars > chars)) break
      taken += 1
      takenChars += spanChars
    }
    this.chars -= takenChars
    return this.spans.splice(0, taken)
  }

  /** Puts back what could not be reported. */
  putBack(spans: readonly ReportedSpan[]): void {
    this.spans = [...spans, ...this.spans]
    for (const span of spans) this.chars += charsOf(span)
    this.trim()
  }

  private trim(): void {
    while (this.spans.length > this.limit || (this.chars > limitChars && this.spans.length > 1)) {
      const oldest = this.spans.shift()
      if (oldest === undefined) return
      this.chars -= charsOf(oldest)
      this.dropped += 1
    }
  }
}

function charsOf(span: ReportedSpan): number {
  let chars = 0
  for (const value of Object.values(span.attributes)) {
    if (typeof value === 'string') chars += value.length
    else if (Array.isArray(value)) for (const item of value) chars += String(item).length
  }
  return chars
}
