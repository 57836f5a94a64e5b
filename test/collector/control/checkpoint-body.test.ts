import { randomBytes } from 'node:crypto'
import { gzipSync } from 'node:zlib'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { requestType } from '../../support/otlp-protobuf.ts'
import { exportRequest } from '../../support/tool-spans.ts'
import { startControl, type Answer, type ControlServer } from './server.ts'

const traceId = randomBytes(16).toString('hex')
let ordinal = 0

/** Tool calls that give the same answer to the same question. */
function spans(count: number) {
  const startMs = Date.now() - 60_000
  return Array.from({ length: count }, () => {
    const i = ordinal++
    return {
      traceId,
      spanId: (i + 1).toString(16).padStart(16, '0'),
      tool: 'search',
      args: { query: 'heron' },
      result: 'The heron is a bird.',
      startMs: startMs + i * 1000,
      endMs: startMs + i * 1000 + 30,
    }
  })
}

describe('the body of a checkpoint', () => {
  let server: ControlServer
  beforeEach(async () => {
    server = await startControl()
  })
  afterEach(() => server.stop())

  const send = (run: string, body: unknown, headers: Record<string, string> = {}): Promise<Answer> =>
    server.call(`/v1/runs/${run}/checkpoint`, { body, headers })

  test('is judged before the answer is given', async () => {
    const { body } = await send('r', exportRequest('guide', spans(3)))
    expect(body).toMatchObject({
      run: 'r',
      action: 'nudge',
      decision: { reason: 'repetition' },
      totals: { toolCalls: 3 },
    })
    expect((await server.call('/v1/runs/r')).body.summary).toMatchObject({
      agent: 'guide',
      source: 'sdk',
      traceIds: [traceId],
    })
  })

  test('counts once however often it is sent', async () => {
    const request = exportRequest('guide', spans(2))
    for (let i = 0; i < 3; i++) {
      expect((await send('r', request)).body).toMatchObject({ action: 'continue', totals: { toolCalls: 2 } })
    }
  })

  test('may be compressed', async () => {
    const body = gzipSync(exportRequest('guide', spans(3)))
    expect((await send('r', body, { 'Content-Encoding': 'gzip' })).body.action).toBe('nudge')
  })

  test('may be protobuf', async () => {
    const protobuf = protobufOf(JSON.parse(exportRequest('guide', spans(3))))
    const answer = await send('r', protobuf, { 'Content-Type': 'application/x-protobuf' })
    expect(answer.body).toMatchObject({ action: 'nudge', totals: { toolCalls: 3 } })
  })

  test('binds the trace to the run', async () => {
    await send('r', exportRequest('guide', spans(3)))
    expect((await server.call(`/v1/runs/trace:${traceId}`)).body.run).toBe('r')
  })

  test('with spans of another run gives them to that run', async () => {
    const other = JSON.parse(
      exportRequest(
        'guide',
        spans(1).map((span) => ({ ...span, traceId: randomBytes(16).toString('hex') })),
      ),
    )
    other.resourceSpans[0].scopeSpans[0].spans[0].attributes.push({
      key: 'loop.run.id',
      value: { stringValue: 'other' },
    })
    const own = JSON.parse(exportRequest('guide', spans(1)))
    other.resourceSpans.push(...own.resourceSpans)
    expect((await send('r', other)).body.totals.toolCalls).toBe(1)
    expect((await server.call('/v1/runs/other/checkpoint', { method: 'POST' })).body.totals.toolCalls).toBe(1)
  })

  test('says what was rejected', async () => {
    const request = JSON.parse(exportRequest('guide', spans(2)))
    request.resourceSpans[0].scopeSpans[0].spans[0].spanId = 'nonsense'
    const { status, body } = await send('r', request)
    expect(status).toBe(200)
    expect(body).toMatchObject({ rejected: 1, totals: { toolCalls: 1 } })
    expect(body.rejectedReason).not.toBe('')
  })

  test('notes spans that are no steps, for who asks with a fence', async () => {
    const request = JSON.parse(exportRequest('guide', spans(1)))
    const [span] = request.resourceSpans[0].scopeSpans[0].spans
    span.attributes = []
    span.name = 'GET /'
    await send('r', request)
    const { body } = await server.call(`/v1/runs/r/decision?fence=${span.spanId}&wait=20000`)
    expect(body.fence).toBe('not_a_step')
  })

  test('that is not OTLP is refused, and the run goes on', async () => {
    expect((await send('r', '{"resourceSpans": 5}')).status).toBe(400)
    expect((await send('r', '{')).status).toBe(400)
    expect((await send('r', 'x', { 'Content-Type': 'text/plain' })).status).toBe(415)
    expect((await send('r', gzipSync('x'.repeat(5_000_000)), { 'Content-Encoding': 'gzip' })).status).toBe(
      413,
    )
    expect((await send('r', exportRequest('guide', spans(1)))).status).toBe(200)
  })
})

/** The same request, encoded by protobufjs. */
function protobufOf(request: {
  resourceSpans: readonly { scopeSpans: readonly { spans: readonly ToolIds[] }[] }[]
}): Buffer {
  for (const { scopeSpans } of request.resourceSpans) {
    for (const { spans } of scopeSpans) {
      for (const span of spans) {
        span.traceId = Buffer.from(String(span.traceId), 'hex')
        span.spanId = Buffer.from(String(span.spanId), 'hex')
      }
    }
  }
  return Buffer.from(requestType.encode(requestType.fromObject(request)).finish())
}

interface ToolIds {
  traceId: string | Buffer
  spanId: string | Buffer
}
