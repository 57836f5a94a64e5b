import type { DecodeLimits } from '../limits.ts'
import { Rejections } from '../rejections.ts'
import type { DecodedTraces, SpanView } from '../span-view.ts'
import { readJsonSpan } from './json-span.ts'
import { walkJson, type JsonSignal } from './walk.ts'

const traces: JsonSignal<SpanView> = {
  names: {
    resources: ['resourceSpans', 'resource_spans'],
    scopes: ['scopeSpans', 'scope_spans'],
    items: ['spans', 'spans'],
  },
  readItem: readJsonSpan,
}

/** Reads the spans of an `ExportTraceServiceRequest` in OTLP/JSON. Rejects and throws as `walkJson`. */
export function decodeJson(bytes: Buffer, limits: DecodeLimits): DecodedTraces {
  const rejections = new Rejections(limits.spansPerRequest, 'span')
  const { items, ...rest } = walkJson(bytes, limits, rejections, traces)
  return { spans: items, ...rest }
}
