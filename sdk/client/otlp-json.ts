import type { Attributes, AttributeValue } from '@opentelemetry/api'
import { sdkName, sdkVersion } from '../tracing/version.ts'

/** A step as it is reported: what its span says, kept apart from any OpenTelemetry SDK. */
export interface ReportedSpan {
  readonly traceId: string
  readonly spanId: string
  readonly parentSpanId: string | null
  readonly name: string
  /** Milliseconds since the epoch, with fractions. */
  readonly startMs: number
  /** Milliseconds since the epoch, with fractions. */
  readonly endMs: number
  readonly attributes: Attributes
  /** Text of the failure; null when there was none. */
  readonly error: string | null
}

/** An `ExportTraceServiceRequest` in OTLP/JSON (OTLP 1.x, "JSON Protobuf Encoding"). */
export function exportRequest(spans: readonly ReportedSpan[], resource: Attributes): string {
  return JSON.stringify({
    resourceSpans: [
      {
        resource: { attributes: keyValues(resource) },
        scopeSpans: [{ scope: { name: sdkName, version: sdkVersion }, spans: spans.map(spanOf) }],
      },
    ],
  })
}

function spanOf(span: ReportedSpan): object {
  return {
    traceId: span.traceId,
    spanId: span.spanId,
    ...(span.parentSpanId === null ? {} : { parentSpanId: span.parentSpanId }),
    name: span.name,
    kind: 1,
    startTimeUnixNano: nanoseconds(span.startMs),
    endTimeUnixNano: nanoseconds(span.endMs),
    attributes: keyValues(span.attributes),
    status: span.error === null ? {} : { code: 2, message: span.error },
  }
}

/** 64-bit integers are text in OTLP/JSON; a double holds milliseconds with fractions, not nanoseconds. */
function nanoseconds(ms: number): string {
  const whole = Math.floor(ms)
  return `${whole}${String(Math.floor((ms - whole) * 1e6)).padStart(6, '0')}`
}

function keyValues(attributes: Attributes): readonly object[] {
  return Object.entries(attributes).flatMap(([key, value]) =>
    value === undefined ? [] : [{ key, value: anyValue(value) }],
  )
}

function anyValue(value: AttributeValue): object {
  if (typeof value === 'string') return { stringValue: value }
  if (typeof value === 'boolean') return { boolValue: value }
  if (typeof value === 'number') {
    return Number.isSafeInteger(value) ? { intValue: String(value) } : { doubleValue: value }
  }
  const items: readonly (string | number | boolean | null | undefined)[] = Array.isArray(value) ? value : []
  return {
    arrayValue: { values: items.map((item) => (item === null || item === undefined ? {} : anyValue(item))) },
  }
}
