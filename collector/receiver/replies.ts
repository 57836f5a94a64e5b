import type { RenderFailure } from '../http/failure.ts'
import { json, protobuf, type HttpResponse } from '../http/response.ts'
import { encodingOf } from './encoding.ts'
import type { Encoding } from './decode.ts'
import { delimitedField, varintField } from './protobuf/wire-writer.ts'

/**
 * An `ExportTraceServiceResponse` in the request's encoding; with rejected spans it says how many and
 * why (OTLP specification, "Partial Success").
 */
export function exported(encoding: Encoding, rejected: number, reason: string): HttpResponse {
  if (encoding === 'json') {
    const partialSuccess = { rejectedSpans: String(rejected), errorMessage: reason }
    return json(200, rejected === 0 ? {} : { partialSuccess })
  }
  if (rejected === 0) return protobuf(200, Buffer.alloc(0))
  const partial = Buffer.concat([varintField(1, rejected), delimitedField(2, reason)])
  return protobuf(200, delimitedField(1, partial))
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
