import {
  Counter,
  Gauge,
  Histogram,
  Registry,
  collectDefaultMetrics,
  type MetricObjectWithValues,
  type MetricValue,
} from 'prom-client'
import { createTally, type Tally } from './tally.ts'
import { catalogue, type LabelsOf, type MetricOf, type MetricSpec } from './catalogue.ts'

/** The metrics of one observer. */
export interface Metrics {
  /** Adds to a counter. `by` defaults to 1. */
  count<Name extends MetricOf<'counter'>>(name: Name, labels: LabelsOf<Name>, by?: number): void
  /** Sets a gauge. */
  set<Name extends MetricOf<'gauge'>>(name: Name, labels: LabelsOf<Name>, value: number): void
  /** Puts a value into a histogram, in the unit that its name ends with. */
  observe<Name extends MetricOf<'histogram'>>(name: Name, labels: LabelsOf<Name>, value: number): void
  /** What `GET /metrics` answers, in the Prometheus text format. */
  render(): Promise<{ readonly contentType: string; readonly text: string }>
  /** The same as data. */
  snapshot(): Promise<readonly Snapshot[]>
}

/** One line of the output. */
export interface Sample {
  /** Name of the line: that of the metric, of a histogram with `_bucket`, `_sum` or `_count` behind it. */
  readonly line: string
  readonly labels: Readonly<Record<string, string | number>>
  readonly value: number
}

/** One metric with all its lines. */
export interface Snapshot {
  readonly name: string
  readonly help: string
  readonly type: MetricSpec['type']
  readonly samples: readonly Sample[]
}

/** Makes the metrics of one observer, in a registry of their own. `process` adds those of the Node process. Default true. */
export function createMetrics(options: { readonly process?: boolean } = {}): Metrics {
  const registry = new Registry()
  if (options.process !== false) collectDefaultMetrics({ register: registry })
  const counters = new Map<string, Tally>()
  const gauges = new Map<string, Gauge>()
  const histograms = new Map<string, Histogram>()
  for (const [key, spec] of Object.entries<MetricSpec>(catalogue)) {
    const base = {
      name: `loop_observer_${key}`,
      help: spec.help,
      labelNames: [...spec.labels],
      registers: [registry],
    }
    if (spec.type === 'counter') counters.set(key, createTally(new Counter(base)))
    else if (spec.type === 'gauge') gauges.set(key, new Gauge(base))
    else histograms.set(key, new Histogram({ ...base, buckets: [...(spec.buckets ?? [])] }))
  }
  const upToDate = (): Registry => {
    for (const tally of counters.values()) tally.flush()
    return registry
  }
  return {
    count: (name, labels, by = 1) => counters.get(name)?.add(labels, by),
    set: (name, labels, value) => gauges.get(name)?.set(labels, value),
    observe: (name, labels, value) => histograms.get(name)?.observe(labels, value),
    snapshot: async () => (await upToDate().getMetricsAsJSON()).map(snapshotOf),
    render: async () => ({ contentType: registry.contentType, text: await upToDate().metrics() }),
  }
}

function snapshotOf({ name, help, type, values }: MetricObjectWithValues<MetricValue<string>>): Snapshot {
  // The types of the library say a number here, it gives the word.
  const word = String(type)
  return {
    name,
    help,
    type: word === 'counter' || word === 'histogram' ? word : 'gauge',
    samples: values.map((each) => ({
      line: 'metricName' in each ? String(each.metricName) : name,
      labels: each.labels as Sample['labels'],
      value: each.value,
    })),
  }
}
