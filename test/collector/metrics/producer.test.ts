import { resourceFromAttributes } from '@opentelemetry/resources'
import { DataPointType } from '@opentelemetry/sdk-metrics'
import { expect, it } from 'vitest'
import { createMetrics } from '../../../collector/metrics/metrics.ts'
import { metricProducer } from '../../../collector/metrics/producer.ts'

async function collected(fill: (metrics: ReturnType<typeof createMetrics>) => void) {
  const metrics = createMetrics({ process: false })
  fill(metrics)
  const { resourceMetrics } = await metricProducer(metrics, resourceFromAttributes({}), '0.0.0').collect()
  const all = resourceMetrics.scopeMetrics.flatMap((scope) => scope.metrics)
  return (name: string) => all.find(({ descriptor }) => descriptor.name === `loop_observer_${name}`)
}

it('gives counters as monotonic sums and gauges as gauges, with labels and units', async () => {
  const metric = await collected((metrics) => {
    metrics.count('nudges_total', { result: 'told' }, 3)
    metrics.set('clock_skew_seconds', {}, 1.5)
  })
  expect(metric('nudges_total')).toMatchObject({
    dataPointType: DataPointType.SUM,
    isMonotonic: true,
    dataPoints: [{ attributes: { result: 'told' }, value: 3 }],
  })
  expect(metric('clock_skew_seconds')).toMatchObject({
    dataPointType: DataPointType.GAUGE,
    descriptor: { unit: 's' },
    dataPoints: [{ value: 1.5 }],
  })
})

it('gives histograms with a count for each bucket, one series for each set of labels', async () => {
  const metric = await collected((metrics) => {
    for (const seconds of [0.0004, 0.002, 0.002, 99]) {
      metrics.observe('store_seconds', { store: 'redis', call: 'ping' }, seconds)
    }
    metrics.observe('store_seconds', { store: 'redis', call: 'read' }, 0.3)
  })
  const found = metric('store_seconds')
  const points = found?.dataPointType === DataPointType.HISTOGRAM ? found.dataPoints : []
  expect(points.map(({ attributes }) => attributes)).toEqual([
    { store: 'redis', call: 'ping' },
    { store: 'redis', call: 'read' },
  ])
  const [ping] = points
  expect(ping?.value).toMatchObject({ count: 4, sum: 99.0044 })
  const { boundaries = [], counts = [] } = ping?.value.buckets ?? {}
  expect(counts).toHaveLength(boundaries.length + 1)
  expect([counts[0], counts[boundaries.indexOf(0.0025)], counts.at(-1)]).toEqual([1, 2, 1])
  expect(counts.reduce((sum, count) => sum + count, 0)).toBe(4)
})
