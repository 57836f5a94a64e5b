/** What is promised about a figure, and whether it was kept. */
interface Promised {
  /** As a person reads it, for example `≥ 40000`. */
  readonly text: string
  readonly met: boolean
}

/** One measured figure: the median of its repeats. */
export interface Figure {
  /** What was measured, and how, in a few words. */
  readonly name: string
  readonly value: number
  readonly unit: string
  readonly min: number
  readonly max: number
  readonly repeats: number
  /** Null where nothing is promised. */
  readonly promise: Promised | null
  /** Runnable processes of the machine, averaged over the last minute, when it was measured. */
  readonly load: number
  /** How slow the processor was then, see `yardstickUs`. */
  readonly yardstickUs: number
}

/** The machine when a figure was measured. */
export type Conditions = Pick<Figure, 'load' | 'yardstickUs'>

/** A figure without its spread and its surroundings, as a benchmark sees it. */
export interface Measured {
  readonly name: string
  readonly unit: string
  /** One for each repeat. */
  readonly values: readonly number[]
  readonly promise?: Limit
}

/** A bound that a figure must keep. */
export type Limit = { readonly atLeast: number } | { readonly atMost: number }

/** The median of the repeats with its spread, held against what is promised. */
export function figureOf({ name, unit, values, promise }: Measured, conditions: Conditions): Figure {
  const value = median(values)
  return {
    name,
    value,
    unit,
    min: Math.min(...values),
    max: Math.max(...values),
    repeats: values.length,
    promise: promise === undefined ? null : hold(value, promise),
    ...conditions,
  }
}

/** The middle value; of an even count the upper of the two. NaN when there is none. */
export function median(values: readonly number[]): number {
  return quantile(values, 0.5)
}

/** The smallest value that at least this share of the values does not exceed. `share` is 0 to 1. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
}

function hold(value: number, limit: Limit): Promised {
  return 'atLeast' in limit
    ? { text: `≥ ${limit.atLeast}`, met: value >= limit.atLeast }
    : { text: `≤ ${limit.atMost}`, met: value <= limit.atMost }
}
