import { PermanentError } from '../../errors/errors.ts'
import { indexAttribute, tooManyAttributes } from './wire-attributes.ts'
import { checkEvent, spanTag } from './wire-event.ts'
import type { WireReader } from './wire-reader.ts'
import type { WireRequest } from './wire-request.ts'
import type { WireSource } from './wire-source.ts'
import { WireSpan } from './wire-span.ts'
import { isRemote } from '../span-flags.ts'

const statusTag = { message: 0x12, code: 0x18 }

/**
 * Walks the `Span` from the reader's position to `end` once, checks all of it and notes where things
 * are. Throws PermanentError when it is malformed or beyond a limit; then nothing of it stays indexed.
 */
export function readSpan(request: WireRequest, source: WireSource, end: number): WireSpan {
  const kept = request.entriesLength
  try {
    const span = new WireSpan(request, source, request.reader.position, end)
    readFields(request, span, end)
    requireId(request.reader, 'trace id', span.traceAt, 16)
    requireId(request.reader, 'span id', span.spanAt, 8)
    if (isZero(request.reader, span.parentAt, 8)) span.parentAt = -1
    span.entriesTo = request.entriesLength
    return span
  } catch (error) {
    request.entriesLength = kept
    throw error
  }
}

function readFields(request: WireRequest, span: WireSpan, end: number): void {
  const { reader, limits } = request
  let attributes = 0
  while (reader.position < end) {
    const tag = reader.tag(end)
    switch (tag) {
      case spanTag.attribute:
        if (++attributes > limits.attributesPerSpan) throw tooManyAttributes(limits.attributesPerSpan)
        indexAttribute(request, reader.delimited(end))
        break
      case spanTag.traceId:
        span.traceAt = readId(reader, end, 'trace id', 16)
        break
      case spanTag.spanId:
        span.spanAt = readId(reader, end, 'span id', 8)
        break
      case spanTag.parentSpanId:
        span.parentAt = readId(reader, end, 'parent span id', 8)
        break
      case spanTag.traceState:
        span.stateEnd = reader.delimited(end)
        span.stateStart = reader.position
        reader.position = span.stateEnd
        break
      case spanTag.name:
        span.nameEnd = reader.delimited(end)
        span.nameStart = reader.position
        reader.position = span.nameEnd
        break
      case spanTag.kind:
        span.kind = knownKind(reader.varint(end))
        break
      case spanTag.start:
        span.startMs = reader.nanosecondsAsMs(end)
        break
      case spanTag.end:
        span.endMs = reader.nanosecondsAsMs(end)
        break
      case spanTag.flags:
        span.isParentRemote = isRemote(reader.fixed32(end))
        break
      case spanTag.event:
        if (++span.eventCount > limits.eventsPerSpan) throw tooManyEvents(limits.eventsPerSpan)
        checkEvent(request, reader.delimited(end))
        break
      case spanTag.status:
        readStatus(reader, span, reader.delimited(end))
        break
      default:
        reader.skip(tag, end)
    }
  }
}

/** Where an id's bytes are, or -1 when it is empty. */
function readId(reader: WireReader, end: number, name: string, sizeBytes: number): number {
  const stop = reader.delimited(end)
  const at = reader.position
  reader.position = stop
  if (stop === at) return -1
  if (stop - at !== sizeBytes) {
    throw new PermanentError('bad_request', `${name} has ${stop - at} bytes, not ${sizeBytes}`)
  }
  return at
}

function requireId(reader: WireReader, name: string, at: number, sizeBytes: number): void {
  if (at < 0 || isZero(reader, at, sizeBytes)) throw new PermanentError('bad_request', `${name} is missing`)
}

function isZero(reader: WireReader, at: number, sizeBytes: number): boolean {
  if (at < 0) return true
  for (let i = at; i < at + sizeBytes; i++) if (reader.bytes[i] !== 0) return false
  return true
}

/** Unknown values of an open enum count as unspecified. */
function knownKind(kind: number): number {
  return kind <= 5 ? kind : 0
}

function readStatus(reader: WireReader, span: WireSpan, end: number): void {
  while (reader.position < end) {
    const tag = reader.tag(end)
    if (tag === statusTag.code) {
      const code = reader.varint(end)
      span.statusCode = code === 1 || code === 2 ? code : 0
    } else if (tag === statusTag.message) {
      span.messageEnd = reader.delimited(end)
      span.messageStart = reader.position
      reader.position = span.messageEnd
    } else {
      reader.skip(tag, end)
    }
  }
}

function tooManyEvents(limit: number): PermanentError {
  return new PermanentError('bad_request', `more than ${limit} events`)
}
