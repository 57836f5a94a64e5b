import { connect } from 'node:net'
import { gzipSync } from 'node:zlib'
import { afterEach, describe, expect, it } from 'vitest'
import { RetryableError } from '../../../collector/errors/errors.ts'
import { application } from '../../../collector/http/application.ts'
import { readBody } from '../../../collector/http/body.ts'
import type { Principal } from '../../../collector/http/principal.ts'
import { empty, eventStream, json, text } from '../../../collector/http/response.ts'
import type { Route } from '../../../collector/http/route.ts'
import { startServer, type RunningServer, type ServerLimits } from '../../../collector/http/server.ts'

const everybody: Principal = { tenant: 'default', rights: new Set(['ingest', 'read', 'control']) }
const limits = { compressedBytes: 1000, inflatedBytes: 10_000 }

const running: RunningServer[] = []
afterEach(async () => {
  await Promise.all(running.splice(0).map((server) => server.stop(0)))
})

async function serve(routes: readonly Route[], serverLimits: Partial<ServerLimits> = {}) {
  const server = await startServer({
    listen: { host: '127.0.0.1', port: 0, setting: '`http.port`' },
    serve: application({ routes, authorize: () => everybody }),
    limits: serverLimits,
  })
  running.push(server)
  return server
}

const echo: Route = {
  method: 'POST',
  path: '/echo',
  right: 'ingest',
  handle: async (request) => text(200, (await readBody(request, limits)).toString()),
}

describe('a server', () => {
  it('answers with what the handler returns', async () => {
    const { url } = await serve([echo])
    const response = await fetch(`${url}/echo`, { method: 'POST', body: 'hello' })
    expect(response.status).toBe(200)
    expect(response.headers.get('x-content-type-options')).toBe('nosniff')
    expect(await response.text()).toBe('hello')
  })

  it('inflates gzip', async () => {
    const { url } = await serve([echo])
    const response = await fetch(`${url}/echo`, {
      method: 'POST',
      headers: { 'Content-Encoding': 'gzip' },
      body: gzipSync('hello'),
    })
    expect(await response.text()).toBe('hello')
  })

  it('lets the sender of a body that is too large read why', async () => {
    const { url } = await serve([echo])
    const response = await fetch(`${url}/echo`, { method: 'POST', body: Buffer.alloc(20_000_000) })
    expect(response.status).toBe(413)
    expect(response.headers.get('connection')).toBe('close')
    expect(await response.json()).toMatchObject({ error: { code: 'too_large' } })
  })

  it('keeps the connection of a request without a body', async () => {
    const { url } = await serve([{ method: 'GET', path: '/', right: null, handle: () => empty(204) }])
    const response = await fetch(`${url}/`)
    expect(response.status).toBe(204)
    expect(response.headers.get('connection')).toBe('keep-alive')
  })

  it('answers HEAD with the headers of GET', async () => {
    const { url } = await serve([{ method: 'GET', path: '/', right: null, handle: () => text(200, 'hello') }])
    const response = await fetch(`${url}/`, { method: 'HEAD' })
    expect(response.headers.get('content-length')).toBe('5')
  })

  it('turns away what is not HTTP', async () => {
    const { port } = await serve([echo])
    expect(await exchange(port, 'hello\r\n\r\n')).toMatch(/^HTTP\/1\.1 400 /)
  })

  it('does not wait for a request that does not come to its end', async () => {
    const { port } = await serve([echo], { headersTimeoutMs: 100, requestTimeoutMs: 200 })
    const answer = await exchange(port, 'POST /echo HTTP/1.1\r\nHost: a\r\nContent-Length: 10\r\n\r\nhal')
    expect(answer).toMatch(/^HTTP\/1\.1 408 /)
  })

  it('names the setting of a port that is taken', async () => {
    const { port } = await serve([echo])
    const second = startServer({
      listen: { host: '127.0.0.1', port, setting: '`receiver.http.port`, `--otlp-http-port`' },
      serve: application({ routes: [], authorize: () => everybody }),
    })
    await expect(second).rejects.toThrow(
      `port ${port} (setting \`receiver.http.port\`, \`--otlp-http-port\`) is taken on 127.0.0.1`,
    )
  })
})

