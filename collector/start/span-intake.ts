import { loopAttributes } from '@loop-observer/rules'
import type { Logger } from 'pino'
import type { BinderNotices } from '../binding/create-binder.ts'
import type { Binder, SpanReadings } from '../binding/binding.ts'
import type { SteplessSpans } from '../control/stepless-spans.ts'
import { isSampled } from '../dialects/sampling.ts'
import { spanReader, type SpanReader } from '../dialects/read.ts'
import type { Judge } from '../judging/judging.ts'
import type { Metrics } from '../metrics/metrics.ts'
import type { ReceivedRequest } from '../receiver/exporting.ts'
import type { SpanSink } from '../receiver/signals.ts'

/** The stages that a received span goes through. */
export interface SpanIntakeParts {
  readonly read: SpanReader
  readonly binder: Binder
  readonly judge: Pick<Judge, 'accept'>
  readonly stepless: SteplessSpans
}

/** Dialects, binding and judging in a row: resolves when the steps of all spans are in the store. */
export function spanIntake({ read, binder, judge, stepless }: SpanIntakeParts): SpanSink {
  return {
    async accept(spans, { tenant, receivedAtMs }) {
      const readable: SpanReadings[] = []
      for (const span of spans) {
        const readings = read(span)
        if (readings.length > 0)
          readable.push({ readings, attributes: span.attributes, resource: span.resource })
      }
      const bound =
        readable.length === 0
          ? []
          : await binder.bind(readable, { tenant, source: 'telemetry', nowMs: receivedAtMs })
      // Also a span that was read and told nothing new, such as a node around calls that were told before.
      const steps = new Set(
        bound.flatMap(({ records }) =>
          records.flatMap(({ step }) => (step.kind === 'outcome' ? [] : [step.spanId])),
        ),
      )
      for (const { spanId } of spans) if (!steps.has(spanId)) stepless.note(tenant, spanId)
      if (bound.length > 0) await judge.accept(bound)
    },
  }
}

/** A reader of all vocabularies whose finds are counted. */
export function countedReader(metrics: Metrics, log: Logger): SpanReader {
  const told = new Set<string>()
  const read = spanReader({
    onUnknown: (scopeName, vocabulary) => {
      metrics.count('spans_unread_total', { vocabulary: vocabulary ?? 'none' })
      const name = `${vocabulary} ${scopeName}`
      if (vocabulary === null || told.has(name) || told.size >= mostScopes) return
      told.add(name)
      log.warn(
        { vocabulary, scopeName },
        'spans of an agent that no vocabulary understands: inspect shows them',
      )
    },
    onFault: (error, { spanId, scopeName }) => {
      metrics.count('span_faults_total', {})
      log.error({ err: error, spanId, scopeName }, 'span left out: reading it failed')
    },
  })
  return (span) => {
    if (isSampled(span)) metrics.count('sampled_spans_total', {})
    if (span.attributes.get(loopAttributes.unobserved) === true) metrics.count('unobserved_runs_total', {})
    const readings = read(span)
    for (const { dialect, kind } of readings) metrics.count('readings_total', { dialect, kind })
    return readings
  }
}

/** Scopes that are told of once each. */
const mostScopes = 256

/** Counts what the receiver answers. */
export function countRequest(metrics: Metrics, request: ReceivedRequest): void {
  const { signal, transport, outcome, encoding, accepted, rejected, bodyBytes, durationMs } = request
  const labels = { signal, transport, encoding: encoding ?? 'none', result: outcome }
  metrics.count('export_requests_total', labels)
  metrics.count('export_bytes_total', {}, bodyBytes)
  metrics.count(signal === 'logs' ? 'logs_received_total' : 'spans_received_total', {}, accepted)
  metrics.count(signal === 'logs' ? 'logs_rejected_total' : 'spans_rejected_total', {}, rejected)
  metrics.observe('export_request_seconds', {}, durationMs / 1000)
}

/** A clock this far off makes spans look late or from the future. */
const worthSayingMs = 10_000
const mostServices = 256

/** Counts what binding finds, and says once for each service that its clock is off. */
export function bindingNotices(metrics: Metrics, log: Logger): BinderNotices {
  const said = new Set<string>()
  return {
    onCall: (dialect, { args, observation }) => {
      const captured = args && observation ? 'both' : args ? 'args' : observation ? 'observation' : 'nothing'
      metrics.count('calls_total', { dialect, captured })
    },
    onSkew: (service, skewMs) => {
      metrics.set('clock_skew_seconds', {}, skewMs / 1000)
      if (Math.abs(skewMs) < worthSayingMs || said.has(service) || said.size >= mostServices) return
      said.add(service)
      log.warn({ service, skewMs }, 'spans end far from when they arrive: a clock is off, or spans come late')
    },
  }
}
