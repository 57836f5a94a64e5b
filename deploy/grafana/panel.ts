/** What a panel shows; PromQL with Grafana's variables. */
interface Query {
  readonly expr: string
  /** Name of each line, `{{label}}` for the value of a label. */
  readonly legend: string
}

/** One panel of a dashboard as data. */
export interface Panel {
  readonly title: string
  /** What the numbers mean, for whoever sees them for the first time. */
  readonly about: string
  /** `bars`: how many in each stretch of time. `lines`: a level or a rate. `number`: one figure of the whole time shown. `table`: figures of the whole time, by label. */
  readonly as: 'bars' | 'lines' | 'number' | 'table'
  /** A unit of Grafana's, such as `s`, `reqps`, `percentunit`. Default: plain counts. */
  readonly unit?: string
  readonly queries: readonly Query[]
}

/** Panels under one heading. */
export interface Row {
  readonly title: string
  readonly panels: readonly Panel[]
}

/**
 * How much a counter of rare events grew within a window, by labels. A counter of the observer appears when it
 * counts for the first time, at 1, where `increase` sees nothing: a series that is new in the window counts in full.
 */
export function grown(metric: string, window: '$__interval' | '$__range', by: readonly string[]): string {
  const name = metric.includes('{') ? metric : `${metric}{job=~"$job"}`
  const sum = by.length === 0 ? 'sum' : `sum by (${by.join(', ')}) `
  return `${sum}((${name} unless ${name} offset ${window}) or increase(${name}[${window}]))`
}

/** A counter of frequent events, a second, by labels. */
export function rate(metric: string, by: readonly string[]): string {
  const name = metric.includes('{') ? metric : `${metric}{job=~"$job"}`
  return `${by.length === 0 ? 'sum' : `sum by (${by.join(', ')}) `}(rate(${name}[$__rate_interval]))`
}

/** A quantile of a histogram, by labels. */
export function quantile(ratio: number, histogram: string, by: readonly string[] = []): string {
  const labels = ['le', ...by].join(', ')
  return `histogram_quantile(${ratio}, sum by (${labels}) (rate(${histogram}_bucket{job=~"$job"}[$__rate_interval])))`
}