describe('an event stream', () => {
  it('sends events as they come and ends when the server stops', async () => {
    const server = await serve([
      {
        method: 'GET',
        path: '/events',
        right: 'read',
        handle: () =>
          eventStream(async function* (signal) {
            yield { id: '1', event: 'decision', data: '{"a":1}\n{"b":2}' }
            await new Promise((resolve) => signal.addEventListener('abort', resolve))
          }),
      },
    ])
    const response = await fetch(`${server.url}/events`)
    expect(response.headers.get('content-type')).toBe('text/event-stream')
    const reading = response.text()
    await server.stop()
    expect(await reading).toBe('id: 1\nevent: decision\ndata: {"a":1}\ndata: {"b":2}\n\n')
  })

  it('tells its source when the reader goes away', async () => {
    const left = Promise.withResolvers<void>()
    const { url } = await serve([
      {
        method: 'GET',
        path: '/events',
        right: 'read',
        handle: () =>
          eventStream(async function* (signal) {
            yield { data: 'first' }
            await new Promise((resolve) => signal.addEventListener('abort', resolve))
            left.resolve()
          }),
      },
    ])
    const reader = new AbortController()
    const response = await fetch(`${url}/events`, { signal: reader.signal })
    await response.body?.getReader().read()
    reader.abort()
    await left.promise
  })
})

describe('stopping', () => {
  it('finishes what is in flight and refuses what is new', async () => {
    const entered = Promise.withResolvers<void>()
    const release = Promise.withResolvers<void>()
    const server = await serve([
      {
        method: 'GET',
        path: '/slow',
        right: 'read',
        handle: async () => {
          entered.resolve()
          await release.promise
          return json(200, 'done')
        },
      },
      { method: 'GET', path: '/healthz', right: null, whileDraining: true, handle: () => text(200, 'ok') },
    ])
    const slow = fetch(`${server.url}/slow`)
    await entered.promise
    const stopped = server.stop()
    const refused = await fetch(`${server.url}/slow`)
    expect(refused.status).toBe(503)
    expect(refused.headers.get('retry-after')).toBe('1')
    expect((await fetch(`${server.url}/healthz`)).status).toBe(200)
    release.resolve()
    expect((await slow).status).toBe(200)
    await stopped
    await expect(fetch(`${server.url}/healthz`)).rejects.toThrow()
  })

  it('cuts what does not end in time', async () => {
    const entered = Promise.withResolvers<void>()
    const server = await serve([
      {
        method: 'GET',
        path: '/never',
        right: 'read',
        handle: () => {
          entered.resolve()
          return new Promise<never>(() => {})
        },
      },
    ])
    const never = fetch(`${server.url}/never`).catch(() => 'cut')
    await entered.promise
    await server.stop(20)
    expect(await never).toBe('cut')
  })
})

describe('errors', () => {
  it('carry Retry-After in whole seconds', async () => {
    const { url } = await serve([
      {
        method: 'GET',
        path: '/',
        right: 'read',
        handle: () => {
          throw new RetryableError('overloaded', 'too many requests', { retryAfterMs: 1200 })
        },
      },
    ])
    const response = await fetch(`${url}/`)
    expect(response.status).toBe(429)
    expect(response.headers.get('retry-after')).toBe('2')
  })
})

/** Sends raw bytes; resolves with everything that came back until the server closed. */
function exchange(port: number, bytes: string): Promise<string> {
  return new Promise((resolve, reject) => {
    let answer = ''
    const socket = connect(port, '127.0.0.1', () => socket.write(bytes))
    socket.on('data', (chunk) => (answer += chunk.toString()))
    socket.on('close', () => resolve(answer))
    socket.on('error', reject)
  })
}
