import { once } from 'node:events'
import { request, type IncomingMessage } from 'node:http'
import { gzipSync } from 'node:zlib'
import { afterEach, describe, expect, it } from 'vitest'
import { PermanentError, RetryableError } from '../../../collector/errors/errors.ts'
import { application } from '../../../collector/http/application.ts'
import type { Principal, Right } from '../../../collector/http/principal.ts'
import { startServer, type RunningServer } from '../../../collector/http/server.ts'
import type { ReceiverLimits } from '../../../collector/receiver/limits.ts'
import { exporting, type ReceivedRequest } from '../../../collector/receiver/exporting.ts'
import { exportRoute } from '../../../collector/receiver/receiver.ts'
import { renderStatus } from '../../../collector/receiver/replies.ts'
import { traceSignal, type SpanSink } from '../../../collector/receiver/signals.ts'
import { encodeJson } from '../../support/otlp-encode-json.ts'
import { modelSpan, type ModelSpan } from '../../support/otlp-model.ts'
import { encodeProtobuf, otlpRoot } from '../../support/otlp-protobuf.ts'

const running: RunningServer[] = []
afterEach(async () => {
  await Promise.all(running.splice(0).map((server) => server.stop(0)))
})

interface Received {
  readonly names: readonly string[]
  readonly tenant: string
  readonly receivedAtMs: number
}

/** A receiver on a free port, what it handed on and what it told its observer. */
async function receiver(
  parts: { sink?: SpanSink['accept']; limits?: Partial<ReceiverLimits>; rights?: readonly Right[] } = {},
) {
  const received: Received[] = []
  const observed: ReceivedRequest[] = []
  const accept: SpanSink['accept'] = async (spans, context) => {
    await parts.sink?.(spans, context)
    received.push({ names: spans.map((span) => span.name), ...context })
  }
  const principal: Principal = { tenant: 'acme', rights: new Set(parts.rights ?? ['ingest']) }
  const receiving = exporting(traceSignal({ accept }, parts.limits), {
    observe: (request) => observed.push(request),
    now: () => 1234,
  })
  const route = exportRoute(receiving, parts.limits === undefined ? {} : { limits: parts.limits })
  const server = await startServer({
    listen: { host: '127.0.0.1', port: 0, setting: '`otlp_http_port`' },
    serve: application({ routes: [route], authorize: () => principal, renderFailure: renderStatus }),
  })
  running.push(server)
  return { url: `${server.url}/v1/traces`, received, observed }
}

function model(...spans: readonly ModelSpan[]) {
  return [{ attributes: [], scopes: [{ name: 'agent', version: '1', spans }] }]
}

const protobufBody = encodeProtobuf(model(modelSpan('a'), modelSpan('b')))
const spelling = { integers: 'string', enums: 'number', keys: 'camel', hex: 'lower' } as const
const jsonBody = encodeJson(model(modelSpan('a'), modelSpan('b')), spelling)

/** A request whose body has come by half. */
async function halfSent(url: string, body: Uint8Array) {
  const sending = request(url, {
    method: 'POST',
    headers: { 'Content-Type': protobuf, 'Content-Length': body.length },
    agent: false,
  })
  const status = once(sending, 'response').then(([response]: IncomingMessage[]) => {
    response?.resume()
    return response?.statusCode
  })
  const half = Math.floor(body.length / 2)
  await new Promise((resolve) => sending.write(body.subarray(0, half), resolve))
  return { status, finish: () => void sending.end(body.subarray(half)) }
}

function send(url: string, type: string, body: string | Uint8Array, headers: Record<string, string> = {}) {
  return fetch(url, { method: 'POST', body, headers: { 'Content-Type': type, ...headers } })
}

const protobuf = 'application/x-protobuf'

async function message(response: Response, name: string): Promise<unknown> {
  const type = otlpRoot.lookupType(`otlp.${name}`)
  return type.toObject(type.decode(Buffer.from(await response.arrayBuffer())), { longs: Number })
}

