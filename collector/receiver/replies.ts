import type { RenderFailure } from '../http/failure.ts'
import { json, protobuf, type HttpResponse } from '../http/response.ts'
import { encodingOf } from './encoding.ts'
import type { Encoding } from './decode.ts'
import type { ReceivedRequest, Rejected } from './exporting.ts'
import { delimitedField, varintField } from './protobuf/wire-writer.ts'

const rejectedField = { traces: 'rejectedSpans', logs: 'rejectedLogRecords' } as const

/**
 * An `ExportTraceServiceResponse` or `ExportLogsServiceResponse` in the request's encoding; where
 * something was rejected it says how much and why (OTLP specification, "Partial Success").
 */
export function exported(
  encoding: Encoding,
  signal: ReceivedRequest['signal'],
  { rejected, rejectedReason }: Rejected,
): HttpResponse {
  if (encoding === 'protobuf') return protobuf(200, exportResponse({ rejected, rejectedReason }))
  const partialSuccess = { [rejectedField[signal]]: String(rejected), errorMessage: rejectedReason }
  return json(200, rejected === 0 ? {} : { partialSuccess })
}

/** The same in protobuf, where the responses of both signals have the same fields. */
export function exportResponse({ rejected, rejectedReason }: Rejected): Buffer {
  if (rejected === 0) return Buffer.alloc(0)
  const partial = Buffer.concat([varintField(1, rejected), delimitedField(2, rejectedReason)])
  return delimitedField(1, partial)
}

/**
 * Errors as a `google.rpc.Status` in the request's encoding (OTLP specification, "OTLP/HTTP
 * Response"); JSON when the request has none of ours.
 */
export const renderStatus: RenderFailure = (failure, request) => {
  const message = `${failure.message}. ${failure.advice}`
  if (encodingOf(request) !== 'protobuf') {
    return json(failure.status, { code: failure.grpcCode, message }, failure.headers)
  }
  const status = Buffer.concat([varintField(1, failure.grpcCode), delimitedField(2, message)])
  return protobuf(failure.status, status, failure.headers)
}
