import { decodeJsonLogs } from './json/logs.ts'
import { decodeJson } from './json/traces.ts'
import { defaultDecodeLimits, type DecodeLimits } from './limits.ts'
import type { DecodedLogs } from './log-view.ts'
import { KeyTable } from './protobuf/key-table.ts'
import { decodeProtobufLogs } from './protobuf/logs.ts'
import { decodeProtobuf } from './protobuf/traces.ts'
import type { DecodedTraces } from './span-view.ts'

/** The two encodings of OTLP/HTTP. */
export type Encoding = 'protobuf' | 'json'

/**
 * Views the spans of an `ExportTraceServiceRequest`. Throws PermanentError when it is malformed as a
 * whole or has too many spans; single bad spans are counted in the result.
 */
export type TraceDecoder = (encoding: Encoding, body: Buffer) => DecodedTraces

/** A decoder that learns which attribute keys are read: make one and keep it. */
export function traceDecoder(limits: Partial<DecodeLimits> = {}): TraceDecoder {
  const bounds = { ...defaultDecodeLimits, ...limits }
  const keys = new KeyTable()
  return (encoding, body) =>
    encoding === 'json' ? decodeJson(body, bounds) : decodeProtobuf(body, bounds, keys)
}

/** As {@link TraceDecoder} for an `ExportLogsServiceRequest`. */
export type LogDecoder = (encoding: Encoding, body: Buffer) => DecodedLogs

/** As {@link traceDecoder} for log records. */
export function logDecoder(limits: Partial<DecodeLimits> = {}): LogDecoder {
  const bounds = { ...defaultDecodeLimits, ...limits }
  const keys = new KeyTable()
  return (encoding, body) =>
    encoding === 'json' ? decodeJsonLogs(body, bounds) : decodeProtobufLogs(body, bounds, keys)
}
