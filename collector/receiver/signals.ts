import { logDecoder, traceDecoder } from './decode.ts'
import type { ExportContext, Signal } from './exporting.ts'
import type { DecodeLimits } from './limits.ts'
import type { DecodedLogs, LogView } from './log-view.ts'
import type { DecodedTraces, SpanView } from './span-view.ts'

/**
 * Takes the spans of one request. Resolves when they are safe, which is what the answer to the sender
 * means. Throws RetryableError when the same request may succeed later, PermanentError when it never will.
 */
export interface SpanSink {
  accept(spans: readonly SpanView[], context: ExportContext): Promise<void>
}

/** As {@link SpanSink} for log records. */
export interface LogSink {
  accept(logs: readonly LogView[], context: ExportContext): Promise<void>
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

/** Logs, for `sink`. One for each process, as {@link traceSignal}. */
export function logSignal(sink: LogSink, limits: Partial<DecodeLimits> = {}): Signal<DecodedLogs> {
  return {
    name: 'logs',
    decode: logDecoder(limits),
    countOf: ({ logs }) => logs.length,
    accept: ({ logs }, context) => sink.accept(logs, context),
  }
}
