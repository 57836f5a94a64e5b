import { ValueType, type HrTime } from '@opentelemetry/api'
import type { Resource } from '@opentelemetry/resources'
import {
  AggregationTemporality,
  DataPointType,
  type CollectionResult,
  type DataPoint,
  type Histogram,
  type MetricData,
  type MetricProducer,
} from '@opentelemetry/sdk-metrics'
import type { Metrics, Sample, Snapshot } from './metrics.ts'

/** Gives what the registry of `/metrics` holds to OpenTelemetry's metrics SDK, under the same names. */
export function metricProducer(metrics: Metrics, resource: Resource, version: string): MetricProducer {
  const startTime = toHrTime(Date.now())
  return {
    async collect(): Promise<CollectionResult> {
      const times = { startTime, endTime: toHrTime(Date.now()) }
      const snapshots = await metrics.snapshot()
      return {
        resourceMetrics: {
          resource,
          scopeMetrics: [
            {
              scope: { name: 'loop-observer/metrics', version },
              metrics: snapshots.map((snapshot) => dataOf(snapshot, times)),
            },
          ],
        },
        errors: [],
      }
    },
  }
}

interface Times {
  readonly startTime: HrTime
  readonly endTime: HrTime
}

function dataOf({ name, help, type, samples }: Snapshot, times: Times): MetricData {
  const base = {
    descriptor: { name, description: help, unit: unitOf(name), valueType: ValueType.DOUBLE },
    aggregationTemporality: AggregationTemporality.CUMULATIVE,
  }
  if (type === 'histogram') {
    const dataPoints = histogramPoints(name, samples, times)
    return { ...base, dataPointType: DataPointType.HISTOGRAM, dataPoints }
  }
  const dataPoints = samples.map(({ labels, value }) => ({ ...times, attributes: labels, value }))
  return type === 'counter'
    ? { ...base, dataPointType: DataPointType.SUM, isMonotonic: true, dataPoints }
    : { ...base, dataPointType: DataPointType.GAUGE, dataPoints }
}

/** UCUM, as the conventions want units; the name says it. */
function unitOf(name: string): string {
  if (/_seconds(_total)?$/.test(name)) return 's'
  return /_bytes(_total)?$/.test(name) ? 'By' : ''
}

/** The lines of one histogram (`_bucket` by `le`, cumulative; `_sum`; `_count`) as points with a count for each bucket. */
function histogramPoints(name: string, samples: readonly Sample[], times: Times): DataPoint<Histogram>[] {
  const series = Map.groupBy(samples, ({ labels }) => JSON.stringify({ ...labels, le: undefined }))
  return [...series].map(([labels, lines]) => {
    const buckets = lines.filter(({ line }) => line === `${name}_bucket`).map(boundOf)
    buckets.sort((a, b) => a.bound - b.bound)
    const counts = buckets.map(({ count }, i) => count - (buckets[i - 1]?.count ?? 0))
    const boundaries = buckets.map(({ bound }) => bound).filter(Number.isFinite)
    const single = (suffix: string): number => lines.find(({ line }) => line === name + suffix)?.value ?? 0
    return {
      ...times,
      attributes: JSON.parse(labels) as Sample['labels'],
      value: { buckets: { boundaries, counts }, sum: single('_sum'), count: single('_count') },
    }
  })
}

function boundOf({ labels, value }: Sample): { readonly bound: number; readonly count: number } {
  return { bound: labels['le'] === '+Inf' ? Number.POSITIVE_INFINITY : Number(labels['le']), count: value }
}

function toHrTime(ms: number): HrTime {
  return [Math.floor(ms / 1000), (ms % 1000) * 1e6]
}
