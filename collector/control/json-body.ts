import type { z } from 'zod'
import { PermanentError } from '../errors/errors.ts'
import { readBody } from '../http/body.ts'
import type { HttpRequest } from '../http/request.ts'

/** Acts are small: a note, some limits, an answer. */
const limits = { compressedBytes: 256 * 1024, inflatedBytes: 256 * 1024 }

/**
 * Reads a JSON body and checks it; an empty body counts as `{}`. Throws PermanentError
 * `bad_request` with the path of what is wrong, `unsupported_media_type`, or as `readBody`.
 */
export async function jsonBody<Schema extends z.ZodType>(
  request: HttpRequest,
  schema: Schema,
): Promise<z.infer<Schema>> {
  const body = await readBody(request, limits)
  if (body.length > 0 && !isJson(request.headers['content-type'])) {
    throw new PermanentError('unsupported_media_type', 'the body must be application/json')
  }
  const result = schema.safeParse(body.length === 0 ? {} : parse(body))
  if (result.success) return result.data
  const [issue] = result.error.issues
  const path = issue?.path.map(String).join('.') ?? ''
  throw new PermanentError('bad_request', `${path === '' ? 'the body' : `\`${path}\``}: ${issue?.message}`)
}

/** A page of another origin can send `text/plain` without asking, but not this. */
function isJson(contentType: string | undefined): boolean {
  return /^application\/(?:[\w.+-]+\+)?json\s*(?:;|$)/i.test(contentType ?? '')
}

function parse(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString('utf8'))
  } catch (cause) {
    throw new PermanentError('bad_request', 'the body is not valid JSON', { cause })
  }
}
