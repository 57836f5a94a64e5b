import { brotliDecompressSync, gunzipSync, inflateSync, zstdDecompressSync } from 'node:zlib'
import { parseExact } from '../exact-json.ts'
import type { KeptAnswer } from './keep-answer.ts'
import { isObject, type JsonObject } from './protocols/json.ts'
import type { ModelReply, Protocol } from './protocols/protocol.ts'

const limits = { maxOutputLength: 16 * 1024 * 1024 }

/** Reads a successful answer of a model; null when it cannot be read, which costs the guard some knowledge and nobody else anything. */
export function replyIn({ status, headers, body }: KeptAnswer, protocol: Protocol): ModelReply | null {
  if (status !== 200) return null
  try {
    const text = inflated(body, headers['content-encoding']).toString('utf8')
    const isStream = /event-stream/i.test(headers['content-type'] ?? '')
    return protocol.reply(isStream ? eventsIn(text) : [parseExact(text)].filter(isObject))
  } catch {
    return null
  }
}

const inflaters: Readonly<Record<string, (body: Buffer, bounds: typeof limits) => Buffer>> = {
  gzip: gunzipSync,
  br: brotliDecompressSync,
  zstd: zstdDecompressSync,
  deflate: inflateSync,
}

/** At once, not in another thread: the agent must not be faster with its next request. */
function inflated(body: Buffer, encoding = 'identity'): Buffer {
  return inflaters[encoding.trim().toLowerCase()]?.(body, limits) ?? body
}

/** The data of server-sent events, those that are JSON objects. */
function eventsIn(text: string): readonly JsonObject[] {
  return text.split(/\r?\n/).flatMap((line) => {
    if (!line.startsWith('data:') || !line.includes('{')) return []
    const value = parsed(line.slice('data:'.length))
    return isObject(value) ? [value] : []
  })
}

/** Undefined for what is no JSON: the last line of a stream may be cut. */
function parsed(text: string): unknown {
  try {
    return parseExact(text)
  } catch {
    return undefined
  }
}
