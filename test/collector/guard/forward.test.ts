import { once } from 'node:events'
import { createServer, request, type IncomingMessage, type Server } from 'node:http'
import { connect, type AddressInfo } from 'node:net'
import type { Duplex, Readable } from 'node:stream'
import { gzipSync } from 'node:zlib'
import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { startGuard, type RunningGuard } from '../../../collector/guard/start-guard.ts'
import { until } from '../../support/deadline.ts'

type Handle = Parameters<typeof createServer>[1]

/** A request as the upstream got it. */
interface Got {
  readonly line: string
  readonly rawHeaders: readonly string[]
  readonly body: Buffer
}

describe('what the guard has nothing to say about', () => {
  let upstream: Server
  let guard: RunningGuard
  let got: Got[]
  let handle: NonNullable<Handle>
  const defects: unknown[] = []

  beforeEach(async () => {
    got = []
    handle = (_, target) => target.end()
    upstream = createServer((message, target) => {
      void bodyOf(message).then((body) => {
        got.push({ line: `${message.method} ${message.url}`, rawHeaders: message.rawHeaders, body })
        handle(message, target)
      })
    })
    upstream.listen(0, '127.0.0.1')
    await once(upstream, 'listening')
    const { port } = upstream.address() as AddressInfo
    guard = await startGuard({
      listen: { host: '127.0.0.1', port: 0, setting: 'test' },
      upstream: new URL(`http://127.0.0.1:${port}/base`),
      url: 'http://127.0.0.1:9',
      token: null,
      agent: null,
      waitMs: 200,
      windowMs: 60_000,
      onAct: () => undefined,
      onChange: () => undefined,
      onDefect: (error) => defects.push(error),
    })
  })
  afterEach(async () => {
    await guard.stop(0)
    const closed = once(upstream, 'close')
    upstream.close()
    upstream.closeAllConnections()
    await closed
    expect(defects).toEqual([])
  })

  const chat = '/v1/chat/completions'

  it('reaches the model to the byte, whatever the body is', async () => {
    const bodies = fc.oneof(
      fc.uint8Array({ maxLength: 3000 }).map((bytes) => Buffer.from(bytes)),
      fc.json().map((text) => Buffer.from(text)),
      fc
        .record({
          model: fc.string(),
          messages: fc.array(fc.jsonValue()),
          stream: fc.boolean(),
          top_p: fc.double(),
        })
        .map((value) => Buffer.from(JSON.stringify(value, null, 2))),
    )
    const paths = fc.constantFrom(chat, '/v1/responses', '/v1/messages', '/v1/embeddings?x=%2F&y')
    await fc.assert(
      fc.asyncProperty(paths, bodies, async (path, body) => {
        const back = Buffer.concat([Buffer.from([0, 255]), body])
        handle = (_, target) => target.end(back)
        const answer = await call(guard, { path, body })
        expect(got.at(-1)?.line).toBe(`POST /base${path}`)
        expect(got.at(-1)?.body.equals(body)).toBe(true)
        expect(answer.body.equals(back)).toBe(true)
      }),
      { numRuns: 150 },
    )
  })

  it('keeps headers in their spelling, order and number, but for those of the connection and its own', async () => {
    handle = (_, target) => {
      target.sendDate = false
      target.writeHead(200, 'Fine', [
        'X-B',
        '2',
        'x-a',
        '1',
        'Set-Cookie',
        'a=1',
        'Set-Cookie',
        'b=2',
        'Content-Length',
        '2',
      ])
      target.end('ok')
    }
    const sent = [
      'Authorization',
      'Bearer k',
      'X-Stainless-Lang',
      'js',
      'x-loop-run',
      'r',
      'OpenAI-Beta',
      'a',
      'OpenAI-Beta',
      'b',
    ]
    const answer = await call(guard, { path: chat, body: Buffer.from('{}'), headers: sent })
    const kept = got[0]?.rawHeaders.join('\n')
    expect(kept).toContain('Authorization\nBearer k\nX-Stainless-Lang\njs\nOpenAI-Beta\na\nOpenAI-Beta\nb')
    expect(kept).not.toContain('x-loop-run')
    expect(kept).toMatch(/^Host\n127\.0\.0\.1:\d+\n/)
    expect(answer.message.statusMessage).toBe('Fine')
    expect(answer.message.rawHeaders.join('\n')).toContain(
      'X-B\n2\nx-a\n1\nSet-Cookie\na=1\nSet-Cookie\nb=2\nContent-Length\n2',
    )
    expect(answer.message.headers.date).toBeUndefined()
  })

  it('comes back with its errors, and compressed as it was', async () => {
    const zipped = gzipSync('{"error":{"type":"rate_limit_error"}}')
    handle = (_, target) => {
      target.writeHead(429, {
        'Content-Encoding': 'gzip',
        'Retry-After': '7',
        'Content-Type': 'application/json',
      })
      target.end(zipped)
    }
    const answer = await call(guard, { path: chat, body: Buffer.from('{"messages":[]}') })
    expect(answer.message.statusCode).toBe(429)
    expect(answer.message.headers['retry-after']).toBe('7')
    expect(answer.body.equals(zipped)).toBe(true)
  })

  it('streams: each piece is there before the next is written', async () => {
    let next: () => void = () => undefined
    handle = (_, target) => {
      target.writeHead(200, { 'Content-Type': 'text/event-stream' })
      target.write('data: 1\n\n')
      next = () => target.end('data: 2\n\n')
    }
    const message = await send(guard, { path: chat, body: Buffer.from('{"messages":[],"stream":true}') })
    const [first] = (await once(message, 'data')) as [Buffer]
    expect(first.toString()).toBe('data: 1\n\n')
    next()
    expect((await bodyOf(message)).toString()).toBe('data: 2\n\n')
  })

  it('ends at the model when the agent hangs up', async () => {
    let gone = false
    handle = (_, target) => {
      target.on('close', () => (gone = true))
      target.writeHead(200, { 'Content-Type': 'text/event-stream' })
      target.write('data: 1\n\n')
    }
    const message = await send(guard, { path: chat, body: Buffer.from('{"messages":[]}') })
    message.destroy()
    await until(() => gone, { what: 'the model hears of it' })
  })

  it('breaks off at the agent when the model breaks off', async () => {
    handle = (_, target) => {
      target.writeHead(200, { 'Content-Type': 'text/event-stream' })
      target.write('data: 1\n\n', () => target.destroy())
    }
    const message = await send(guard, { path: chat, body: Buffer.from('{"messages":[]}') })
    await expect(bodyOf(message)).rejects.toThrow('aborted')
  })

  it('is a 502 when the model cannot be reached', async () => {
    const closed = once(upstream, 'close')
    upstream.close()
    await closed
    const answer = await call(guard, { path: chat, body: Buffer.from('{"messages":[]}') })
    expect(answer.message.statusCode).toBe(502)
    expect(JSON.parse(answer.body.toString())).toMatchObject({ error: { code: 'upstream_unreachable' } })
    upstream.listen(0)
    await once(upstream, 'listening')
  })

  it('lets a WebSocket through', async () => {
    upstream.on('upgrade', (message: IncomingMessage, socket: Duplex) => {
      got.push({
        line: `${message.method} ${message.url}`,
        rawHeaders: message.rawHeaders,
        body: Buffer.of(),
      })
      socket.on('error', () => undefined)
      socket.write(
        'HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nX-Up: 1\r\n\r\nhello',
      )
      socket.on('data', (chunk: Buffer) => socket.end(`you said ${chunk.toString()}`))
    })
    const { port } = new URL(guard.url)
    const socket = connect(Number(port), '127.0.0.1')
    socket.write(
      'GET /v1/responses HTTP/1.1\r\nHost: a\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Key: k\r\n\r\n',
    )
    let said = ''
    socket.on('data', (chunk: Buffer) => (said += chunk.toString()))
    await until(() => said.includes('hello'), { what: 'the model greets' })
    socket.write('ping')
    await once(socket, 'close')
    expect(said).toMatch(/^HTTP\/1\.1 101 Switching Protocols\r\n[^]*X-Up: 1\r\n\r\nhelloyou said ping$/)
    expect(got[0]?.line).toBe('GET /base/v1/responses')
    expect(got[0]?.rawHeaders).toContain('Sec-WebSocket-Key')
  })

  it('is a refusal where the model wants no WebSocket', async () => {
    handle = (_, target) => {
      target.writeHead(426)
      target.end('no')
    }
    const { port } = new URL(guard.url)
    const socket = connect(Number(port), '127.0.0.1')
    socket.write('GET /v1/responses HTTP/1.1\r\nHost: a\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\n')
    expect((await bytesOf(socket)).toString()).toMatch(/^HTTP\/1\.1 426 [^]*Connection: close\r\n\r\nno$/)
  })

  it('goes to the upstream whatever host it names, with any method and a chunked body', async () => {
    const { port } = new URL(guard.url)
    const socket = connect(Number(port), '127.0.0.1')
    socket.write('PUT http://elsewhere.example:1/v1/files?a=b HTTP/1.1\r\nHost: elsewhere.example\r\n')
    socket.write('Transfer-Encoding: chunked\r\nConnection: close\r\n\r\n3\r\nabc\r\n0\r\n\r\n')
    socket.resume()
    await once(socket, 'close')
    expect(got[0]).toMatchObject({ line: 'PUT /base/v1/files?a=b' })
    expect(got[0]?.body.toString()).toBe('abc')
  })
})

interface Asked {
  readonly path: string
  readonly body: Buffer
  readonly headers?: readonly string[]
}

async function send(guard: RunningGuard, { path, body, headers = [] }: Asked): Promise<IncomingMessage> {
  const host = new URL(guard.url).host
  const all = [
    'Host',
    host,
    'Content-Type',
    'application/json',
    'Content-Length',
    String(body.length),
    ...headers,
  ]
  const outgoing = request(guard.url + path, {
    method: 'POST',
    headers: all as unknown as readonly string[],
    agent: false,
  })
  outgoing.end(body)
  const [message] = (await once(outgoing, 'response')) as [IncomingMessage]
  message.on('error', () => undefined)
  return message
}

async function call(
  guard: RunningGuard,
  asked: Asked,
): Promise<{ readonly message: IncomingMessage; readonly body: Buffer }> {
  const message = await send(guard, asked)
  return { message, body: await bodyOf(message) }
}

function bodyOf(message: IncomingMessage): Promise<Buffer> {
  return bytesOf(message)
}

async function bytesOf(message: Readable): Promise<Buffer> {
  const chunks: Buffer[] = []
  for await (const chunk of message as AsyncIterable<Buffer>) chunks.push(chunk)
  return Buffer.concat(chunks)
}
