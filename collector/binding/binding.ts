import type { Reading } from '../dialects/reading.ts'
import type { BoundSteps } from '../judging/judging.ts'
import type { AttributeView } from '../receiver/span-view.ts'

/** Readings of one span with what its surroundings say. */
export interface SpanReadings {
  readonly readings: readonly Reading[]
  readonly attributes: AttributeView
  readonly resource: AttributeView
}

/** The stage between dialects and judging: run, lane, duplicates, merging by rank, features, previews. */
export interface Binder {
  /** Groups readings by run and turns them into steps. `tenant` comes from the token, `source` from the route. */
  bind(
    spans: readonly SpanReadings[],
    context: {
      readonly tenant: string
      readonly source: 'telemetry' | 'sdk' | 'hooks'
      readonly nowMs: number
    },
  ): Promise<readonly BoundSteps[]>
}
