import { status } from '@grpc/grpc-js'
import { afterEach, describe, expect, it } from 'vitest'
import { PermanentError, RetryableError } from '../../../../collector/errors/errors.ts'
import { modelSpan, type ModelSpan } from '../../../support/otlp-model.ts'
import { encodeProtobuf, otlpRoot } from '../../../support/otlp-protobuf.ts'
import { exportBytes, grpcReceiver, stall, type Answer, type GrpcReceiverParts } from './server.ts'

const running: { stop(drainMs: number): Promise<void> }[] = []
afterEach(async () => {
  await Promise.all(running.splice(0).map((server) => server.stop(0)))
})

async function receiver(parts: GrpcReceiverParts = {}) {
  const started = await grpcReceiver(parts)
  running.push(started)
  return started
}

function request(...spans: readonly ModelSpan[]): Buffer {
  return Buffer.from(encodeProtobuf([{ attributes: [], scopes: [{ name: 'agent', version: '1', spans }] }]))
}

const body = request(modelSpan('a'), modelSpan('b'))

function decoded(bytes: Uint8Array, name: string): unknown {
  const type = otlpRoot.lookupType(`otlp.${name}`)
  return type.toObject(type.decode(bytes), { longs: Number })
}

function response(answer: Answer): unknown {
  if (!('response' in answer)) throw new Error(`${answer.code} ${answer.details}`)
  return decoded(answer.response, 'ExportTraceServiceResponse')
}

describe('TraceService/Export', () => {
  it.each([false, true])('takes spans, gzip: %s', async (gzip) => {
    const { url, received, observed } = await receiver()
    expect(response(await exportBytes(url, body, { gzip }))).toEqual({})
    expect(received).toEqual([{ names: ['a', 'b'], tenant: 'acme' }])
    expect(observed).toEqual([
      {
        signal: 'traces',
        transport: 'grpc',
        encoding: 'protobuf',
        outcome: 'accepted',
        accepted: 2,
        rejected: 0,
        bodyBytes: body.length,
        durationMs: expect.any(Number),
      },
    ])
  })

  it('takes an empty request', async () => {
    const { url, received } = await receiver()
    expect(response(await exportBytes(url, Buffer.alloc(0)))).toEqual({})
    expect(received).toEqual([])
  })

  it('says how many spans were rejected and why', async () => {
    const { url, received } = await receiver()
    const bad = modelSpan('bad', { traceId: Buffer.alloc(0) })
    expect(response(await exportBytes(url, request(modelSpan('good'), bad)))).toEqual({
      partialSuccess: { rejectedSpans: 1, errorMessage: '1 span: trace id is missing' },
    })
    expect(received).toMatchObject([{ names: ['good'] }])
  })
})

describe('an error over gRPC', () => {
  const cases: readonly (GrpcReceiverParts & {
    readonly name: string
    readonly code: number
    readonly says: RegExp
    readonly body?: Uint8Array
    readonly gzip?: boolean
  })[] = [
    {
      name: 'malformed',
      code: status.INVALID_ARGUMENT,
      says: /malformed protobuf/,
      body: Buffer.from([10, 80, 1]),
    },
    {
      name: 'too many spans',
      code: status.RESOURCE_EXHAUSTED,
      says: /spans_per_request/,
      limits: { spansPerRequest: 1 },
    },
    { name: 'too large', code: status.RESOURCE_EXHAUSTED, says: /larger/, limits: { inflatedBytes: 10 } },
    {
      name: 'too large once inflated',
      code: status.RESOURCE_EXHAUSTED,
      says: /larger/,
      limits: { inflatedBytes: 20_000 },
      body: Buffer.alloc(100_000),
      gzip: true,
    },
    {
      name: 'no token',
      code: status.UNAUTHENTICATED,
      says: /token/,
      authorize: () => {
        throw new PermanentError('unauthenticated', 'this needs a token')
      },
    },
    {
      name: 'refused for good',
      code: status.FAILED_PRECONDITION,
      says: /no way/,
      sink: () => Promise.reject(new PermanentError('conflict', 'no way')),
    },
    {
      name: 'a defect',
      code: status.INTERNAL,
      says: /internal error/,
      sink: () => Promise.reject(new TypeError('secret')),
    },
  ]

  it.each(cases)('$name: $code', async ({ code, says, body: sent = body, gzip = false, ...parts }) => {
    const { url, received, defects } = await receiver(parts)
    const answer = await exportBytes(url, sent, { gzip })
    expect(answer).toMatchObject({ code, details: expect.stringMatching(says) })
    expect(JSON.stringify(answer)).not.toContain('secret')
    expect(received).toEqual([])
    expect(defects).toHaveLength(code === status.INTERNAL ? 1 : 0)
  })

  it.each(['unavailable', 'overloaded'] as const)('%s says when to come again', async (code) => {
    const { url, observed } = await receiver({
      sink: () => Promise.reject(new RetryableError(code, 'the store is away', { retryAfterMs: 2500 })),
    })
    const answer = await exportBytes(url, body)
    expect(answer.code).toBe(status.UNAVAILABLE)
    if (!('metadata' in answer)) throw new Error('no metadata')
    const [details] = answer.metadata.get('grpc-status-details-bin')
    const type = otlpRoot.lookupType('otlp.RetryStatus')
    expect(type.toObject(type.decode(details as Buffer), { longs: Number })).toEqual({
      code: status.UNAVAILABLE,
      message: expect.stringContaining('the store is away'),
      details: [
        {
          typeUrl: 'type.googleapis.com/google.rpc.RetryInfo',
          retryInfo: { retryDelay: { seconds: 2, nanos: 500_000_000 } },
        },
      ],
    })
    expect(observed).toMatchObject([{ outcome: code, accepted: 0 }])
  })
})

