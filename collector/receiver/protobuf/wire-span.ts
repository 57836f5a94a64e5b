import type { EventView, SpanView } from '../span-view.ts'
import { readEvents, spanTag } from './wire-event.ts'
import { WireRecord } from './wire-record.ts'
import type { WireRequest } from './wire-request.ts'
import type { WireSource } from './wire-source.ts'

/** A span over the request buffer: offsets of what may be read, filled in by `readSpan`. */
export class WireSpan extends WireRecord implements SpanView {
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
  eventCount = 0
  isParentRemote = false
  private eventViews: readonly EventView[] | null = null

  constructor(request: WireRequest, source: WireSource, start: number, end: number) {
    super(request, source, { start, end, attributeTag: spanTag.attribute })
  }

  get traceId(): string {
    return this.hex(this.traceAt, 16)
  }

  get spanId(): string {
    return this.hex(this.spanAt, 8)
  }

  get parentSpanId(): string | null {
    return this.parentAt < 0 ? null : this.hex(this.parentAt, 8)
  }

  get traceState(): string {
    return this.text(this.stateStart, this.stateEnd)
  }

  get name(): string {
    return this.text(this.nameStart, this.nameEnd)
  }

  get statusMessage(): string {
    return this.text(this.messageStart, this.messageEnd)
  }

  get events(): readonly EventView[] {
    this.eventViews ??=
      this.eventCount === 0 ? [] : readEvents(this.request, this.place.start, this.place.end)
    return this.eventViews
  }
}
