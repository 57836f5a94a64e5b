import { randomBytes } from 'node:crypto'
import { gzipSync } from 'node:zlib'
import { modelSpan, type ModelPair, type ModelSpan } from '../../support/otlp-model.ts'
import { encodeProtobuf } from '../../support/otlp-protobuf.ts'

/** What the requests of a load look like. */
export interface Shape {
  /** Spans in one request. */
  readonly batch: number
  /** Runs that are under way at a time; consecutive spans belong to different runs. */
  readonly runs: number
  /** Steps after which a run makes way for a new one. */
  readonly stepsPerRun: number
  readonly gzip: boolean
}

/** Makes the body of the next request: tool spans of about 2 KB each that no request had before. */
export type BodyMaker = () => Buffer

/** Different observations; more than a run has steps, so that each brings something new. */
const contents = 4096
const traceMark = Buffer.from('TRACE-ID-OF-RUN!')
const spanMark = Buffer.from('SPAN-ID!')
const startNs = 0x5354_4152_5441_544en
const endNs = 0x454e_4445_4441_544en

/**
 * Encodes templates once and afterwards only writes ids and times into them, so that the sender
 * needs a fraction of the processor that the observer needs.
 */
export function createBodies(shape: Shape): BodyMaker {
  const count = Math.max(1, Math.floor(contents / shape.batch))
  const templates = Array.from({ length: count }, (_, i) => templateOf(shape.batch, i * shape.batch))
  const runs = Array.from({ length: shape.runs }, () => ({ trace: randomBytes(16), steps: 0 }))
  const spanIds = randomBytes(8)
  let requests = 0
  let spans = 0
  return () => {
    const template = templates[requests++ % count] ?? raise()
    // The previous request of this template may still be on its way.
    const body = Buffer.from(template.body)
    const nowNs = BigInt(Date.now()) * 1_000_000n
    for (const place of template.places) {
      const run = runs[spans % runs.length] ?? raise()
      if (run.steps++ >= shape.stepsPerRun) Object.assign(run, { trace: randomBytes(16), steps: 1 })
      spanIds.writeUInt32LE(spans++)
      body.set(run.trace, place.trace)
      body.set(spanIds, place.span)
      body.writeBigUInt64LE(nowNs - 120_000_000n, place.start)
      body.writeBigUInt64LE(nowNs, place.end)
    }
    return shape.gzip ? gzipSync(body, { level: 6 }) : body
  }
}

interface Places {
  readonly trace: number
  readonly span: number
  readonly start: number
  readonly end: number
}

function templateOf(batch: number, first: number): { readonly body: Buffer; readonly places: Places[] } {
  const spans = Array.from({ length: batch }, (_, i) => toolSpan(first + i))
  const resource = pairs({ 'service.name': 'agent', 'service.version': '1.4.2' })
  const scopes = [{ name: 'agent', version: '1.0.0', spans }]
  const body = encodeProtobuf([{ attributes: resource, scopes }])
  const places: Places[] = []
  const start = littleEndian(startNs)
  const end = littleEndian(endNs)
  for (let at = 0; (at = body.indexOf(traceMark, at)) >= 0; at++) {
    const place = (mark: Buffer): number => body.indexOf(mark, at)
    places.push({ trace: at, span: place(spanMark), start: place(start), end: place(end) })
  }
  return { body, places }
}

function littleEndian(value: bigint): Buffer {
  const bytes = Buffer.alloc(8)
  bytes.writeBigUInt64LE(value)
  return bytes
}

const tools = ['search_invoices', 'read_document', 'get_customer', 'list_orders']

/** A call of the load: its tool, arguments and observation as text, about 2 KB together. Every other observation is JSON. */
export function loadedCall(i: number): {
  readonly tool: string
  readonly args: string
  readonly observation: string
} {
  return {
    tool: tools[i % tools.length] ?? '',
    args: JSON.stringify({ query: `invoice ${i}`, page: i % 7 }),
    observation: i % 2 === 0 ? rowsOf(i) : proseOf(i),
  }
}

function toolSpan(i: number): ModelSpan {
  const { tool, args, observation } = loadedCall(i)
  return modelSpan(`execute_tool ${tool}`, {
    traceId: traceMark,
    spanId: spanMark,
    parentSpanId: Buffer.alloc(8, 9),
    startNs,
    endNs,
    attributes: pairs({
      'gen_ai.operation.name': 'execute_tool',
      'gen_ai.tool.name': tool,
      'gen_ai.tool.type': 'function',
      'gen_ai.tool.call.arguments': args,
      'gen_ai.tool.call.result': observation,
      'gen_ai.agent.name': 'billing',
    }),
  })
}

/** JSON of about 1700 characters. */
function rowsOf(i: number): string {
  const rows = Array.from({ length: 19 }, (_, row) => ({
    row,
    customer: (i * 7919 + row * 31) % 9973,
    text: `row ${row} of page ${i}, nothing more to see here`,
  }))
  return JSON.stringify({ rows })
}

/** Lines of about 1700 characters. */
function proseOf(i: number): string {
  let text = ''
  for (let line = 0; text.length < 1650; line++) {
    text += `Result ${i * 100 + line}: the account of customer ${(i * 7919 + line * 31) % 9973} has an open invoice.\n`
  }
  return text
}

function pairs(attributes: Readonly<Record<string, string>>): ModelPair[] {
  return Object.entries(attributes).map(([key, value]) => ({ key, value: { kind: 'string', value } }))
}

function raise(): never {
  throw new RangeError('A load has at least one request and one run.')
}
