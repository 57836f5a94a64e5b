import { readFileSync } from 'node:fs'
import { gzipSync } from 'node:zlib'
import { requestType } from '../support/otlp-protobuf.ts'

/** A request as an agent with the Vercel AI SDK sends it, in JSON without blanks. */
export function realJson(): Buffer {
  const fixture = readFileSync(new URL('../fixtures/otlp/vercel-ai-v5.otlp.json', import.meta.url), 'utf8')
  return Buffer.from(JSON.stringify(JSON.parse(fixture)))
}

/** The same in protobuf. */
export function realProtobuf(): Buffer {
  const message = JSON.parse(realJson().toString(), (key, value: unknown) =>
    /^(trace|span|parentSpan)Id$/.test(key) && typeof value === 'string' ? Buffer.from(value, 'hex') : value,
  ) as object
  return Buffer.from(requestType.encode(requestType.fromObject(message)).finish())
}

/** Zeros that become `sizeMiB` when inflated: members of 64 MiB, which gzip allows to follow each other. */
export function gzipBomb(sizeMiB: number): Buffer {
  const member = gzipSync(Buffer.alloc(64 * 1024 * 1024))
  return Buffer.concat(Array.from({ length: sizeMiB / 64 }, () => member))
}

/** A protobuf request with one span, whose one attribute is `levels` arrays inside each other. */
export function nestedProtobuf(levels: number): Buffer {
  const room = Buffer.alloc(levels * 12 + 128)
  let at = room.length
  const put = (bytes: Uint8Array): void => {
    at -= bytes.length
    room.set(bytes, at)
  }
  const wrap = (tag: number): void => put([tag, ...varint(room.length - at)] as unknown as Uint8Array)
  for (let level = 0; level < levels; level++) {
    wrap(0x0a)
    wrap(0x2a)
  }
  wrap(0x12)
  wrap(0x4a)
  put(
    Buffer.concat([Buffer.from([0x0a, 16]), Buffer.alloc(16, 1), Buffer.from([0x12, 8]), Buffer.alloc(8, 1)]),
  )
  wrap(0x12)
  wrap(0x12)
  wrap(0x0a)
  return room.subarray(at)
}

/** A JSON request with one span, whose one attribute is `levels` arrays inside each other. */
export function nestedJson(levels: number): Buffer {
  const open = '{"arrayValue":{"values":['.repeat(levels)
  const close = ']}}'.repeat(levels)
  const ids = '"traceId":"0af7651916cd43dd8448eb211c80319c","spanId":"b7ad6b7169203331"'
  const attribute = `{"key":"a","value":${open}${close}}`
  return Buffer.from(`{"resourceSpans":[{"scopeSpans":[{"spans":[{${ids},"attributes":[${attribute}]}]}]}]}`)
}

/** A protobuf request of about `sizeBytes` with nothing but empty spans. */
export function emptySpans(sizeBytes: number): Buffer {
  const spans = Buffer.alloc(sizeBytes)
  for (let at = 0; at + 1 < sizeBytes; at += 2) spans[at] = 0x12
  const scopeSpans = Buffer.concat([Buffer.from([0x12, ...varint(spans.length)]), spans])
  return Buffer.concat([Buffer.from([0x0a, ...varint(scopeSpans.length)]), scopeSpans])
}

function varint(value: number): number[] {
  const bytes: number[] = []
  let rest = value
  for (; rest >= 0x80; rest >>>= 7) bytes.push((rest & 0x7f) | 0x80)
  bytes.push(rest)
  return bytes
}
