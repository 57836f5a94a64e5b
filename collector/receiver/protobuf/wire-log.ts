import type { LogView } from '../log-view.ts'
import type { AttributeValue } from '../span-view.ts'
import { readValue } from './any-value.ts'
import { WireRecord } from './wire-record.ts'
import type { WireRequest } from './wire-request.ts'
import type { WireSource } from './wire-source.ts'

/** Tags of `opentelemetry.proto.logs.v1.LogRecord`. */
export const logTag = {
  time: 0x09,
  severity: 0x10,
  body: 0x2a,
  attribute: 0x32,
  traceId: 0x4a,
  spanId: 0x52,
  observedTime: 0x59,
  eventName: 0x62,
} as const

/** A log record over the request buffer: offsets of what may be read, filled in by `readLog`. */
export class WireLog extends WireRecord implements LogView {
  writtenMs = 0
  observedMs = 0
  severity = 0
  traceAt = -1
  spanAt = -1
  nameStart = 0
  nameEnd = 0
  bodyStart = 0
  bodyEnd = 0

  constructor(request: WireRequest, source: WireSource, start: number, end: number) {
    super(request, source, { start, end, attributeTag: logTag.attribute })
  }

  get traceId(): string | null {
    return this.traceAt < 0 ? null : this.hex(this.traceAt, 16)
  }

  get spanId(): string | null {
    return this.spanAt < 0 ? null : this.hex(this.spanAt, 8)
  }

  get timeMs(): number {
    return this.writtenMs > 0 ? this.writtenMs : this.observedMs
  }

  get eventName(): string {
    return this.text(this.nameStart, this.nameEnd)
  }

  get body(): AttributeValue {
    return readValue(this.request.reader, this.bodyStart, this.bodyEnd)
  }
}
