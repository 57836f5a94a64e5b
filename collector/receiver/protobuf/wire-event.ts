import type { EventView } from '../span-view.ts'
import { indexAttribute, tooManyAttributes, WireAttributes } from './wire-attributes.ts'
import type { WireRequest } from './wire-request.ts'

/** Tags of `opentelemetry.proto.trace.v1.Span`. */
export const spanTag = {
  traceId: 0x0a,
  spanId: 0x12,
  traceState: 0x1a,
  parentSpanId: 0x22,
  name: 0x2a,
  kind: 0x30,
  start: 0x39,
  end: 0x41,
  attribute: 0x4a,
  event: 0x5a,
  status: 0x7a,
  flags: 0x85,
} as const

const eventTag = { time: 0x09, name: 0x12, attribute: 0x1a }

/** Checks the `Span.Event` from the reader's position to `end` without keeping anything. */
export function checkEvent(request: WireRequest, end: number): void {
  const kept = request.entriesLength
  indexEvent(request, end)
  request.entriesLength = kept
}

/** Views the events of the span between two offsets, which was checked before. */
export function readEvents(request: WireRequest, start: number, end: number): readonly EventView[] {
  const { reader } = request
  const events: EventView[] = []
  reader.position = start
  while (reader.position < end) {
    const tag = reader.tag(end)
    if (tag === spanTag.event) {
      const stop = reader.delimited(end)
      events.push(readEvent(request, stop))
    } else {
      reader.skip(tag, end)
    }
  }
  return events
}

/** Indexed with the keys known at the request's beginning: keys learned since are searched for. */
function readEvent(request: WireRequest, end: number): EventView {
  const start = request.reader.position
  const from = request.entriesLength
  const { name, timeMs } = indexEvent(request, end)
  const location = { from, to: request.entriesLength, start, end, tag: eventTag.attribute }
  return { name, timeMs, attributes: new WireAttributes(request, location) }
}

function indexEvent(request: WireRequest, end: number): { name: string; timeMs: number } {
  const { reader, limits } = request
  const event = { name: '', timeMs: 0 }
  let attributes = 0
  while (reader.position < end) {
    const tag = reader.tag(end)
    if (tag === eventTag.time) {
      event.timeMs = reader.nanosecondsAsMs(end)
    } else if (tag === eventTag.name) {
      const stop = reader.delimited(end)
      event.name = reader.text(reader.position, stop)
      reader.position = stop
    } else if (tag === eventTag.attribute) {
      if (++attributes > limits.attributesPerSpan) throw tooManyAttributes(limits.attributesPerSpan)
      indexAttribute(request, reader.delimited(end))
    } else {
      reader.skip(tag, end)
    }
  }
  return event
}
