/** What a user can look up: every error that leaves the process has one of these codes. */
export type ErrorCode =
  | 'bad_request'
  | 'unsupported_media_type'
  | 'too_large'
  | 'unauthenticated'
  | 'forbidden'
  | 'not_found'
  | 'method_not_allowed'
  | 'conflict'
  | 'overloaded'
  | 'unavailable'
  | 'internal'

/** The same input fails again: the sender must change something. */
export class PermanentError extends Error {
  readonly code: ErrorCode
  constructor(code: ErrorCode, message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = 'PermanentError'
    this.code = code
  }
}

/** The same input may succeed later. */
export class RetryableError extends Error {
  readonly code: ErrorCode
  readonly retryAfterMs: number
  constructor(
    code: 'overloaded' | 'unavailable',
    message: string,
    options?: ErrorOptions & { retryAfterMs?: number },
  ) {
    super(message, options)
    this.name = 'RetryableError'
    this.code = code
    this.retryAfterMs = options?.retryAfterMs ?? 1000
  }
}

interface Mapping {
  readonly http: number
  /** google.rpc.Code */
  readonly grpc: number
  /** What to do next. */
  readonly advice: string
}

/** Error code to HTTP status, gRPC code and advice. The table in collector/control/README.md is checked against it. */
export const errorTable: Readonly<Record<ErrorCode, Mapping>> = {
  bad_request: {
    http: 400,
    grpc: 3,
    advice: 'Correct the request; the message names the field and its offset.',
  },
  unsupported_media_type: {
    http: 415,
    grpc: 3,
    advice: 'Send application/x-protobuf or application/json, plain or gzip.',
  },
  too_large: {
    http: 413,
    grpc: 8,
    advice: 'Send smaller batches, or raise the limit that the message names.',
  },
  unauthenticated: { http: 401, grpc: 16, advice: 'Send `Authorization: Bearer TOKEN`.' },
  forbidden: { http: 403, grpc: 7, advice: 'Use a token that has the right named in the message.' },
  not_found: { http: 404, grpc: 5, advice: 'Check the path, the run id or the trace id.' },
  method_not_allowed: { http: 405, grpc: 12, advice: 'Use the method named in the Allow header.' },
  conflict: { http: 409, grpc: 9, advice: 'Read the current state, then decide again.' },
  // OTLP retries code 8 only beside RetryInfo, which some senders do not read.
  overloaded: { http: 429, grpc: 14, advice: 'Wait as long as Retry-After says, then send the same again.' },
  unavailable: { http: 503, grpc: 14, advice: 'Wait as long as Retry-After says, then send the same again.' },
  internal: {
    http: 500,
    grpc: 13,
    advice: 'A defect of the observer: report it with the log line of that time.',
  },
}
