import { errorTable, PermanentError, RetryableError, type ErrorCode } from '../errors/errors.ts'
import { json, type Headers, type HttpResponse } from './response.ts'
import type { HttpRequest } from './request.ts'

/** An error as it leaves the process. */
export interface Failure {
  readonly code: ErrorCode
  /** HTTP status. */
  readonly status: number
  /** `google.rpc.Code`. */
  readonly grpcCode: number
  readonly message: string
  /** What the sender should do next. */
  readonly advice: string
  /** `Retry-After`, `WWW-Authenticate`, `Allow`, where they belong. */
  readonly headers: Headers
}

/** Writes a failure in the way the server's clients expect it. */
export type RenderFailure = (failure: Failure, request: Pick<HttpRequest, 'headers'>) => HttpResponse

/** Maps what a handler threw. The text of an error that is neither permanent nor retryable stays inside. */
export function failureOf(error: unknown, headers: Headers = {}): Failure {
  if (error instanceof PermanentError) return failure(error.code, error.message, headers)
  if (error instanceof RetryableError) {
    return failure(error.code, error.message, { ...headers, 'Retry-After': retryAfter(error.retryAfterMs) })
  }
  return failure('internal', 'internal error', headers)
}

/** The default: `{"error": {"code", "message", "advice"}}`. */
export const renderJson: RenderFailure = ({ status, code, message, advice, headers }) =>
  json(status, { error: { code, message, advice } }, headers)

function failure(code: ErrorCode, message: string, headers: Headers): Failure {
  const { http, grpc, advice } = errorTable[code]
  const challenge = code === 'unauthenticated' ? { 'WWW-Authenticate': 'Bearer' } : {}
  return { code, status: http, grpcCode: grpc, message, advice, headers: { ...challenge, ...headers } }
}

/** Whole seconds, at least one (RFC 9110, 10.2.3). */
function retryAfter(ms: number): string {
  return String(Math.max(1, Math.ceil(ms / 1000)))
}
