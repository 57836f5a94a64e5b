import { PermanentError } from '../../errors/errors.ts'
import type { AttributeView } from '../span-view.ts'
import { indexAttribute, tooManyAttributes, WireAttributes } from './wire-attributes.ts'
import type { WireRequest } from './wire-request.ts'

/**
 * Resource and scope of the spans of one `ScopeSpans`. They may come after the spans on the wire, so
 * both are filled in while the request is walked.
 */
export interface WireSource {
  readonly resource: ResourcePart
  readonly scope: ScopePart
}

/** What is known of a resource. */
export interface ResourcePart {
  attributes: AttributeView
  /** Why none of its spans can be accepted. */
  fault: PermanentError | null
}

/** What is known of an instrumentation scope. */
export interface ScopePart {
  name: string
  version: string
  fault: PermanentError | null
}

const resourceTag = { attribute: 0x0a }
const scopeTag = { name: 0x0a, version: 0x12 }

/** The attributes of what has none. */
export const noAttributes: AttributeView = {
  get: () => undefined,
  keys: () => [],
  under: () => [],
}

/** Reads a `Resource` from the reader's position to `end`; what is wrong with it becomes its fault. */
export function readResource(request: WireRequest, part: ResourcePart, end: number): void {
  try {
    const start = request.reader.position
    const from = request.entriesLength
    indexAll(request, end)
    part.attributes = new WireAttributes(request, {
      from,
      to: request.entriesLength,
      start,
      end,
      tag: resourceTag.attribute,
    })
  } catch (error) {
    part.fault = permanent(error)
  }
  request.reader.position = end
}

function indexAll(request: WireRequest, end: number): void {
  const { reader, limits } = request
  let attributes = 0
  while (reader.position < end) {
    const tag = reader.tag(end)
    if (tag === resourceTag.attribute) {
      if (++attributes > limits.attributesPerSpan) throw tooManyAttributes(limits.attributesPerSpan)
      indexAttribute(request, reader.delimited(end))
    } else {
      reader.skip(tag, end)
    }
  }
}

/** Reads an `InstrumentationScope` from the reader's position to `end`; what is wrong with it becomes its fault. */
export function readScope(request: WireRequest, part: ScopePart, end: number): void {
  const { reader } = request
  try {
    while (reader.position < end) {
      const tag = reader.tag(end)
      if (tag === scopeTag.name || tag === scopeTag.version) {
        const stop = reader.delimited(end)
        const text = reader.text(reader.position, stop)
        if (tag === scopeTag.name) part.name = text
        else part.version = text
        reader.position = stop
      } else {
        reader.skip(tag, end)
      }
    }
  } catch (error) {
    part.fault = permanent(error)
  }
  reader.position = end
}

function permanent(error: unknown): PermanentError {
  if (error instanceof PermanentError) return error
  throw error
}
