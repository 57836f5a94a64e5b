import type { ErrorCode } from '../errors/errors.ts'
import { readBody } from '../http/body.ts'
import { failureOf } from '../http/failure.ts'
import type { HttpRequest } from '../http/request.ts'
import type { HttpResponse } from '../http/response.ts'
import type { Route } from '../http/route.ts'
import { Admission, type Admitted } from './admission.ts'
import { traceDecoder, type Encoding } from './decode.ts'
import { requireEncoding } from './encoding.ts'
import { defaultReceiverLimits, type ReceiverLimits } from './limits.ts'
import { exported } from './replies.ts'
import type { DecodedTraces, SpanView } from './span-view.ts'

/**
 * Takes the spans of one request. Resolves when they are safe, which is what the answer to the sender
 * means. Throws RetryableError when the same request may succeed later, PermanentError when it never will.
 */
export interface SpanSink {
  accept(spans: readonly SpanView[], context: SpanContext): Promise<void>
}

/** What is known of a request besides its spans. */
interface SpanContext {
  readonly tenant: string
  /** Milliseconds since the epoch, when the request was read completely. */
  readonly receivedAtMs: number
}

/** What became of one request, for metrics. */
export interface ReceivedRequest {
  /** `accepted`: every span. `partial`: some spans were rejected. Else the error's code. */
  readonly outcome: 'accepted' | 'partial' | ErrorCode
  /** Null when the content type names none. */
  readonly encoding: Encoding | null
  readonly acceptedSpans: number
  readonly rejectedSpans: number
  /** Bytes of the body after decompression; 0 when it was not read to its end. */
  readonly bodyBytes: number
  /** From the headers to the answer. */
  readonly durationMs: number
}

/** Called for every request; must not throw. */
type ReceiverObserver = (request: ReceivedRequest) => void

/** What a receiver is made of. */
export interface ReceiverOptions {
  readonly sink: SpanSink
  /** Defaults: `defaultReceiverLimits`. */
  readonly limits?: Partial<ReceiverLimits>
  readonly observe?: ReceiverObserver
  /** Milliseconds since the epoch. Default: `Date.now`. */
  readonly now?: () => number
}

/** What is found out about a request while it is worked on. */
interface Progress {
  encoding: Encoding | null
  bodyBytes: number
  decoded: DecodedTraces | null
}

/** A parsed request takes several times the bytes of its JSON. */
const jsonWeight = 4

/**
 * OTLP/HTTP for traces: the route `POST /v1/traces`, which needs the right `ingest`. Serve it with
 * `renderStatus` as the application's `renderFailure`.
 */
export function traceRoute(options: ReceiverOptions): Route {
  const limits = { ...defaultReceiverLimits, ...options.limits }
  const decode = traceDecoder(limits)
  const admission = new Admission(limits)
  const now = options.now ?? Date.now

  async function receive(request: HttpRequest, tenant: string, progress: Progress): Promise<HttpResponse> {
    const encoding = requireEncoding(request)
    progress.encoding = encoding
    const admitted = admission.enter()
    try {
      const body = await readWithin(request, limits, admitted)
      progress.bodyBytes = body.length
      if (encoding === 'json') admitted.hold((jsonWeight - 1) * body.length)
      const decoded = decode(encoding, body)
      if (decoded.spans.length > 0) await options.sink.accept(decoded.spans, { tenant, receivedAtMs: now() })
      progress.decoded = decoded
      return exported(encoding, decoded.rejected, decoded.rejectedReason)
    } finally {
      admitted.leave()
    }
  }

  return {
    method: 'POST',
    path: '/v1/traces',
    right: 'ingest',
    handle: async (request, { principal }) => {
      const startedMs = performance.now()
      const progress: Progress = { encoding: null, bodyBytes: 0, decoded: null }
      let outcome: ReceivedRequest['outcome'] = 'internal'
      try {
        const response = await receive(request, principal.tenant, progress)
        outcome = progress.decoded?.rejected === 0 ? 'accepted' : 'partial'
        return response
      } catch (error) {
        outcome = failureOf(error).code
        throw error
      } finally {
        options.observe?.(report(outcome, progress, performance.now() - startedMs))
      }
    },
  }
}

function readWithin(request: HttpRequest, limits: ReceiverLimits, admitted: Admitted): Promise<Buffer> {
  return readBody(request, {
    compressedBytes: limits.compressedBytes,
    inflatedBytes: limits.inflatedBytes,
    settings: { compressedBytes: 'request_size', inflatedBytes: 'inflated_size' },
    reserve: (sizeBytes) => admitted.hold(sizeBytes),
  })
}

function report(
  outcome: ReceivedRequest['outcome'],
  { encoding, bodyBytes, decoded }: Progress,
  durationMs: number,
): ReceivedRequest {
  return {
    outcome,
    encoding,
    acceptedSpans: decoded?.spans.length ?? 0,
    rejectedSpans: decoded?.rejected ?? 0,
    bodyBytes,
    durationMs,
  }
}
