import { OTLPMetricExporter } from '@opentelemetry/exporter-metrics-otlp-proto'
import {
  AggregationTemporality,
  MeterProvider,
  PeriodicExportingMetricReader,
} from '@opentelemetry/sdk-metrics'
import type { Logger } from 'pino'
import { exportResource } from './export-resource.ts'
import type { Metrics } from './metrics.ts'
import { metricProducer } from './producer.ts'

/** Metrics on their way out. */
export interface MetricsPush {
  /** Exports once more, for at most a second, then ends. */
  stop(): Promise<void>
}

/** Where metrics are exported to. */
export interface MetricsPushOptions {
  /** OTLP over HTTP, without `/v1/metrics`. */
  readonly endpoint: string
  readonly headers: Readonly<Record<string, string>>
  readonly metricsEveryMs: number
  readonly version: string
  readonly log: Logger
}

const timeoutMs = 10_000
const lastMs = 1000

/** Starts exporting what `/metrics` shows, under the same names, over OTLP (HTTP, protobuf). */
export function startMetricsPush(metrics: Metrics, options: MetricsPushOptions): MetricsPush {
  const { endpoint, headers, metricsEveryMs, version, log } = options
  const exporter = new OTLPMetricExporter({
    url: `${endpoint.replace(/\/+$/, '')}/v1/metrics`,
    headers: { ...headers },
    timeoutMillis: Math.min(timeoutMs, metricsEveryMs),
    temporalityPreference: AggregationTemporality.CUMULATIVE,
  })
  const resource = exportResource(version)
  const reader = new PeriodicExportingMetricReader({
    exporter: {
      ...bound(exporter),
      export(data, done) {
        exporter.export(data, (result) => {
          metrics.count('metrics_exports_total', { result: result.code === 0 ? 'taken' : 'failed' })
          if (result.code !== 0)
            log.debug({ err: result.error }, 'metrics: the OTLP backend did not take them')
          done(result)
        })
      },
    },
    exportIntervalMillis: metricsEveryMs,
    exportTimeoutMillis: Math.min(timeoutMs, metricsEveryMs),
    metricProducers: [metricProducer(metrics, resource, version)],
  })
  const provider = new MeterProvider({ resource, readers: [reader] })
  return {
    async stop() {
      const end = new Promise<void>((resolve) => void setTimeout(resolve, lastMs).unref())
      await Promise.race([provider.shutdown().catch(() => undefined), end])
    },
  }
}

function bound(exporter: OTLPMetricExporter) {
  return {
    forceFlush: () => exporter.forceFlush(),
    shutdown: () => exporter.shutdown(),
    selectAggregationTemporality: () => AggregationTemporality.CUMULATIVE,
  }
}
