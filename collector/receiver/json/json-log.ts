import type { DecodeLimits } from '../limits.ts'
import type { LogView } from '../log-view.ts'
import { readJsonValue } from './any-value.ts'
import { asEnum, asMs, asObject, asText, field } from './fields.ts'
import { readAttributes, type JsonSource } from './json-span.ts'

/** `SEVERITY_NUMBER_TRACE`, `…_TRACE2`, … to `…_FATAL4`, by their numbers. */
const severities = [
  'SEVERITY_NUMBER_UNSPECIFIED',
  ...['TRACE', 'DEBUG', 'INFO', 'WARN', 'ERROR', 'FATAL'].flatMap((name) =>
    ['', '2', '3', '4'].map((level) => `SEVERITY_NUMBER_${name}${level}`),
  ),
]

/** Reads a log record of OTLP/JSON. Throws PermanentError when it is malformed or beyond a limit. */
export function readJsonLog(value: unknown, source: JsonSource, limits: DecodeLimits): LogView {
  const log = asObject(value, 'log record')
  const writtenMs = asMs(field(log, 'timeUnixNano', 'time_unix_nano'), 'timeUnixNano')
  const observed = field(log, 'observedTimeUnixNano', 'observed_time_unix_nano')
  return {
    traceId: readId(field(log, 'traceId', 'trace_id'), 'trace id', 32),
    spanId: readId(field(log, 'spanId', 'span_id'), 'span id', 16),
    timeMs: writtenMs > 0 ? writtenMs : asMs(observed, 'observedTimeUnixNano'),
    severity: asEnum(field(log, 'severityNumber', 'severity_number'), severities),
    eventName: asText(field(log, 'eventName', 'event_name'), 'eventName'),
    body: readJsonValue(field(log, 'body'), limits.valueDepth),
    attributes: readAttributes(log, limits),
    ...source,
  }
}

/** A record with a bad id belongs to no trace (logs.proto, `trace_id`). */
function readId(value: unknown, name: string, digits: number): string | null {
  const id = asText(value, name).toLowerCase()
  return id.length === digits && /^[0-9a-f]+$/.test(id) && !/^0+$/.test(id) ? id : null
}
