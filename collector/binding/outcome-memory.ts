import { toldFailure } from '@loop-observer/rules'
import type { OutcomeReading, ToolReading } from '../dialects/reading.ts'
import { RecentMap } from '../recent-map.ts'

/** Outcomes told by spans of their own, which end before the span of their call. Bounded. */
export class OutcomeMemory {
  readonly #outcomes = new RecentMap<string, OutcomeReading>(2000)

  remember(outcomes: readonly OutcomeReading[]): void {
    for (const outcome of outcomes) {
      if (outcome.parentSpanId !== null)
        this.#outcomes.set(`${outcome.traceId}/${outcome.parentSpanId}`, outcome)
    }
  }

  /** The call with what its outcome says. */
  complete(call: ToolReading): ToolReading {
    if (this.#outcomes.size === 0) return call
    const outcome = this.#outcomes.get(`${call.traceId}/${call.spanId}`)
    if (outcome === undefined) return call
    return {
      ...call,
      observation: call.observation ?? outcome.observation,
      failed: outcome.failed === true ? true : call.failed,
      errorText: toldFailure({ words: [call.errorText, outcome.errorText] }),
    }
  }
}
