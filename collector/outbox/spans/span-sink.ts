import type { Decision } from '@loop-observer/rules'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-proto'
import type { ReadableSpan, SpanExporter } from '@opentelemetry/sdk-trace'
import { PermanentError, RetryableError } from '../../errors/errors.ts'
import { exportResource } from '../../metrics/export-resource.ts'
import type { OutboxItem } from '../../store/store.ts'
import type { AboutRun, EvidenceStep, SpanPlace } from '../about-run.ts'
import type { Sink } from '../sink.ts'
import type { Ancestors } from './ancestors.ts'
import { decisionSpans } from './decision-span.ts'

/** Where decision spans go, and what they are made of. */
export interface SpanSinkOptions {
  /** OTLP over HTTP, without `/v1/traces`. */
  readonly endpoint: string
  readonly headers: Readonly<Record<string, string>>
  readonly about: AboutRun
  readonly ancestors: Ancestors
  readonly pageOf: (run: string) => string
  readonly version: string
}

/** Exports each decision as a span in the run's own trace, over OTLP (HTTP, protobuf). */
export function spanSink(options: SpanSinkOptions): Sink {
  const { endpoint, headers, about, ancestors, pageOf, version } = options
  const make = decisionSpans(exportResource(version), version)
  const exporter = new OTLPTraceExporter({
    url: `${endpoint.replace(/\/+$/, '')}/v1/traces`,
    headers: { ...headers },
    timeoutMillis: 10_000,
  })
  return {
    name: 'spans',
    wants: ({ kind }) => kind === 'decision',
    async deliver(item: OutboxItem) {
      if (item.kind !== 'decision') return
      const { key, decision } = item
      const summary = await about.summary(key)
      const evidence = await about.places(key, decision.evidence.steps)
      const place = placeOf(decision, evidence, summary?.traceIds.at(-1) ?? null, ancestors)
      const parent = place && (ancestors.runSpanOf(place) ?? place)
      const traceId = summary?.traceIds[0] ?? null
      await send(
        exporter,
        make({ key, decision, summary, evidence, parent, traceId, page: pageOf(decision.run) }),
      )
    },
    close: () => exporter.shutdown(),
  }
}

/** A span of the run that the decision is about: of its evidence, else the newest of its trace. */
function placeOf(
  decision: Decision,
  evidence: readonly EvidenceStep[],
  traceId: string | null,
  ancestors: Ancestors,
): SpanPlace | null {
  const last = evidence.findLast(({ span }) => span !== null)?.span ?? null
  return last ?? (traceId === null ? null : ancestors.newestOf(traceId))
}

/** What the receiver says of the request as such: trying again is in vain. */
const inVain: ReadonlySet<number> = new Set([400, 413, 415, 422])

function send(exporter: SpanExporter, span: ReadableSpan): Promise<void> {
  return new Promise((resolve, reject) => {
    exporter.export([span], ({ code, error }) => {
      if (code === 0) return resolve()
      const status = (error as { readonly code?: unknown } | undefined)?.code
      const message = `the OTLP backend did not take a decision span: ${error?.message ?? 'no reason given'}`
      const options = error === undefined ? {} : { cause: error }
      reject(
        typeof status === 'number' && inVain.has(status)
          ? new PermanentError('bad_request', message, options)
          : new RetryableError('unavailable', message, { ...options, retryAfterMs: 0 }),
      )
    })
  })
}
