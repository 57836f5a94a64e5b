import type { Rejections } from '../rejections.ts'
import type { PermanentError } from '../../errors/errors.ts'
import type { WireRequest } from './wire-request.ts'
import {
  noAttributes,
  readResource,
  readScope,
  type ResourcePart,
  type ScopePart,
  type WireSource,
} from './wire-source.ts'

/**
 * Tags of `ExportTraceServiceRequest`, `ResourceSpans` and `ScopeSpans`, and of
 * `ExportLogsServiceRequest`, `ResourceLogs` and `ScopeLogs`, which have the same numbers.
 */
const requestTag = { resourceItems: 0x0a }
const resourceItemsTag = { resource: 0x0a, scopeItems: 0x12 }
const scopeItemsTag = { scope: 0x0a, item: 0x12 }

/** A span or log record, and what is wrong with the resource or scope that it belongs to. */
interface WireItem {
  readonly fault: PermanentError | null
}

/** Reads one item from the reader's position to `end`. Throws PermanentError when it is malformed. */
type ReadItem<Item> = (request: WireRequest, source: WireSource, end: number) => Item

/** One request while it is walked. */
interface Walk<Item> {
  readonly request: WireRequest
  readonly rejections: Rejections
  readonly found: Item[]
  readonly readItem: ReadItem<Item>
}

/** The good items of one request, and how many others there were. */
interface Walked<Item> {
  readonly items: readonly Item[]
  readonly rejected: number
  readonly rejectedReason: string
}

/**
 * Walks an export request of spans or log records. An item that is malformed inside its own bytes, or
 * whose resource or scope is, is rejected and the others are kept.
 * Throws PermanentError `bad_request` when the framing around items is broken, `too_large` at more
 * items than the rejections allow.
 */
export function walkRequest<Item extends WireItem>(
  request: WireRequest,
  rejections: Rejections,
  readItem: ReadItem<Item>,
): Walked<Item> {
  const walk: Walk<Item> = { request, rejections, found: [], readItem }
  const { reader } = request
  const end = reader.bytes.length
  while (reader.position < end) {
    const tag = reader.tag(end)
    if (tag === requestTag.resourceItems) walkResource(walk, reader.delimited(end))
    else reader.skip(tag, end)
  }
  const items = withoutFaults(walk)
  return { items, rejected: rejections.count, rejectedReason: rejections.describe() }
}

function walkResource<Item>(walk: Walk<Item>, end: number): void {
  const { request } = walk
  const { reader } = request
  const resource: ResourcePart = { attributes: noAttributes, fault: null }
  while (reader.position < end) {
    const tag = reader.tag(end)
    if (tag === resourceItemsTag.resource) readResource(request, resource, reader.delimited(end))
    else if (tag === resourceItemsTag.scopeItems) walkScope(walk, resource, reader.delimited(end))
    else reader.skip(tag, end)
  }
}

function walkScope<Item>(walk: Walk<Item>, resource: ResourcePart, end: number): void {
  const { request } = walk
  const { reader } = request
  const scope: ScopePart = { name: '', version: '', fault: null }
  const source: WireSource = { resource, scope }
  while (reader.position < end) {
    const tag = reader.tag(end)
    if (tag === scopeItemsTag.scope) readScope(request, scope, reader.delimited(end))
    else if (tag === scopeItemsTag.item) walkItem(walk, source, reader.delimited(end))
    else reader.skip(tag, end)
  }
}

function walkItem<Item>(
  { request, rejections, found, readItem }: Walk<Item>,
  source: WireSource,
  end: number,
): void {
  rejections.countOne()
  try {
    found.push(readItem(request, source, end))
  } catch (error) {
    rejections.add(error)
  }
  request.reader.position = end
}

/** Resource and scope may come after their items, so only now it is known which to keep. */
function withoutFaults<Item extends WireItem>({ found, rejections }: Walk<Item>): readonly Item[] {
  return found.filter(({ fault }) => {
    if (fault !== null) rejections.add(fault)
    return fault === null
  })
}
