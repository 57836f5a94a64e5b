import { connect } from 'node:net'
import { Readable } from 'node:stream'
import { gzipSync } from 'node:zlib'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { startChild, type Child } from '../support/child.ts'
import { until } from '../support/deadline.ts'
import { otlpRoot } from '../support/otlp-protobuf.ts'
import { seededRandom } from '../support/random.ts'
import { emptySpans, gzipBomb, nestedJson, nestedProtobuf, realJson, realProtobuf } from './bodies.ts'

const mebibyte = 1024 * 1024
const program = new URL('receiver-process.ts', import.meta.url).pathname
const protobuf = 'application/x-protobuf'
const json = 'application/json'

let child: Child
let url = ''
let calmBytes = 0

beforeAll(async () => {
  child = await startChild({ path: process.execPath, args: ['-C', 'loop-observer-source', program] })
  url = await until(() => /listening on (\S+)/.exec(child.output())?.[1], { what: () => child.output() })
  for (let i = 0; i < 50; i++) await nextRequestIsServed()
  calmBytes = await peakBytes()
})

afterEach(async () => {
  expect(child.exit(), child.output()).toBeNull()
  await nextRequestIsServed()
})

afterAll(() => child.end('SIGTERM'))

function send(body: Uint8Array, headers: Record<string, string>): Promise<Response> {
  return fetch(`${url}/v1/traces`, { method: 'POST', body, headers })
}

async function nextRequestIsServed(): Promise<void> {
  const response = await send(realProtobuf(), { 'Content-Type': protobuf })
  expect([response.status, (await response.arrayBuffer()).byteLength]).toEqual([200, 0])
}

async function peakBytes(): Promise<number> {
  const { peakBytes: peak } = (await (await fetch(`${url}/memory`)).json()) as { peakBytes: number }
  return peak
}

/** Every byte of a small body; of a large one every few: test/fuzz/decode.test.ts goes through all of them. */
function stride(length: number): number {
  return Math.ceil(length / 1500)
}

/** What the memory has grown to at most since the process was calm. */
async function grownMiB(): Promise<number> {
  return ((await peakBytes()) - calmBytes) / mebibyte
}

/** Checks that the answer is what OTLP says an answer is, and returns its HTTP status. */
async function conformant(response: Response): Promise<number> {
  const body = Buffer.from(await response.arrayBuffer())
  const inProtobuf = response.headers.get('content-type') === protobuf
  if (response.ok) {
    if (inProtobuf) otlpRoot.lookupType('otlp.ExportTraceServiceResponse').decode(body)
    else JSON.parse(body.toString())
    return response.status
  }
  const type = otlpRoot.lookupType('otlp.RpcStatus')
  const status: unknown = inProtobuf ? type.toObject(type.decode(body)) : JSON.parse(body.toString())
  expect(status).toEqual({ code: expect.any(Number), message: expect.stringMatching(/\w/) })
  return response.status
}

