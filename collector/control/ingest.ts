import type { Binder, SpanReadings } from '../binding/binding.ts'
import type { SpanReader } from '../dialects/read.ts'
import { tellsStep } from '../dialects/tells-step.ts'
import type { TraceDecoder } from '../receiver/decode.ts'
import type { Ingest } from './context.ts'
import type { SteplessSpans } from './stepless-spans.ts'

/** The stages that an OTLP request goes through. */
export interface IngestParts {
  readonly decode: TraceDecoder
  readonly read: SpanReader
  readonly binder: Binder
  readonly stepless: SteplessSpans
}

/**
 * Puts decoding, dialects and binding together for checkpoints. Spans that name no run belong to
 * the run of the request, whatever trace they are of.
 */
export function createIngest({ decode, read, binder, stepless }: IngestParts): Ingest {
  return async ({ encoding, body, tenant, run, nowMs, source }) => {
    const { spans, rejected, rejectedReason } = decode(encoding, body)
    const readable: SpanReadings[] = []
    for (const span of spans) {
      const readings = read(span).map((reading) => ({ ...reading, runId: reading.runId ?? run }))
      if (!readings.some(tellsStep)) stepless.note(tenant, span.spanId)
      if (readings.length > 0)
        readable.push({ readings, attributes: span.attributes, resource: span.resource })
    }
    const steps = readable.length === 0 ? [] : await binder.bind(readable, { tenant, source, nowMs })
    return { steps, rejected, rejectedReason }
  }
}
