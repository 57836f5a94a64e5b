import type { AttributeValue, AttributeView } from './span-view.ts'

/** A log record as received: a view over the request, valid as long as it is referenced. */
export interface LogView {
  /** 32 lowercase hex digits, or null for a record outside any trace. */
  readonly traceId: string | null
  /** Of the span in which it was written: 16 lowercase hex digits, or null. */
  readonly spanId: string | null
  /** When it was written, else when it was observed, milliseconds since the epoch; 0 when it says neither. */
  readonly timeMs: number
  /** OTLP `SeverityNumber`, 0 to 24. */
  readonly severity: number
  /** OTLP `event_name` as sent; empty when there is none. */
  readonly eventName: string
  /** Null when it has none. Decodes on every call. */
  readonly body: AttributeValue
  readonly attributes: AttributeView
  readonly scopeName: string
  readonly scopeVersion: string
  readonly resource: AttributeView
}

/** What a decoder makes of one export request of logs. */
export interface DecodedLogs {
  readonly logs: readonly LogView[]
  /** Records that can never be accepted, and why. */
  readonly rejected: number
  readonly rejectedReason: string
}
