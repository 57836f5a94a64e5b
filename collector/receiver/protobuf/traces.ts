import type { DecodeLimits } from '../limits.ts'
import { Rejections } from '../rejections.ts'
import type { DecodedTraces } from '../span-view.ts'
import type { KeyTable } from './key-table.ts'
import { readSpan } from './read-span.ts'
import { walkRequest } from './walk.ts'
import { WireRequest } from './wire-request.ts'

/** Views the spans of a protobuf `ExportTraceServiceRequest`. Rejects and throws as `walkRequest`. */
export function decodeProtobuf(bytes: Buffer, limits: DecodeLimits, keys: KeyTable): DecodedTraces {
  const rejections = new Rejections(limits.spansPerRequest, 'span')
  const { items, ...rest } = walkRequest(new WireRequest(bytes, limits, keys), rejections, readSpan)
  return { spans: items, ...rest }
}
