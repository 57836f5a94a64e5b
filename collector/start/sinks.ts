import type { Logger } from 'pino'
import type { Settings } from '../config/settings.ts'
import type { SpanReader } from '../dialects/read.ts'
import type { Metrics } from '../metrics/metrics.ts'
import { aboutRuns } from '../outbox/about-run.ts'
import { logSink } from '../outbox/log-sink.ts'
import type { PageLinks } from '../outbox/page-link.ts'
import type { Sink } from '../outbox/sink.ts'
import { createAncestors, notingReader } from '../outbox/spans/ancestors.ts'
import { decisionScope } from '../outbox/spans/scope.ts'
import { webhookSink } from '../outbox/webhooks/webhook-sink.ts'
import type { Store } from '../store/store.ts'
import { version } from './version.ts'

/** What tells others than the agent. */
export interface Telling {
  readonly sinks: readonly Sink[]
  /** The same reader; where decision spans are exported, it also learns which span stands around which. */
  learning(read: SpanReader): SpanReader
  /** Exports metrics for the last time. The sinks are closed by the outbox. */
  stop(): Promise<void>
}

/** What {@link openTelling} needs. */
export interface TellingParts {
  readonly settings: Settings
  readonly store: Store
  readonly metrics: Metrics
  readonly log: Logger
  readonly links: PageLinks
}

/**
 * Opens the sinks that the settings name; the log is always one. What only some need is loaded only then:
 * OpenTelemetry's SDK costs half a second and 50 MB. Throws PermanentError for a stream that is no URL of Redis.
 */
export async function openTelling({ settings, store, metrics, log, links }: TellingParts): Promise<Telling> {
  const { exporting, webhooks, stream } = settings
  const parts = { about: aboutRuns(store), pageOf: (run: string) => links.of(run), version }
  const ancestors = createAncestors()
  const returned = (): void => metrics.count('decision_spans_returned_total', {})
  const sinks = [logSink(log), ...webhooks.map((webhook) => webhookSink(webhook, parts))]
  if (exporting?.traces === true) {
    const { spanSink } = await import('../outbox/spans/span-sink.ts')
    sinks.push(spanSink({ ...exporting, ...parts, ancestors }))
  }
  if (stream !== null) {
    const { streamSink } = await import('../outbox/stream/stream-sink.ts')
    sinks.push(streamSink({ ...stream, ...parts }))
  }
  const push =
    exporting?.metrics === true
      ? (await import('../metrics/push.ts')).startMetricsPush(metrics, { ...exporting, version, log })
      : null
  return {
    sinks,
    learning: (read) =>
      exporting?.traces === true
        ? notingReader(read, ancestors, { scopeName: decisionScope, returned })
        : read,
    stop: async () => push?.stop(),
  }
}
