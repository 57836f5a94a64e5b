import { createBinder } from '../../collector/binding/create-binder.ts'
import { spanReader } from '../../collector/dialects/read.ts'
import { traceDecoder } from '../../collector/receiver/decode.ts'
import type { DecodedTraces, SpanView } from '../../collector/receiver/span-view.ts'
import { openStore } from '../../collector/store/open-store.ts'
import { modelSpan, type ModelSpan, type ModelValue } from '../support/otlp-model.ts'
import { encodeProtobuf } from '../support/otlp-protobuf.ts'

/** Median microseconds of processor time per span, from the request's bytes on, decoding included. */
export interface ReadAndBindTimes {
  /** Views alone. */
  readonly decodeUs: number
  /** A span of an HTTP server: no vocabulary of agents. */
  readonly readOtherUs: number
  /** A tool span of 2 KB. */
  readonly readToolUs: number
  /** A tool span of 2 KB, to features and a preview. */
  readonly bindToolUs: number
  /** As `bindToolUs`, fingerprints keyed. */
  readonly bindToolKeyedUs: number
  /** As `bindToolUs`, without previews. */
  readonly bindToolNoPreviewUs: number
  /** A model span with a prompt of 100 KB. */
  readonly bindModelUs: number
}

const spansPerRequest = 256

/** Reads and binds requests of 256 spans, `rounds` times (default 60). */
export async function measureReadAndBind(rounds = 60): Promise<ReadAndBindTimes> {
  const store = await openStore({ url: 'sqlite::memory:' })
  const binderOf = (storeContent: 'none' | 'preview', hashKey: string | null = null) =>
    createBinder({ store, policies: { current: { digest: 'bench', storeContent } }, hashKey })
  const decode = traceDecoder()
  const read = spanReader({ onUnknown: () => undefined })
  const tools = requestOf(toolSpan)
  const others = requestOf(httpSpan)
  const models = requestOf(chatSpan)
  const each = (body: Buffer, use: (span: SpanView) => unknown) => {
    for (const span of decode('protobuf', body).spans) use(span)
  }
  const bind = async (body: Buffer, binder = binders.preview) => {
    const { spans }: DecodedTraces = decode('protobuf', body)
    const readable = spans.map((span) => ({
      readings: read(span),
      attributes: span.attributes,
      resource: span.resource,
    }))
    await binder.bind(readable, { tenant: 'default', source: 'telemetry', nowMs: 1_796_052_236_000 })
  }
  const binders = { preview: binderOf('preview'), none: binderOf('none'), keyed: binderOf('preview', 'key') }
  const ways: { readonly [Name in keyof ReadAndBindTimes]: () => unknown } = {
    decodeUs: () => each(tools, (span) => span.spanId),
    readOtherUs: () => each(others, read),
    readToolUs: () => each(tools, read),
    bindToolUs: () => bind(tools),
    bindToolKeyedUs: () => bind(tools, binders.keyed),
    bindToolNoPreviewUs: () => bind(tools, binders.none),
    bindModelUs: () => bind(models),
  }
  const times: [string, number][] = []
  for (const [name, way] of Object.entries(ways)) times.push([name, await medianUs(way, rounds)])
  await store.close()
  // The names of `ways` are all those of the type, which the type of `fromEntries` cannot say.
  return Object.fromEntries(times) as unknown as ReadAndBindTimes
}

async function medianUs(way: () => unknown, rounds: number): Promise<number> {
  const times: number[] = []
  for (let round = -20; round < rounds; round++) {
    // Processor time, not wall time: other work on the machine must not count.
    const before = process.cpuUsage()
    await way()
    const { user, system } = process.cpuUsage(before)
    if (round >= 0) times.push((user + system) / spansPerRequest)
  }
  return times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)] ?? NaN
}

function requestOf(spanOf: (i: number) => ModelSpan): Buffer {
  const spans = Array.from({ length: spansPerRequest }, (_, i) => spanOf(i))
  return encodeProtobuf([
    { attributes: pairs({ 'service.name': 'agent' }), scopes: [{ name: 'agent', version: '1.0.0', spans }] },
  ])
}

function toolSpan(i: number): ModelSpan {
  const rows = Array.from({ length: 22 }, (_, row) => ({
    row,
    text: `row ${row} of page ${i}, nothing more to see here`,
  }))
  return span(i, 'execute_tool search_invoices', {
    'gen_ai.operation.name': 'execute_tool',
    'gen_ai.tool.name': 'search_invoices',
    'gen_ai.tool.type': 'function',
    'gen_ai.tool.call.id': `call_${i}_8fj2k1`,
    'gen_ai.tool.call.arguments': JSON.stringify({ query: `invoice ${i}`, page: i % 7 }),
    'gen_ai.tool.call.result': JSON.stringify({ rows }),
    'gen_ai.agent.name': 'billing',
    'gen_ai.conversation.id': 'conversation-4711',
  })
}

function httpSpan(i: number): ModelSpan {
  return span(i, 'GET /invoices/{id}', {
    'http.request.method': 'GET',
    'http.route': '/invoices/{id}',
    'url.path': `/invoices/${i}`,
    'url.scheme': 'https',
    'server.address': 'shop.example.org',
    'network.protocol.version': '1.1',
    'user_agent.original': 'Mozilla/5.0 (X11; Linux x86_64)',
    'client.address': '10.0.0.7',
    'http.response.status_code': '200',
    'thread.name': 'worker-3',
  })
}

function chatSpan(i: number): ModelSpan {
  const turns = Array.from({ length: 48 }, (_, turn) => [
    {
      role: 'assistant',
      parts: [{ type: 'tool_call', id: `c${turn}`, name: 'search', arguments: { page: turn } }],
    },
    {
      role: 'tool',
      parts: [{ type: 'tool_call_response', id: `c${turn}`, response: 'one row of the answer. '.repeat(88) }],
    },
  ])
  return span(i, 'chat m', {
    'gen_ai.operation.name': 'chat',
    'gen_ai.request.model': 'm',
    'gen_ai.input.messages': JSON.stringify(turns.flat()),
    'gen_ai.output.messages': JSON.stringify([
      { role: 'assistant', parts: [{ type: 'text', content: `Looking at page ${i}.` }] },
    ]),
  })
}

function span(i: number, name: string, attributes: Readonly<Record<string, string>>): ModelSpan {
  const spanId = Buffer.alloc(8, 1)
  spanId.writeUInt32LE(i + 1)
  // Eight runs in a request.
  const traceId = Buffer.alloc(16, 1 + (i % 8))
  return modelSpan(name, { spanId, traceId, parentSpanId: Buffer.alloc(8, 9), attributes: pairs(attributes) })
}

function pairs(
  attributes: Readonly<Record<string, string>>,
): { readonly key: string; readonly value: ModelValue }[] {
  return Object.entries(attributes).map(([key, value]) => ({ key, value: { kind: 'string', value } }))
}

if (import.meta.main) {
  const times = await measureReadAndBind()
  console.table(
    Object.fromEntries(
      Object.entries(times).map(([name, us]) => [name, { 'us/span': Number(us).toFixed(2) }]),
    ),
  )
}
