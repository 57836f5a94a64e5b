import { checkValue } from './any-value.ts'
import { indexAttribute, tooManyAttributes } from './wire-attributes.ts'
import { logTag, WireLog } from './wire-log.ts'
import type { WireReader } from './wire-reader.ts'
import type { WireRequest } from './wire-request.ts'
import type { WireSource } from './wire-source.ts'

/**
 * Walks the `LogRecord` from the reader's position to `end` once, checks all of it and notes where
 * things are. Throws PermanentError when it is malformed or beyond a limit; then nothing of it stays
 * indexed.
 */
export function readLog(request: WireRequest, source: WireSource, end: number): WireLog {
  const kept = request.entriesLength
  try {
    const log = new WireLog(request, source, request.reader.position, end)
    readFields(request, log, end)
    log.entriesTo = request.entriesLength
    return log
  } catch (error) {
    request.entriesLength = kept
    throw error
  }
}

function readFields(request: WireRequest, log: WireLog, end: number): void {
  const { reader, limits } = request
  let attributes = 0
  while (reader.position < end) {
    const tag = reader.tag(end)
    switch (tag) {
      case logTag.attribute:
        if (++attributes > limits.attributesPerSpan) throw tooManyAttributes(limits.attributesPerSpan)
        indexAttribute(request, reader.delimited(end))
        break
      case logTag.time:
        log.writtenMs = reader.nanosecondsAsMs(end)
        break
      case logTag.observedTime:
        log.observedMs = reader.nanosecondsAsMs(end)
        break
      case logTag.severity:
        log.severity = reader.varint(end)
        break
      case logTag.body:
        log.bodyEnd = reader.delimited(end)
        log.bodyStart = reader.position
        checkValue(reader, log.bodyEnd, limits.valueDepth)
        break
      case logTag.traceId:
        log.traceAt = readId(reader, end, 16)
        break
      case logTag.spanId:
        log.spanAt = readId(reader, end, 8)
        break
      case logTag.eventName:
        log.nameEnd = reader.delimited(end)
        log.nameStart = reader.position
        reader.position = log.nameEnd
        break
      default:
        reader.skip(tag, end)
    }
  }
}

/** Where an id's bytes are, or -1: a record with a bad id belongs to no trace (logs.proto, `trace_id`). */
function readId(reader: WireReader, end: number, sizeBytes: number): number {
  const stop = reader.delimited(end)
  const at = reader.position
  reader.position = stop
  if (stop - at !== sizeBytes) return -1
  for (let i = at; i < stop; i++) if (reader.bytes[i] !== 0) return at
  return -1
}
