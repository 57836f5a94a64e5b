import { setTimeout as wait } from 'node:timers/promises'
import { gzipSync } from 'node:zlib'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { RetryableError } from '../../../collector/errors/errors.ts'
import { readBody, type BodyLimits } from '../../../collector/http/body.ts'
import { httpRequest } from '../../support/http-request.ts'

const limits: BodyLimits = {
  compressedBytes: 10_000,
  inflatedBytes: 100_000,
  settings: { compressedBytes: 'request_size', inflatedBytes: 'inflated_size' },
}

function read(body: Uint8Array, encoding?: string, own: BodyLimits = limits): Promise<Buffer> {
  return readBody(
    httpRequest({ body, headers: encoding === undefined ? {} : { 'Content-Encoding': encoding } }),
    own,
  )
}

describe('reading a body', () => {
  it('gives back what was sent, plain and compressed', async () => {
    await fc.assert(
      fc.asyncProperty(fc.uint8Array({ maxLength: 9000 }), async (bytes) => {
        const sent = Buffer.from(bytes)
        expect(await read(sent)).toEqual(sent)
        expect(await read(gzipSync(sent), 'gzip')).toEqual(sent)
        expect(await read(gzipSync(sent), ' GZIP ')).toEqual(sent)
      }),
      { numRuns: 50 },
    )
  })

  it('gives a sender up that stalls, and not one that is slow', async () => {
    let chunk = 0
    const slow = async function* () {
      while (chunk++ < 12) {
        await wait(50)
        yield Buffer.from('x')
      }
    }
    const { promise: never } = Promise.withResolvers<never>()
    const stalling = async function* () {
      yield Buffer.from('x')
      await never
    }
    const own = { ...limits, stallMs: 400 }
    const blank = httpRequest({ body: Buffer.alloc(0) })
    expect((await readBody({ ...blank, body: slow() }, own)).length).toBe(12)
    await expect(readBody({ ...blank, body: stalling() }, own)).rejects.toMatchObject({
      code: 'unavailable',
      message: 'no byte of the body came for 400 ms',
    })
  })

  it('stops at the limit on bytes as sent', async () => {
    await expect(read(Buffer.alloc(10_001))).rejects.toMatchObject({
      code: 'too_large',
      message: expect.stringContaining('10000 bytes (setting `request_size`)'),
    })
  })

  it('stops at the limit on bytes decompressed', async () => {
    let heldBytes = 0
    const reserve = (sizeBytes: number): void => void (heldBytes += sizeBytes)
    await expect(
      read(gzipSync(Buffer.alloc(9_000_000)), 'gzip', { ...limits, reserve }),
    ).rejects.toMatchObject({
      code: 'too_large',
      message: expect.stringContaining('(setting `inflated_size`)'),
    })
    expect(heldBytes).toBeLessThan(limits.inflatedBytes + limits.compressedBytes)
  })

  it('lets the caller refuse bytes', async () => {
    const refusal = new RetryableError('overloaded', 'too much at once')
    const reserve = (): never => {
      throw refusal
    }
    await expect(read(Buffer.alloc(10), undefined, { ...limits, reserve })).rejects.toBe(refusal)
    await expect(read(gzipSync('a'), 'gzip', { ...limits, reserve })).rejects.toBe(refusal)
  })

  it('refuses an encoding it does not know', async () => {
    for (const encoding of ['br', 'zstd', 'gzip, gzip']) {
      await expect(read(Buffer.alloc(1), encoding)).rejects.toMatchObject({ code: 'unsupported_media_type' })
    }
  })

  it('refuses gzip that is none, or cut off', async () => {
    const sent = gzipSync(Buffer.from('hello, hello, hello'))
    for (const bad of [Buffer.from('hello'), sent.subarray(0, -1), sent.subarray(0, 12), Buffer.alloc(0)]) {
      await expect(read(bad, 'gzip')).rejects.toMatchObject({ code: 'bad_request' })
    }
  })
})