describe('a receiver that is sent', () => {
  it.each([
    { type: protobuf, body: realProtobuf() },
    { type: json, body: realJson() },
  ])('a request in $type cut off after any byte answers 400', async ({ type, body }) => {
    for (let length = 1; length < body.length; length += stride(body.length)) {
      const response = await send(body.subarray(0, length), { 'Content-Type': type })
      expect(await conformant(response)).toBe(400)
    }
  })

  it('requests with bits flipped answers 200 or 400', async () => {
    const random = seededRandom(4711)
    for (let round = 0; round < 1000; round++) {
      const inJson = round % 2 === 0
      const body = inJson ? realJson() : realProtobuf()
      const at = Math.floor(random() * body.length)
      body[at] = (body[at] as number) ^ (1 << Math.floor(random() * 8))
      const response = await send(body, { 'Content-Type': inJson ? json : protobuf })
      expect([200, 400]).toContain(await conformant(response))
    }
  })

  it('values nested 100 000 deep rejects them', async () => {
    const inProtobuf = await send(nestedProtobuf(100_000), { 'Content-Type': protobuf })
    expect(await conformant(inProtobuf)).toBe(200)
    const inJson = await send(nestedJson(100_000), { 'Content-Type': json })
    expect(await conformant(inJson)).toBe(400)
  })

  it('a gzip bomb of 1 GiB answers 413 within its memory', async () => {
    const bomb = gzipBomb(1024)
    for (const type of [protobuf, json]) {
      const response = await send(bomb, { 'Content-Type': type, 'Content-Encoding': 'gzip' })
      expect(await conformant(response)).toBe(413)
    }
    expect(await grownMiB()).toBeLessThan(150)
  })

  it('bombs that fit the limit once inflated answers 413 or 400 within its memory', async () => {
    const sizeBytes = 31 * mebibyte
    const bodies = [
      { type: protobuf, body: emptySpans(sizeBytes), status: 413 },
      { type: protobuf, body: Buffer.alloc(sizeBytes, 0x0a), status: 400 },
      { type: json, body: Buffer.alloc(sizeBytes, '['), status: 400 },
      {
        type: json,
        body: Buffer.from(`{"resourceSpans":[${'{},'.repeat(sizeBytes / 3 - 10)}{}]}`),
        status: 413,
      },
      { type: json, body: Buffer.from(`{"a":[${'1,'.repeat(sizeBytes / 2 - 10)}1]}`), status: 413 },
      { type: json, body: Buffer.from(`{"a":"${'x'.repeat(sizeBytes - 10)}"}`), status: 200 },
    ]
    for (const { type, body, status } of bodies) {
      const response = await send(gzipSync(body, { level: 1 }), {
        'Content-Type': type,
        'Content-Encoding': 'gzip',
      })
      expect(await conformant(response)).toBe(status)
    }
    expect(await grownMiB()).toBeLessThan(400)
  })

  it('many bombs at once sends the surplus away within its memory', async () => {
    const bomb = gzipBomb(1024)
    const headers = { 'Content-Type': protobuf, 'Content-Encoding': 'gzip' }
    const statuses = await Promise.all(
      Array.from({ length: 100 }, async () => conformant(await send(bomb, headers))),
    )
    expect(new Set(statuses)).toEqual(new Set([413, 429]))
    expect(await grownMiB()).toBeLessThan(600)
  })

  it('a content type of another kind answers 415', async () => {
    for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'application/jsonx', ',', 'é']) {
      const response = await send(realProtobuf(), { 'Content-Type': encodeURI(type) })
      expect(await conformant(response)).toBe(415)
    }
  })

  it('the other encoding than it says answers 400', async () => {
    expect(await conformant(await send(realJson(), { 'Content-Type': protobuf }))).toBe(400)
    expect(await conformant(await send(realProtobuf(), { 'Content-Type': json }))).toBe(400)
  })

  it('a wrong Content-Encoding answers 400 or 415', async () => {
    const answers = [
      { body: realProtobuf(), encoding: 'gzip', status: 400 },
      { body: gzipSync(realProtobuf()), encoding: 'identity', status: 400 },
      { body: gzipSync(realProtobuf()).subarray(0, -9), encoding: 'gzip', status: 400 },
      { body: gzipSync(realProtobuf()), encoding: 'deflate', status: 415 },
      { body: gzipSync(gzipSync(realProtobuf())), encoding: 'gzip, gzip', status: 415 },
    ]
    for (const { body, encoding, status } of answers) {
      const response = await send(body, { 'Content-Type': protobuf, 'Content-Encoding': encoding })
      expect(await conformant(response)).toBe(status)
    }
  })

  it('100 MB answers 413 within its memory, announced or not', async () => {
    const before = await peakBytes()
    const announced = await send(Buffer.alloc(100_000_000), { 'Content-Type': protobuf })
    expect(await conformant(announced)).toBe(413)
    const piece = Buffer.alloc(1_000_000)
    const chunked = await fetch(`${url}/v1/traces`, {
      method: 'POST',
      headers: { 'Content-Type': protobuf },
      body: Readable.toWeb(Readable.from(Array.from({ length: 100 }, () => piece))) as ReadableStream,
      duplex: 'half',
    } as RequestInit)
    expect(await conformant(chunked)).toBe(413)
    expect((await peakBytes()) - before).toBeLessThan(64 * mebibyte)
  })

  it('bodies that stop half way lets go of them', async () => {
    const head = 'POST /v1/traces HTTP/1.1\r\nHost: a\r\nContent-Type: application/x-protobuf\r\n'
    const half = Buffer.concat([
      Buffer.from(`${head}Content-Length: 2000000\r\n\r\n`),
      Buffer.alloc(1_000_000),
    ])
    await Promise.all(Array.from({ length: 100 }, () => abandon(half)))
    // 64 requests may be in flight: were those above still counted, these would be sent away.
    const answers = await Promise.all(
      Array.from({ length: 50 }, () => send(realProtobuf(), { 'Content-Type': protobuf })),
    )
    expect(answers.map((answer) => answer.status)).toEqual(Array<number>(50).fill(200))
  })

  it('a body that does not come answers 408', async () => {
    const start =
      'POST /v1/traces HTTP/1.1\r\nHost: a\r\nContent-Type: application/x-protobuf\r\nContent-Length: 9\r\n\r\nx'
    expect(await exchange(Buffer.from(start))).toMatch(/^HTTP\/1\.1 408 /)
  })

  it('bytes that are no HTTP answers 400', async () => {
    const random = seededRandom(7)
    for (let round = 0; round < 50; round++) {
      const noise = Buffer.from(Array.from({ length: 200 }, () => Math.floor(random() * 256)))
      expect(await exchange(noise)).toMatch(/^(HTTP\/1\.1 4\d\d |$)/)
    }
  })
})

/** Sends bytes and breaks the connection off as soon as they are out. */
function abandon(bytes: Buffer): Promise<void> {
  return new Promise((resolve) => {
    const socket = connect(Number(new URL(url).port), '127.0.0.1', () => {
      socket.write(bytes, () => socket.resetAndDestroy())
    })
    socket.on('error', () => {})
    socket.on('close', () => resolve())
  })
}

/** Sends bytes and gives back all that comes until the server closes. */
function exchange(bytes: Buffer): Promise<string> {
  return new Promise((resolve) => {
    let answer = ''
    const socket = connect(Number(new URL(url).port), '127.0.0.1', () => socket.write(bytes))
    socket.on('data', (chunk) => (answer += chunk.toString('latin1')))
    socket.on('error', () => {})
    socket.on('close', () => resolve(answer))
  })
}
