import type { AttributeValue, AttributeView, SpanView } from '../../collector/receiver/span-view.ts'

/** A value before it is encoded, one kind for each field of `AnyValue`. */
export type ModelValue =
  | { readonly kind: 'string'; readonly value: string }
  | { readonly kind: 'bool'; readonly value: boolean }
  | { readonly kind: 'int'; readonly value: bigint }
  | { readonly kind: 'double'; readonly value: number }
  | { readonly kind: 'bytes'; readonly value: Uint8Array }
  | { readonly kind: 'array'; readonly value: readonly ModelValue[] }
  | { readonly kind: 'kvlist'; readonly value: readonly ModelPair[] }
  | { readonly kind: 'empty' }

export interface ModelPair {
  readonly key: string
  readonly value: ModelValue
}

interface ModelEvent {
  readonly name: string
  readonly timeNs: bigint
  readonly attributes: readonly ModelPair[]
}

export interface ModelSpan {
  readonly traceId: Uint8Array
  readonly spanId: Uint8Array
  readonly parentSpanId: Uint8Array | null
  readonly traceState: string
  /** Bits of `SpanFlags`. */
  readonly flags: number
  readonly name: string
  readonly kind: number
  readonly startNs: bigint
  readonly endNs: bigint
  readonly attributes: readonly ModelPair[]
  readonly events: readonly ModelEvent[]
  readonly status: { readonly code: number; readonly message: string } | null
}

interface ModelScope {
  readonly name: string
  readonly version: string
  readonly spans: readonly ModelSpan[]
}

interface ModelResource {
  readonly attributes: readonly ModelPair[]
  readonly scopes: readonly ModelScope[]
}

/** An export request before it is encoded. */
export type ModelRequest = readonly ModelResource[]

/** A span that can be accepted, with nothing more than it needs but `parts`. */
export function modelSpan(name: string, parts: Partial<ModelSpan> = {}): ModelSpan {
  return {
    traceId: Buffer.alloc(16, 1),
    spanId: Buffer.alloc(8, 2),
    parentSpanId: null,
    traceState: '',
    flags: 0,
    name,
    kind: 1,
    startNs: 1_796_052_235_301_000_000n,
    endNs: 1_796_052_235_302_000_000n,
    attributes: [],
    events: [],
    status: null,
    ...parts,
  }
}

/** Attributes with everything decoded: all keys in order, and what each key gives. */
export interface PlainAttributes {
  readonly keys: readonly string[]
  readonly values: Readonly<Record<string, AttributeValue | undefined>>
}

/** A span with everything decoded, to compare decoders with. */
export interface PlainSpan {
  readonly traceId: string
  readonly spanId: string
  readonly parentSpanId: string | null
  readonly isParentRemote: boolean
  readonly traceState: string
  readonly name: string
  readonly startMs: number
  readonly endMs: number
  readonly kind: number
  readonly statusCode: number
  readonly statusMessage: string
  readonly scopeName: string
  readonly scopeVersion: string
  readonly attributes: PlainAttributes
  readonly resource: PlainAttributes
  readonly events: readonly {
    readonly name: string
    readonly timeMs: number
    readonly attributes: PlainAttributes
  }[]
}

/** Reads everything of a view. */
export function plainSpan(view: SpanView): PlainSpan {
  return {
    traceId: view.traceId,
    spanId: view.spanId,
    parentSpanId: view.parentSpanId,
    isParentRemote: view.isParentRemote,
    traceState: view.traceState,
    name: view.name,
    startMs: view.startMs,
    endMs: view.endMs,
    kind: view.kind,
    statusCode: view.statusCode,
    statusMessage: view.statusMessage,
    scopeName: view.scopeName,
    scopeVersion: view.scopeVersion,
    attributes: plainAttributes(view.attributes),
    resource: plainAttributes(view.resource),
    events: view.events.map((event) => ({
      name: event.name,
      timeMs: event.timeMs,
      attributes: plainAttributes(event.attributes),
    })),
  }
}

/** Attributes from all their pairs; of a key that occurs twice the first counts. */
export function pairsToPlain(pairs: readonly (readonly [string, AttributeValue])[]): PlainAttributes {
  return {
    keys: pairs.map(([key]) => key),
    values: Object.fromEntries(pairs.toReversed()),
  }
}

function plainAttributes(view: AttributeView): PlainAttributes {
  const keys = view.keys()
  return { keys, values: Object.fromEntries(keys.map((key) => [key, view.get(key)])) }
}
