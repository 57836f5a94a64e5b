import { traceDecoder } from './decode.ts'
import type { ExportContext, Signal } from './exporting.ts'
import type { DecodeLimits } from './limits.ts'
import type { DecodedTraces, SpanView } from './span-view.ts'

/**
 * Takes the spans of one request. Resolves when they are safe, which is what the answer to the sender
 * means. Throws RetryableError when the same request may succeed later, PermanentError when it never will.
 */
export interface SpanSink {
  accept(spans: readonly SpanView[], context: ExportContext): Promise<void>
}

/** Traces, for `sink`. One for each process: its decoder learns which keys are read. */
export function traceSignal(sink: SpanSink, limits: Partial<DecodeLimits> = {}): Signal<DecodedTraces> {
  return {
    name: 'traces',
    decode: traceDecoder(limits),
    countOf: ({ spans }) => spans.length,
    accept: ({ spans }, context) => sink.accept(spans, context),
  }
}