describe('POST /v1/traces', () => {
  it.each([
    protobuf,
    'application/x-protobuf; messageType="x"',
    'application/protobuf',
    'APPLICATION/X-PROTOBUF',
  ])('takes %s and answers in protobuf', async (type) => {
    const { url, received } = await receiver()
    const response = await send(url, type, protobufBody)
    expect(response.status).toBe(200)
    expect(response.headers.get('content-type')).toBe(protobuf)
    expect(await message(response, 'ExportTraceServiceResponse')).toEqual({})
    expect(received).toEqual([{ names: ['a', 'b'], tenant: 'acme', receivedAtMs: 1234 }])
  })

  it.each(['application/json', 'application/json; charset=utf-8'])(
    'takes %s and answers in JSON',
    async (type) => {
      const { url, received } = await receiver()
      const response = await send(url, type, jsonBody)
      expect(response.status).toBe(200)
      expect(response.headers.get('content-type')).toBe('application/json')
      expect(await response.json()).toEqual({})
      expect(received[0]?.names).toEqual(['a', 'b'])
    },
  )

  it('takes gzip', async () => {
    const { url, received } = await receiver()
    const headers = { 'Content-Encoding': 'gzip' }
    expect((await send(url, protobuf, gzipSync(protobufBody), headers)).status).toBe(200)
    expect((await send(url, 'application/json', gzipSync(jsonBody), headers)).status).toBe(200)
    expect(received.length).toBe(2)
  })

  it('accepts a request without spans and bothers nobody with it', async () => {
    const { url, received } = await receiver()
    expect((await send(url, protobuf, new Uint8Array())).status).toBe(200)
    expect((await send(url, 'application/json', '{}')).status).toBe(200)
    expect(received).toEqual([])
  })

  it('answers only when the spans are safe', async () => {
    const safe = Promise.withResolvers<void>()
    const entered = Promise.withResolvers<void>()
    const { url } = await receiver({
      sink: () => {
        entered.resolve()
        return safe.promise
      },
    })
    let answered = false
    const response = send(url, protobuf, protobufBody).then((value) => {
      answered = true
      return value
    })
    await entered.promise
    expect(answered).toBe(false)
    safe.resolve()
    expect((await response).status).toBe(200)
  })

  it('says how many spans were rejected and why, and keeps the others', async () => {
    const { url, received, observed } = await receiver()
    const spans = model(modelSpan('good'), modelSpan('bad', { traceId: Buffer.alloc(0) }))
    const inProtobuf = await send(url, protobuf, encodeProtobuf(spans))
    expect(inProtobuf.status).toBe(200)
    expect(await message(inProtobuf, 'ExportTraceServiceResponse')).toEqual({
      partialSuccess: { rejectedSpans: 1, errorMessage: '1 span: trace id is missing' },
    })
    const inJson = await send(url, 'application/json', encodeJson(spans, spelling))
    expect(await inJson.json()).toEqual({
      partialSuccess: { rejectedSpans: '1', errorMessage: '1 span: trace id is missing' },
    })
    expect(received.map(({ names }) => names)).toEqual([['good'], ['good']])
    expect(observed[0]).toMatchObject({ outcome: 'partial', accepted: 1, rejected: 1 })
  })

  it('tells its observer about every request', async () => {
    const { url, observed } = await receiver()
    await send(url, protobuf, gzipSync(protobufBody), { 'Content-Encoding': 'gzip' })
    await send(url, 'text/plain', 'hello')
    expect(observed).toEqual([
      {
        signal: 'traces',
        transport: 'http',
        outcome: 'accepted',
        encoding: 'protobuf',
        accepted: 2,
        rejected: 0,
        bodyBytes: protobufBody.length,
        durationMs: expect.any(Number),
      },
      expect.objectContaining({ outcome: 'unsupported_media_type', encoding: null, bodyBytes: 0 }),
    ])
  })
})

