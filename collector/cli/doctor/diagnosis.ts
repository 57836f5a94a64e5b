/** One thing that was looked at. */
export interface Diagnosis {
  readonly level: 'ok' | 'warning' | 'problem'
  readonly about: string
  /** What to do; empty when it is well. */
  readonly advice: string
}

/** One thing that is well. */
export function ok(about: string): Diagnosis {
  return { level: 'ok', about, advice: '' }
}

/** What is known of an observer besides its metrics. */
export interface Surroundings {
  /** Where it takes spans: OTLP over HTTP, as agents reach it. */
  readonly otlpUrl: string
  /** True when its store has runs of the last hour, which another observer may have received. */
  readonly hasRecentRuns: boolean
}
