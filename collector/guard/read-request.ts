import type { IncomingMessage } from 'node:http'
import { parseToRewrite } from '../exact-json.ts'
import { isObject, type JsonObject } from './protocols/json.ts'

/** Larger bodies are sent on unread. */
const mostBytes = 64 * 1024 * 1024

/** What was read of a request's body. */
export interface ReadRequest {
  /** The whole body; null when it is too large, and `begun` is what was read of it. */
  readonly body: Buffer | null
  readonly begun: readonly Buffer[]
  /** The body's JSON object, or null when it is none. */
  readonly json: JsonObject | null
}

/** Reads a request's body, at most 64 MiB. Throws when the sender hangs up. */
export async function readRequest(message: IncomingMessage): Promise<ReadRequest> {
  if (Number(message.headers['content-length'] ?? 0) > mostBytes) return { body: null, begun: [], json: null }
  const begun: Buffer[] = []
  let sizeBytes = 0
  for await (const chunk of message.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
    begun.push(chunk)
    sizeBytes += chunk.length
    if (sizeBytes > mostBytes) return { body: null, begun, json: null }
  }
  const body = Buffer.concat(begun, sizeBytes)
  return { body, begun, json: parse(body) }
}

function parse(body: Buffer): JsonObject | null {
  try {
    const value = parseToRewrite(body.toString('utf8'))
    return isObject(value) ? value : null
  } catch {
    return null
  }
}
