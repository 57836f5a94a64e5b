import type { PermanentError } from '../../errors/errors.ts'
import type { LogView } from '../log-view.ts'
import type { AttributeValue, AttributeView } from '../span-view.ts'
import { readValue } from './any-value.ts'
import { WireAttributes } from './wire-attributes.ts'
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
export class WireLog implements LogView {
  writtenMs = 0
  observedMs = 0
  severity = 0
  traceAt = -1
  spanAt = -1
  nameStart = 0
  nameEnd = 0
  bodyStart = 0
  bodyEnd = 0
  entriesTo = 0
  private readonly request: WireRequest
  private readonly source: WireSource
  private readonly start: number
  private readonly end: number
  private readonly entriesFrom: number
  private view: AttributeView | null = null

  constructor(request: WireRequest, source: WireSource, start: number, end: number) {
    this.request = request
    this.source = source
    this.start = start
    this.end = end
    this.entriesFrom = request.entriesLength
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
    return this.request.reader.text(this.nameStart, this.nameEnd)
  }

  get body(): AttributeValue {
    return readValue(this.request.reader, this.bodyStart, this.bodyEnd)
  }

  get attributes(): AttributeView {
    this.view ??= new WireAttributes(this.request, {
      from: this.entriesFrom,
      to: this.entriesTo,
      start: this.start,
      end: this.end,
      tag: logTag.attribute,
    })
    return this.view
  }

  get scopeName(): string {
    return this.source.scope.name
  }

  get scopeVersion(): string {
    return this.source.scope.version
  }

  get resource(): AttributeView {
    return this.source.resource.attributes
  }

  /** What is wrong with the resource or scope that the record belongs to; known once the request is walked. */
  get fault(): PermanentError | null {
    return this.source.resource.fault ?? this.source.scope.fault
  }

  private hex(at: number, sizeBytes: number): string {
    return this.request.reader.bytes.toString('hex', at, at + sizeBytes)
  }
}
