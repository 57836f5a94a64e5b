import { fromBinary } from '@bufbuild/protobuf'
import { traceDecoder, type Encoding } from '../../collector/receiver/decode.ts'
import { encodeJson } from '../support/otlp-encode-json.ts'
import { modelSpan, type ModelRequest, type ModelSpan, type ModelValue } from '../support/otlp-model.ts'
import { encodeProtobuf, requestSchema, requestType } from '../support/otlp-protobuf.ts'
import { median } from './figure.ts'

/** Median time per span of each way to decode the same request. */
export interface DecodeTimes {
  readonly spans: number
  readonly protobufBytesPerSpan: number
  /** Views, and of each span ids, name, times and eight attributes. */
  readonly lazyUs: number
  /** As `lazyUs`, and asked for forty attributes that are not there, as every vocabulary is tried. */
  readonly lazyWithMissesUs: number
  /** As `lazyUs`, with the body as JSON. */
  readonly lazyJsonUs: number
  /** The whole message by protobufjs. */
  readonly protobufjsUs: number
  /** The whole message by bufbuild's library. */
  readonly bufbuildUs: number
  /** `JSON.parse` of the JSON form, nothing more. */
  readonly jsonParseUs: number
}

const spans = 512
const present = [
  'gen_ai.operation.name',
  'gen_ai.tool.name',
  'gen_ai.tool.call.id',
  'gen_ai.tool.call.arguments',
  'gen_ai.tool.call.result',
  'gen_ai.agent.name',
  'gen_ai.conversation.id',
  'loop.run.id',
]
const absent = Array.from({ length: 40 }, (_, i) => `vendor${i % 7}.tool.key.${i}`)

/** Decodes one request in every way, in turn, `rounds` times (default 40). */
export function measureDecode(rounds = 40): DecodeTimes {
  const request = requestOf(spans)
  const body = encodeProtobuf(request)
  const text = encodeJson(request, { integers: 'string', enums: 'number', keys: 'camel', hex: 'lower' })
  const jsonBody = Buffer.from(text)
  const decode = traceDecoder()
  const read = (encoding: Encoding, bytes: Buffer, missing: readonly string[] = []): number => {
    let seen = 0
    for (const span of decode(encoding, bytes).spans) {
      seen += span.traceId.length + span.spanId.length + span.name.length + span.endMs - span.startMs
      if (span.parentSpanId !== null) seen++
      const { attributes } = span
      for (const key of present) if (attributes.get(key) !== undefined) seen++
      for (const key of missing) if (attributes.get(key) !== undefined) seen++
    }
    return seen
  }
  const ways = {
    lazyUs: () => read('protobuf', body),
    lazyWithMissesUs: () => read('protobuf', body, absent),
    lazyJsonUs: () => read('json', jsonBody),
    protobufjsUs: () => requestType.decode(body),
    bufbuildUs: () => fromBinary(requestSchema, body),
    jsonParseUs: () => JSON.parse(jsonBody.toString()) as unknown,
  }
  return { spans, protobufBytesPerSpan: Math.round(body.length / spans), ...medians(ways, rounds) }
}

function medians<W extends Record<string, () => unknown>>(
  ways: W,
  rounds: number,
): { [K in keyof W]: number } {
  const names = Object.keys(ways)
  const times = new Map<string, number[]>(names.map((name) => [name, []]))
  for (let round = -10; round < rounds; round++) {
    for (const [name, way] of Object.entries(ways)) {
      const startedMs = performance.now()
      way()
      if (round >= 0) times.get(name)?.push(((performance.now() - startedMs) * 1000) / spans)
    }
  }
  return Object.fromEntries(names.map((name) => [name, median(times.get(name) ?? [])])) as {
    [K in keyof W]: number
  }
}

/** Tool spans of about 2 KB with eleven attributes. */
function requestOf(count: number): ModelRequest {
  const resource = [{ key: 'service.name', value: string('agent') }]
  const list = Array.from({ length: count }, (_, i) => toolSpan(i))
  return [{ attributes: resource, scopes: [{ name: 'agent', version: '1.0.0', spans: list }] }]
}

function toolSpan(i: number): ModelSpan {
  const spanId = Buffer.alloc(8, 1)
  spanId.writeUInt32LE(i + 1)
  const result = JSON.stringify({
    rows: Array.from({ length: 20 }, (_, row) => ({
      row,
      text: `row ${row} of page ${i}, nothing more to see here`,
    })),
  })
  const attributes: Record<string, ModelValue> = {
    'gen_ai.operation.name': string('execute_tool'),
    'gen_ai.tool.name': string('search_invoices'),
    'gen_ai.tool.type': string('function'),
    'gen_ai.tool.call.id': string(`call_${i}_8fj2k1`),
    'gen_ai.tool.call.arguments': string(JSON.stringify({ query: `invoice ${i}`, page: i % 7 })),
    'gen_ai.tool.call.result': string(result),
    'gen_ai.agent.name': string('billing'),
    'gen_ai.conversation.id': string('conversation-4711'),
    'loop.run.id': string('run-4711'),
    'thread.id': { kind: 'int', value: 1n },
    'app.cached': { kind: 'bool', value: false },
  }
  return modelSpan('execute_tool search_invoices', {
    spanId,
    parentSpanId: Buffer.alloc(8, 9),
    attributes: Object.entries(attributes).map(([key, value]) => ({ key, value })),
  })
}

function string(value: string): ModelValue {
  return { kind: 'string', value }
}

if (import.meta.main) {
  const times = measureDecode()
  const ratio = (us: number): string => `${(us / times.lazyUs).toFixed(1)}x`
  console.table({
    'lazy views, protobuf': { 'us/span': times.lazyUs.toFixed(2), ratio: '1' },
    'lazy views, 40 misses': {
      'us/span': times.lazyWithMissesUs.toFixed(2),
      ratio: ratio(times.lazyWithMissesUs),
    },
    'lazy views, JSON': { 'us/span': times.lazyJsonUs.toFixed(2), ratio: ratio(times.lazyJsonUs) },
    'protobufjs, all': { 'us/span': times.protobufjsUs.toFixed(2), ratio: ratio(times.protobufjsUs) },
    'bufbuild, all': { 'us/span': times.bufbuildUs.toFixed(2), ratio: ratio(times.bufbuildUs) },
    'JSON.parse alone': { 'us/span': times.jsonParseUs.toFixed(2), ratio: ratio(times.jsonParseUs) },
  })
  console.log(`${times.spans} spans of ${times.protobufBytesPerSpan} bytes`)
}
