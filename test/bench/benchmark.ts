import type { Measured } from './figure.ts'

/** How much to measure. */
export interface Effort {
  /** Length of one measurement under load, seconds. */
  readonly seconds: number
  /** Measurements of each kind. */
  readonly repeats: number
}

/** One group of figures. */
export interface Benchmark {
  /** What `--only` is given. */
  readonly name: string
  /** One sentence. */
  readonly about: string
  /** Yields each figure as soon as it is known. Stops what it starts. */
  readonly measure: (effort: Effort) => AsyncIterable<Measured>
}
