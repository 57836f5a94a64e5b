import { Counter, Gauge, Histogram, Registry, collectDefaultMetrics } from 'prom-client'
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
}

/** Makes the metrics of one observer, in a registry of their own. `process` adds those of the Node process. Default true. */
export function createMetrics(options: { readonly process?: boolean } = {}): Metrics {
  const registry = new Registry()
  if (options.process !== false) collectDefaultMetrics({ register: registry })
  const counters = new Map<string, Counter>()
  const gauges = new Map<string, Gauge>()
  const histograms = new Map<string, Histogram>()
  for (const [key, spec] of Object.entries<MetricSpec>(catalogue)) {
    const base = {
      name: `loop_observer_${key}`,
      help: spec.help,
      labelNames: [...spec.labels],
      registers: [registry],
    }
    if (spec.type === 'counter') counters.set(key, new Counter(base))
    else if (spec.type === 'gauge') gauges.set(key, new Gauge(base))
    else histograms.set(key, new Histogram({ ...base, buckets: [...(spec.buckets ?? [])] }))
  }
  return {
    count: (name, labels, by = 1) => counters.get(name)?.inc(labels, by),
    set: (name, labels, value) => gauges.get(name)?.set(labels, value),
    observe: (name, labels, value) => histograms.get(name)?.observe(labels, value),
    render: async () => ({ contentType: registry.contentType, text: await registry.metrics() }),
  }
}
