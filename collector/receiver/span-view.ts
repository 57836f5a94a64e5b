/**
 * A value of an OTLP attribute, always representable in JSON: bytes become base64 text, integers
 * beyond 2^53 become decimal text, and so do `NaN`, `Infinity` and `-Infinity`. An empty value is null.
 */
export type AttributeValue =
  | string
  | number
  | boolean
  | null
  | readonly AttributeValue[]
  | { readonly [key: string]: AttributeValue }

/** Attributes of which only what is read is decoded. */
export interface AttributeView {
  /**
   * The value of `key`, or undefined when there is none; of a key that occurs twice, the first.
   * Decodes on every call. Keys asked for are learned, so that later requests find them at once.
   */
  get(key: string): AttributeValue | undefined
  /** Every key, in wire order. Costs a full decode of the keys: for diagnosis, not for the hot path. */
  keys(): readonly string[]
  /**
   * Keys that begin with `prefix`, without it, and their values, in wire order. Decodes these alone
   * and learns no key: for keys with numbers in them (`llm.input_messages.7.message.role`).
   */
  under(prefix: string): readonly (readonly [string, AttributeValue])[]
}

/** An event of a span. */
export interface EventView {
  readonly name: string
  /** Milliseconds since the epoch. */
  readonly timeMs: number
  readonly attributes: AttributeView
}

/** A span as received: a view over the request buffer, valid as long as it is referenced. */
export interface SpanView {
  /** 32 lowercase hex digits. */
  readonly traceId: string
  /** 16 lowercase hex digits. */
  readonly spanId: string
  /** 16 lowercase hex digits, or null for a root. */
  readonly parentSpanId: string | null
  /** True when its flags say that the parent is in another process; many senders do not say. */
  readonly isParentRemote: boolean
  /** W3C `tracestate` as sent; empty when there is none. */
  readonly traceState: string
  readonly name: string
  /** Milliseconds since the epoch, with fractions. */
  readonly startMs: number
  /** Milliseconds since the epoch, with fractions. */
  readonly endMs: number
  /** OTLP `SpanKind`, 0 to 5. */
  readonly kind: number
  /** 0 unset, 1 ok, 2 error. */
  readonly statusCode: 0 | 1 | 2
  readonly statusMessage: string
  readonly attributes: AttributeView
  readonly events: readonly EventView[]
  readonly scopeName: string
  readonly scopeVersion: string
  readonly resource: AttributeView
}

/** What a decoder makes of one export request. */
export interface DecodedTraces {
  readonly spans: readonly SpanView[]
  /** Spans that can never be accepted (bad ids, too many attributes, …), and why. */
  readonly rejected: number
  readonly rejectedReason: string
}
