/** How much one request may contain. */
export interface DecodeLimits {
  /** Spans of one request, good and bad; more refuse the request. Default 20 000. */
  readonly spansPerRequest: number
  /** Attributes of one span, event, scope or resource; more reject the spans concerned. Default 10 000, the limit of OpenInference's own provider: a long prompt is many numbered attributes. */
  readonly attributesPerSpan: number
  /** Events of one span; more reject the span. Default 512. */
  readonly eventsPerSpan: number
  /** Nesting of an attribute's value, 1 being a plain value; deeper ones reject the span. Default 32: structured messages hold arguments and results of tools. */
  readonly valueDepth: number
}

/** Everything that bounds a receiver. */
export interface ReceiverLimits extends DecodeLimits {
  /** Size of a request's body as sent, in bytes. Default 8 MiB. */
  readonly compressedBytes: number
  /** Size of a request's body after decompression, in bytes. Default 32 MiB. */
  readonly inflatedBytes: number
  /** Requests being worked on at once, from when their body is complete; more are told to come back. Default 64. */
  readonly requestsInFlight: number
  /** Bytes of bodies held at once; more are told to come back. Default 192 MiB. */
  readonly bytesInFlight: number
}

const mebibyte = 1024 * 1024

/** The defaults of {@link DecodeLimits}. */
export const defaultDecodeLimits: DecodeLimits = {
  spansPerRequest: 20_000,
  attributesPerSpan: 10_000,
  eventsPerSpan: 512,
  valueDepth: 32,
}

/** The defaults of {@link ReceiverLimits}. */
export const defaultReceiverLimits: ReceiverLimits = {
  ...defaultDecodeLimits,
  compressedBytes: 8 * mebibyte,
  inflatedBytes: 32 * mebibyte,
  requestsInFlight: 64,
  bytesInFlight: 192 * mebibyte,
}
