import { PermanentError } from '../errors/errors.ts'
import type { HttpRequest } from '../http/request.ts'
import type { Encoding } from './decode.ts'

const encodings: Readonly<Record<string, Encoding>> = {
  'application/x-protobuf': 'protobuf',
  'application/protobuf': 'protobuf',
  'application/json': 'json',
}

/** The encoding that the request's content type names, parameters aside; null for any other type. */
export function encodingOf(request: Pick<HttpRequest, 'headers'>): Encoding | null {
  const [type = ''] = (request.headers['content-type'] ?? '').split(';')
  return encodings[type.trim().toLowerCase()] ?? null
}

/** As {@link encodingOf}. Throws PermanentError `unsupported_media_type` when there is none. */
export function requireEncoding(request: Pick<HttpRequest, 'headers'>): Encoding {
  const encoding = encodingOf(request)
  if (encoding !== null) return encoding
  const sent = request.headers['content-type']
  const problem = sent === undefined ? 'Content-Type is missing' : `Content-Type "${sent}" is not known`
  throw new PermanentError('unsupported_media_type', problem)
}
