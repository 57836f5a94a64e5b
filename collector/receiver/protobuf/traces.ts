import type { DecodeLimits } from '../limits.ts'
import { Rejections } from '../rejections.ts'
import type { DecodedTraces } from '../span-view.ts'
import type { KeyTable } from './key-table.ts'
import { readSpan } from './read-span.ts'
import { WireRequest } from './wire-request.ts'
import type { WireSpan } from './wire-span.ts'
import {
  noAttributes,
  readResource,
  readScope,
  type ResourcePart,
  type ScopePart,
  type WireSource,
} from './wire-source.ts'

/** Tags of `ExportTraceServiceRequest`, `ResourceSpans` and `ScopeSpans`. */
const requestTag = { resourceSpans: 0x0a }
const resourceSpansTag = { resource: 0x0a, scopeSpans: 0x12 }
const scopeSpansTag = { scope: 0x0a, span: 0x12 }

/** One request while it is walked. */
interface Walk {
  readonly request: WireRequest
  readonly rejections: Rejections
  readonly found: WireSpan[]
}

/**
 * Views the spans of a protobuf `ExportTraceServiceRequest`. A span that is malformed inside its own
 * bytes, or whose resource or scope is, is rejected and the others are kept.
 * Throws PermanentError `bad_request` when the framing around spans is broken, `too_large` at more
 * spans than allowed.
 */
export function decodeProtobuf(bytes: Buffer, limits: DecodeLimits, keys: KeyTable): DecodedTraces {
  const request = new WireRequest(bytes, limits, keys)
  const walk: Walk = { request, rejections: new Rejections(limits.spansPerRequest), found: [] }
  const { reader } = request
  while (reader.position < bytes.length) {
    const tag = reader.tag(bytes.length)
    if (tag === requestTag.resourceSpans) walkResourceSpans(walk, reader.delimited(bytes.length))
    else reader.skip(tag, bytes.length)
  }
  const spans = withoutFaults(walk)
  return { spans, rejected: walk.rejections.count, rejectedReason: walk.rejections.describe() }
}

function walkResourceSpans(walk: Walk, end: number): void {
  const { request } = walk
  const { reader } = request
  const resource: ResourcePart = { attributes: noAttributes, fault: null }
  while (reader.position < end) {
    const tag = reader.tag(end)
    if (tag === resourceSpansTag.resource) readResource(request, resource, reader.delimited(end))
    else if (tag === resourceSpansTag.scopeSpans) walkScopeSpans(walk, resource, reader.delimited(end))
    else reader.skip(tag, end)
  }
}

function walkScopeSpans(walk: Walk, resource: ResourcePart, end: number): void {
  const { request } = walk
  const { reader } = request
  const scope: ScopePart = { name: '', version: '', fault: null }
  const source: WireSource = { resource, scope }
  while (reader.position < end) {
    const tag = reader.tag(end)
    if (tag === scopeSpansTag.scope) readScope(request, scope, reader.delimited(end))
    else if (tag === scopeSpansTag.span) walkSpan(walk, source, reader.delimited(end))
    else reader.skip(tag, end)
  }
}

function walkSpan({ request, rejections, found }: Walk, source: WireSource, end: number): void {
  rejections.countSpan()
  try {
    found.push(readSpan(request, source, end))
  } catch (error) {
    rejections.add(error)
  }
  request.reader.position = end
}

/** Resource and scope may come after their spans, so only now it is known which spans to keep. */
function withoutFaults({ found, rejections }: Walk): readonly WireSpan[] {
  return found.filter((span) => {
    if (span.fault !== null) rejections.add(span.fault)
    return span.fault === null
  })
}
