import type { PermanentError } from '../../errors/errors.ts'
import type { AttributeView, EventView, SpanView } from '../span-view.ts'
import { WireAttributes } from './wire-attributes.ts'
import { readEvents, spanTag } from './wire-event.ts'
import type { WireRequest } from './wire-request.ts'
import type { WireSource } from './wire-source.ts'

/** A span over the request buffer: offsets of what may be read, filled in by `readSpan`. */
export class WireSpan implements SpanView {
  kind = 0
  startMs = 0
  endMs = 0
  statusCode: 0 | 1 | 2 = 0
  traceAt = -1
  spanAt = -1
  parentAt = -1
  stateStart = 0
  stateEnd = 0
  nameStart = 0
  nameEnd = 0
  messageStart = 0
  messageEnd = 0
  entriesTo = 0
  eventCount = 0
  private readonly request: WireRequest
  private readonly source: WireSource
  private readonly start: number
  private readonly end: number
  private readonly entriesFrom: number
  private view: AttributeView | null = null
  private eventViews: readonly EventView[] | null = null

  constructor(request: WireRequest, source: WireSource, start: number, end: number) {
    this.request = request
    this.source = source
    this.start = start
    this.end = end
    this.entriesFrom = request.entriesLength
  }

  get traceId(): string {
    return this.request.reader.bytes.toString('hex', this.traceAt, this.traceAt + 16)
  }

  get spanId(): string {
    return this.request.reader.bytes.toString('hex', this.spanAt, this.spanAt + 8)
  }

  get parentSpanId(): string | null {
    if (this.parentAt < 0) return null
    return this.request.reader.bytes.toString('hex', this.parentAt, this.parentAt + 8)
  }

  get traceState(): string {
    return this.request.reader.text(this.stateStart, this.stateEnd)
  }

  get name(): string {
    return this.request.reader.text(this.nameStart, this.nameEnd)
  }

  get statusMessage(): string {
    return this.request.reader.text(this.messageStart, this.messageEnd)
  }

  get attributes(): AttributeView {
    this.view ??= new WireAttributes(this.request, {
      from: this.entriesFrom,
      to: this.entriesTo,
      start: this.start,
      end: this.end,
      tag: spanTag.attribute,
    })
    return this.view
  }

  get events(): readonly EventView[] {
    this.eventViews ??= this.eventCount === 0 ? [] : readEvents(this.request, this.start, this.end)
    return this.eventViews
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

  /** What is wrong with the resource or scope that the span belongs to; known once the request is walked. */
  get fault(): PermanentError | null {
    return this.source.resource.fault ?? this.source.scope.fault
  }
}
