import { PermanentError } from '../../errors/errors.ts'
import { isRemote } from '../span-flags.ts'
import type { DecodeLimits } from '../limits.ts'
import type { AttributeView, EventView, SpanView } from '../span-view.ts'
import {
  asArray,
  asEnum,
  asInteger,
  asMs,
  asObject,
  asText,
  field,
  wrong,
  type JsonObject,
} from './fields.ts'
import { JsonAttributes } from './json-attributes.ts'

/** Resource and scope of a span. */
export type JsonSource = Pick<SpanView, 'resource' | 'scopeName' | 'scopeVersion'>

const kinds = ['UNSPECIFIED', 'INTERNAL', 'SERVER', 'CLIENT', 'PRODUCER', 'CONSUMER'].map(
  (name) => `SPAN_KIND_${name}`,
)
const statusCodes = ['STATUS_CODE_UNSET', 'STATUS_CODE_OK', 'STATUS_CODE_ERROR']

/** Reads a span of OTLP/JSON. Throws PermanentError when it is malformed or beyond a limit. */
export function readJsonSpan(value: unknown, source: JsonSource, limits: DecodeLimits): SpanView {
  const span = asObject(value, 'span')
  const status = asObject(field(span, 'status'), 'status')
  const code = asEnum(field(status, 'code'), statusCodes)
  return {
    traceId: required('trace id', readId(field(span, 'traceId', 'trace_id'), 'trace id', 32)),
    spanId: required('span id', readId(field(span, 'spanId', 'span_id'), 'span id', 16)),
    parentSpanId: readId(field(span, 'parentSpanId', 'parent_span_id'), 'parent span id', 16),
    traceState: asText(field(span, 'traceState', 'trace_state'), 'traceState'),
    name: asText(field(span, 'name'), 'name'),
    startMs: asMs(field(span, 'startTimeUnixNano', 'start_time_unix_nano'), 'startTimeUnixNano'),
    endMs: asMs(field(span, 'endTimeUnixNano', 'end_time_unix_nano'), 'endTimeUnixNano'),
    kind: asEnum(field(span, 'kind'), kinds),
    isParentRemote: isRemote(Number(asInteger(field(span, 'flags') ?? 0, 'flags'))),
    statusCode: code === 1 || code === 2 ? code : 0,
    statusMessage: asText(field(status, 'message'), 'status.message'),
    attributes: readAttributes(span, limits),
    events: readEvents(span, limits),
    ...source,
  }
}

/** The attributes of a span, event, scope or resource. */
export function readAttributes(owner: JsonObject, limits: DecodeLimits): AttributeView {
  return new JsonAttributes(field(owner, 'attributes'), limits)
}

function readEvents(span: JsonObject, limits: DecodeLimits): readonly EventView[] {
  const events = asArray(field(span, 'events'), 'events')
  if (events.length > limits.eventsPerSpan) {
    const message = `more than ${limits.eventsPerSpan} events`
    throw new PermanentError('bad_request', message)
  }
  return events.map((value) => {
    const event = asObject(value, 'event')
    return {
      name: asText(field(event, 'name'), 'name'),
      timeMs: asMs(field(event, 'timeUnixNano', 'time_unix_nano'), 'timeUnixNano'),
      attributes: readAttributes(event, limits),
    }
  })
}

/** OTLP/JSON writes ids in hex of either case, not in base64 (OTLP specification, "JSON Protobuf Encoding"). */
function readId(value: unknown, name: string, digits: number): string | null {
  const id = asText(value, name)
  if (id === '') return null
  if (id.length !== digits || !/^[0-9a-fA-F]+$/.test(id)) throw wrong(name, `${digits} hex digits`)
  return /^0+$/.test(id) ? null : id.toLowerCase()
}

function required(name: string, id: string | null): string {
  if (id === null) throw new PermanentError('bad_request', `${name} is missing`)
  return id
}
