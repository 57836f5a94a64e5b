import { otlpRoot } from './otlp-protobuf.ts'

/** A value that a log record may carry, as plain JSON. */
export type LogValue =
  | string
  | number
  | boolean
  | null
  | readonly LogValue[]
  | { readonly [key: string]: LogValue }

/** A log record to be sent. */
export interface SentLog {
  /** Name of the scope: of the logger. */
  readonly scope: string
  readonly attributes?: Readonly<Record<string, LogValue>>
  readonly body?: LogValue
  readonly eventName?: string
  /** 32 hex digits. */
  readonly traceId?: string
  /** 16 hex digits. */
  readonly spanId?: string
  /** Milliseconds since the epoch, whole. Default: only the observed time is sent. */
  readonly timeMs?: number
  /** Milliseconds since the epoch, whole. Default 1 796 000 000 000. */
  readonly observedMs?: number
}

/** An `ExportLogsServiceRequest` of one resource in OTLP/JSON. */
export function logsInJson(service: string, logs: readonly SentLog[]): string {
  return JSON.stringify(requestOf(service, logs, (hex) => hex))
}

/** The same in protobuf, encoded with protobufjs. */
export function logsInProtobuf(service: string, logs: readonly SentLog[]): Buffer {
  const type = otlpRoot.lookupType('otlp.ExportLogsServiceRequest')
  const message = type.fromObject(requestOf(service, logs, (hex) => Buffer.from(hex, 'hex')))
  return Buffer.from(type.encode(message).finish())
}

function requestOf(service: string, logs: readonly SentLog[], id: (hex: string) => unknown): object {
  const resource = { attributes: pairs({ 'service.name': service }) }
  const scopeLogs = logs.map((log) => ({ scope: { name: log.scope }, logRecords: [recordOf(log, id)] }))
  return { resourceLogs: [{ resource, scopeLogs }] }
}

function recordOf(log: SentLog, id: (hex: string) => unknown): object {
  const { timeMs, observedMs = 1_796_000_000_000, traceId, spanId, eventName, body, attributes = {} } = log
  return {
    ...(timeMs === undefined ? {} : { timeUnixNano: nanoseconds(timeMs) }),
    observedTimeUnixNano: nanoseconds(observedMs),
    severityNumber: 9,
    ...(eventName === undefined ? {} : { eventName }),
    ...(body === undefined ? {} : { body: anyOf(body) }),
    attributes: pairs(attributes),
    ...(traceId === undefined ? {} : { traceId: id(traceId) }),
    ...(spanId === undefined ? {} : { spanId: id(spanId) }),
  }
}

function nanoseconds(ms: number): string {
  return `${ms}000000`
}

function pairs(values: Readonly<Record<string, LogValue>>): readonly object[] {
  return Object.entries(values).map(([key, value]) => ({ key, value: anyOf(value) }))
}

function anyOf(value: LogValue): object {
  if (value === null) return {}
  if (typeof value === 'string') return { stringValue: value }
  if (typeof value === 'boolean') return { boolValue: value }
  if (typeof value === 'number') {
    return Number.isInteger(value) ? { intValue: String(value) } : { doubleValue: value }
  }
  if (Array.isArray(value)) return { arrayValue: { values: (value as readonly LogValue[]).map(anyOf) } }
  return { kvlistValue: { values: pairs(value as Readonly<Record<string, LogValue>>) } }
}