describe('an error', () => {
  const cases: readonly {
    name: string
    status: number
    code: number
    says: RegExp
    sink?: SpanSink['accept']
    body?: Uint8Array
    headers?: Record<string, string>
    limits?: Partial<ReceiverLimits>
    rights?: readonly Right[]
  }[] = [
    {
      name: 'malformed body',
      status: 400,
      code: 3,
      says: /malformed/,
      body: Buffer.from([0x0a, 0x50, 0x01]),
    },
    { name: 'no gzip', status: 400, code: 3, says: /gzip/, headers: { 'Content-Encoding': 'gzip' } },
    { name: 'unknown encoding', status: 415, code: 3, says: /"br"/, headers: { 'Content-Encoding': 'br' } },
    { name: 'too large', status: 413, code: 8, says: /request_size/, limits: { compressedBytes: 10 } },
    {
      name: 'too many spans',
      status: 413,
      code: 8,
      says: /spans_per_request/,
      limits: { spansPerRequest: 1 },
    },
    { name: 'no right', status: 403, code: 7, says: /`ingest`/, rights: ['read'] },
    {
      name: 'store away',
      status: 503,
      code: 14,
      says: /store is away/,
      sink: () =>
        Promise.reject(new RetryableError('unavailable', 'the store is away', { retryAfterMs: 5000 })),
    },
    {
      name: 'refused for good',
      status: 409,
      code: 9,
      says: /no way/,
      sink: () => Promise.reject(new PermanentError('conflict', 'no way')),
    },
    {
      name: 'defect',
      status: 500,
      code: 13,
      says: /internal error/,
      sink: () => Promise.reject(new TypeError('secret')),
    },
  ]

  it.each(cases)('$name: is a google.rpc.Status in protobuf, HTTP $status', async (given) => {
    const { url, observed } = await receiver(given)
    const response = await send(url, protobuf, given.body ?? protobufBody, given.headers)
    expect(response.status).toBe(given.status)
    expect(response.headers.get('content-type')).toBe(protobuf)
    const status = await message(response, 'RpcStatus')
    expect(status).toEqual({ code: given.code, message: expect.stringMatching(given.says) })
    expect(JSON.stringify(status)).not.toContain('secret')
    if (given.rights === undefined) expect(observed[0]?.outcome).not.toBe('accepted')
  })

  it('is a google.rpc.Status in JSON when the request is JSON', async () => {
    const { url } = await receiver()
    const response = await send(url, 'application/json', '{"resourceSpans":')
    expect(response.status).toBe(400)
    expect(response.headers.get('content-type')).toBe('application/json')
    expect(await response.json()).toEqual({ code: 3, message: expect.stringContaining('malformed JSON') })
  })

  it('is JSON when the content type is none of ours', async () => {
    const { url } = await receiver()
    for (const headers of [{ 'Content-Type': 'text/plain' }, {}] as Record<string, string>[]) {
      const response = await fetch(url, { method: 'POST', headers, body: new Uint8Array([1]) })
      expect(response.status).toBe(415)
      expect(await response.json()).toEqual({ code: 3, message: expect.stringContaining('Content-Type') })
    }
  })

  it('names the method that is allowed, and the path that is not served', async () => {
    const { url } = await receiver()
    const get = await fetch(url)
    expect([get.status, get.headers.get('allow')]).toEqual([405, 'POST'])
    const elsewhere = await send(`${url}/x`, protobuf, protobufBody)
    expect(elsewhere.status).toBe(404)
    expect(await message(elsewhere, 'RpcStatus')).toMatchObject({ code: 5 })
  })

  it('says when to come back', async () => {
    const { url } = await receiver({
      sink: () => Promise.reject(new RetryableError('unavailable', 'away', { retryAfterMs: 4001 })),
    })
    const response = await send(url, protobuf, protobufBody)
    expect(response.headers.get('retry-after')).toBe('5')
  })
})

describe('when there is too much', () => {
  it('sends away what exceeds the requests in flight, and recovers', async () => {
    const release = Promise.withResolvers<void>()
    const entered = Promise.withResolvers<void>()
    const { url } = await receiver({
      limits: { requestsInFlight: 1 },
      sink: () => {
        entered.resolve()
        return release.promise
      },
    })
    const first = send(url, protobuf, protobufBody)
    await entered.promise
    const second = await send(url, protobuf, protobufBody)
    expect([second.status, second.headers.get('retry-after')]).toEqual([429, '1'])
    release.resolve()
    expect((await first).status).toBe(200)
    expect((await send(url, protobuf, protobufBody)).status).toBe(200)
  })

  it('is not kept busy by senders that stall in the middle of a body', async () => {
    const { url, received } = await receiver({ limits: { requestsInFlight: 2 } })
    const stalled = await Promise.all(Array.from({ length: 8 }, () => halfSent(url, protobufBody)))
    for (let index = 0; index < 3; index++) {
      expect((await send(url, protobuf, protobufBody)).status).toBe(200)
    }
    for (const each of stalled) each.finish()
    const statuses = await Promise.all(stalled.map(({ status }) => status))
    expect(statuses.every((status) => status === 200 || status === 429)).toBe(true)
    expect(received).toHaveLength(3 + statuses.filter((status) => status === 200).length)
  })

  it('sends away what exceeds the bytes in flight, and forgets the bytes of what it refused', async () => {
    const { url } = await receiver({ limits: { bytesInFlight: 2000 } })
    for (let i = 0; i < 3; i++) {
      expect((await send(url, protobuf, Buffer.alloc(3000))).status).toBe(429)
      expect((await send(url, protobuf, protobufBody)).status).toBe(200)
    }
  })
})