describe('when there is too much', () => {
  it('sends away what exceeds the requests in flight, counts it, and recovers', async () => {
    const release = Promise.withResolvers<void>()
    const entered = Promise.withResolvers<void>()
    const { url, observed } = await receiver({
      limits: { requestsInFlight: 1 },
      sink: () => {
        entered.resolve()
        return release.promise
      },
    })
    const first = exportBytes(url, body)
    await entered.promise
    expect(await exportBytes(url, body)).toMatchObject({ code: status.UNAVAILABLE })
    expect(observed).toMatchObject([{ transport: 'grpc', outcome: 'overloaded' }])
    release.resolve()
    expect((await first).code).toBe(status.OK)
    expect((await exportBytes(url, body)).code).toBe(status.OK)
  })

  it('sends away what exceeds the bytes in flight, and forgets them', async () => {
    const { url } = await receiver({ limits: { bytesInFlight: 2000 } })
    for (let i = 0; i < 3; i++) {
      expect((await exportBytes(url, Buffer.alloc(3000))).code).toBe(status.UNAVAILABLE)
      expect((await exportBytes(url, body)).code).toBe(status.OK)
    }
  })

  it('ends a call whose message does not come, and takes others meanwhile', async () => {
    const { url } = await receiver({ limits: { requestsInFlight: 1 }, arrivalMs: 300 })
    const stalled = stall(url)
    expect((await exportBytes(url, body)).code).toBe(status.OK)
    expect(await stalled).toBe(status.UNAVAILABLE)
    expect((await exportBytes(url, body)).code).toBe(status.OK)
  })

  it('gives the place of a caller that went away to another', async () => {
    const release = Promise.withResolvers<void>()
    const { url } = await receiver({ limits: { requestsInFlight: 1 }, sink: () => release.promise })
    expect((await exportBytes(url, body, { deadlineMs: 200 })).code).toBe(status.DEADLINE_EXCEEDED)
    expect((await exportBytes(url, body)).code).toBe(status.UNAVAILABLE)
    release.resolve()
    await release.promise
    expect((await exportBytes(url, body)).code).toBe(status.OK)
  })
})

describe('a gRPC server', () => {
  it('names the setting of a port that is taken', async () => {
    const { port } = await receiver()
    await expect(receiver({ port })).rejects.toMatchObject({
      code: 'conflict',
      message: `port ${port} (setting \`otlp_grpc_port\`) is taken on 127.0.0.1`,
    })
  })

  it('answers what is under way before it stops, and takes no more', async () => {
    const release = Promise.withResolvers<void>()
    const entered = Promise.withResolvers<void>()
    const server = await receiver({
      sink: () => {
        entered.resolve()
        return release.promise
      },
    })
    const first = exportBytes(server.url, body)
    await entered.promise
    const stopped = server.stop(10_000)
    expect((await exportBytes(server.url, body)).code).toBe(status.UNAVAILABLE)
    release.resolve()
    expect((await first).code).toBe(status.OK)
    await stopped
    expect(server.received).toHaveLength(1)
  })

  it('cuts what takes longer than it may', async () => {
    const entered = Promise.withResolvers<void>()
    const server = await receiver({
      sink: () => {
        entered.resolve()
        return new Promise(() => {})
      },
    })
    const first = exportBytes(server.url, body)
    await entered.promise
    await server.stop(50)
    expect((await first).code).not.toBe(status.OK)
  })
})
