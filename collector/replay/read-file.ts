import { counted } from '@loop-observer/rules'
import { readFile } from 'node:fs/promises'
import { buffer } from 'node:stream/consumers'
import { gunzipSync } from 'node:zlib'
import { PermanentError } from '../errors/errors.ts'
import { parseExact } from '../exact-json.ts'
import {
  logDecoder,
  traceDecoder,
  type Encoding,
  type LogDecoder,
  type TraceDecoder,
} from '../receiver/decode.ts'
import type { LogView } from '../receiver/log-view.ts'
import type { DecodedTraces, SpanView } from '../receiver/span-view.ts'
import { isRecordedRun, parseRecordedRun, type RecordedRun } from './recorded-run.ts'

/** What a file holds: recorded runs, spans, log records, or (in JSON lines) all of them. */
export interface FileContent {
  readonly runs: readonly RecordedRun[]
  readonly spans: readonly SpanView[]
  readonly logs: readonly LogView[]
}

const gzipMagic = 0x1f8b
/** Files are read whole; larger ones are to be split. */
const limits = { spans: 5_000_000, spansPerRequest: 5_000_000 } as const

/**
 * Reads recorded runs and OTLP: JSON lines, one JSON document, or the protobuf of a Collector's file
 * exporter (each request after its length in four bytes); gzip is recognised. The path `-` is the
 * standard input. Throws PermanentError that names file and line.
 */
export async function readReplayFile(path: string): Promise<FileContent> {
  const bytes = await contentOf(path)
  return looksLikeText(bytes) ? readText(bytes.toString('utf8'), path) : readProtobuf(bytes, path)
}

/** Spans and log records stand under the same numbers: a request that is none of spans is one of log records. */
function readProtobuf(bytes: Buffer, path: string): FileContent {
  const decode = traceDecoder(limits)
  const decodeLogs = logDecoder(limits)
  const spans: SpanView[] = []
  const logs: LogView[] = []
  for (const { body, where } of requestsIn(bytes, path)) {
    const found = logsIn(decodeLogs, body)
    if (found === null)
      for (const span of spansIn(decode, { encoding: 'protobuf', body, where })) spans.push(span)
    else for (const log of found) logs.push(log)
  }
  return { runs: [], spans, logs }
}

/** The log records of a request; null for one that holds anything else, or none. */
function logsIn(decode: LogDecoder, body: Buffer): readonly LogView[] | null {
  try {
    const { logs, rejected } = decode('protobuf', body)
    return rejected === 0 && logs.length > 0 && logs.every(isWritten) ? logs : null
  } catch (error) {
    if (error instanceof PermanentError) return null
    throw error
  }
}

/** A span read as a log record has no time. */
function isWritten({ timeMs }: LogView): boolean {
  return timeMs > 0
}

/** One OTLP request of a file, and where it stands. */
interface Request {
  readonly encoding: Encoding
  readonly body: Buffer
  readonly where: string
}

function spansIn(decode: TraceDecoder, { encoding, body, where }: Request): readonly SpanView[] {
  let decoded: DecodedTraces
  try {
    decoded = decode(encoding, body)
  } catch (cause) {
    if (!(cause instanceof PermanentError)) throw cause
    const hint = encoding === 'protobuf' ? 'neither JSON nor an OTLP request: ' : ''
    throw new PermanentError('bad_request', `${where}: ${hint}${cause.message}`, { cause })
  }
  if (decoded.rejected > 0) {
    const message = `${where}: ${counted(decoded.rejected, 'span')} cannot be read: ${decoded.rejectedReason}`
    throw new PermanentError('bad_request', message)
  }
  return decoded.spans
}

async function contentOf(path: string): Promise<Buffer> {
  try {
    const bytes = path === '-' ? await buffer(process.stdin) : await readFile(path)
    return bytes.length > 2 && bytes.readUInt16BE(0) === gzipMagic ? gunzipSync(bytes) : bytes
  } catch (cause) {
    throw new PermanentError('bad_request', `${path} cannot be read: ${(cause as Error).message}`, { cause })
  }
}

/** The first character that is no space opens a JSON object. */
function looksLikeText(bytes: Buffer): boolean {
  return /^\s*\{/.test(bytes.toString('latin1', 0, 64))
}

function readText(text: string, path: string): FileContent {
  const decode = traceDecoder(limits)
  const decodeLogs = logDecoder(limits)
  const runs: RecordedRun[] = []
  const spans: SpanView[] = []
  const logs: LogView[] = []
  for (const { json, where } of documentsIn(text, path)) {
    const value = parse(json, where)
    if (isRecordedRun(value)) runs.push(parseRecordedRun(value, where))
    else if (typeof value === 'object' && value !== null && 'resourceSpans' in value)
      for (const span of spansIn(decode, { encoding: 'json', body: Buffer.from(json), where }))
        spans.push(span)
    else if (typeof value === 'object' && value !== null && 'resourceLogs' in value)
      for (const log of decodeLogs('json', Buffer.from(json)).logs) logs.push(log)
    else
      throw new PermanentError(
        'bad_request',
        `${where}: neither a recorded run nor an OTLP request with \`resourceSpans\` or \`resourceLogs\``,
      )
  }
  return { runs, spans, logs }
}

/** One document a line; a text of which the first line is no document is one document as a whole. */
function documentsIn(
  text: string,
  path: string,
): readonly { readonly json: string; readonly where: string }[] {
  const lines = text.split('\n').map((json, index) => ({ json, where: `${path}:${index + 1}` }))
  const written = lines.filter(({ json }) => json.trim() !== '')
  return isJson(written[0]?.json ?? '') ? written : [{ json: text, where: path }]
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

function parse(json: string, where: string): unknown {
  try {
    return parseExact(json)
  } catch (cause) {
    throw new PermanentError('bad_request', `${where}: ${(cause as Error).message}`, { cause })
  }
}

function requestsIn(
  bytes: Buffer,
  path: string,
): readonly { readonly body: Buffer; readonly where: string }[] {
  const requests: { readonly body: Buffer; readonly where: string }[] = []
  for (let at = 0; at < bytes.length;) {
    const length = at + 4 <= bytes.length ? bytes.readUInt32BE(at) : Infinity
    // Not the file exporter's framing: a single request, as a client would send it.
    if (at + 4 + length > bytes.length && requests.length === 0) return [{ body: bytes, where: path }]
    if (at + 4 + length > bytes.length)
      throw new PermanentError('bad_request', `${path}: cut off at byte ${at}`)
    requests.push({ body: bytes.subarray(at + 4, at + 4 + length), where: `${path}, byte ${at + 4}` })
    at += 4 + length
  }
  return requests
}
