import type { AttributeValue, AttributeView, SpanView } from '../../../collector/receiver/span-view.ts'

/** A span in plain words; what is left out is ordinary. */
export interface PlainSpan {
  readonly name?: string
  readonly traceId?: string
  readonly spanId?: string
  readonly parentSpanId?: string | null
  readonly isParentRemote?: boolean
  readonly traceState?: string
  readonly startMs?: number
  readonly endMs?: number
  /** OTLP `SpanKind`. */
  readonly kind?: number
  readonly statusCode?: 0 | 1 | 2
  readonly statusMessage?: string
  readonly scopeName?: string
  readonly attributes?: Readonly<Record<string, AttributeValue>>
  readonly events?: readonly {
    readonly name: string
    readonly attributes: Readonly<Record<string, AttributeValue>>
  }[]
  readonly resource?: Readonly<Record<string, AttributeValue>>
}

/** A view of it, as a decoder would give. */
export function plainSpan(span: PlainSpan): SpanView {
  return {
    traceId: span.traceId ?? '0af7651916cd43dd8448eb211c80319c',
    spanId: span.spanId ?? 'b7ad6b7169203331',
    parentSpanId: span.parentSpanId ?? null,
    isParentRemote: span.isParentRemote ?? false,
    traceState: span.traceState ?? '',
    name: span.name ?? 'span',
    startMs: span.startMs ?? 1_796_000_000_000,
    endMs: span.endMs ?? 1_796_000_000_100,
    kind: span.kind ?? 1,
    statusCode: span.statusCode ?? 0,
    statusMessage: span.statusMessage ?? '',
    attributes: plainAttributes(span.attributes ?? {}),
    events: (span.events ?? []).map((event) => ({
      name: event.name,
      timeMs: span.endMs ?? 1_796_000_000_100,
      attributes: plainAttributes(event.attributes),
    })),
    scopeName: span.scopeName ?? 'test',
    scopeVersion: '',
    resource: plainAttributes(span.resource ?? { 'service.name': 'sample-agent' }),
  }
}

/** A view of plain attributes. */
function plainAttributes(attributes: Readonly<Record<string, AttributeValue>>): AttributeView {
  const map = new Map(Object.entries(attributes))
  return {
    get: (key) => map.get(key),
    keys: () => [...map.keys()],
    under: (prefix) =>
      [...map].flatMap(([key, value]) =>
        key.startsWith(prefix) ? [[key.slice(prefix.length), value] as const] : [],
      ),
  }
}
