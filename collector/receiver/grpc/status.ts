import { Metadata, type StatusObject } from '@grpc/grpc-js'
import { RetryableError } from '../../errors/errors.ts'
import { failureOf } from '../../http/failure.ts'
import { delimitedField, varintField } from '../protobuf/wire-writer.ts'

/** What an error is in gRPC: code, words, and for a retryable one when to come again. */
export function statusOf(error: unknown): StatusObject {
  const { grpcCode, message, advice } = failureOf(error)
  const details = `${message}. ${advice}`
  const metadata = new Metadata()
  if (error instanceof RetryableError) {
    metadata.set(detailsKey, retryStatus(grpcCode, details, error.retryAfterMs))
  }
  return { code: grpcCode, details, metadata }
}

/** Where gRPC carries a whole `google.rpc.Status` (gRPC, "Richer error model"). */
const detailsKey = 'grpc-status-details-bin'

const retryInfoType = 'type.googleapis.com/google.rpc.RetryInfo'

/** A `google.rpc.Status` with a `RetryInfo` (OTLP specification, "OTLP/gRPC Throttling"). */
function retryStatus(code: number, message: string, retryAfterMs: number): Buffer {
  const seconds = Math.floor(retryAfterMs / 1000)
  const nanoseconds = Math.round((retryAfterMs % 1000) * 1e6)
  const delay = Buffer.concat([varintField(1, seconds), varintField(2, nanoseconds)])
  const retryInfo = delimitedField(1, delay)
  const any = Buffer.concat([delimitedField(1, retryInfoType), delimitedField(2, retryInfo)])
  return Buffer.concat([varintField(1, code), delimitedField(2, message), delimitedField(3, any)])
}
