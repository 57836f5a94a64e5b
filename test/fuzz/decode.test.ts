import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { PermanentError } from '../../collector/errors/errors.ts'
import { traceDecoder, type Encoding } from '../../collector/receiver/decode.ts'
import { plainSpan } from '../support/otlp-model.ts'
import { seededRandom } from '../support/random.ts'
import { nestedJson, nestedProtobuf, realJson, realProtobuf } from './bodies.ts'

/** Decodes and reads everything: gives what came of it, or fails with anything but a permanent error. */
function readAll(encoding: Encoding, body: Buffer): 'refused' | { read: number; rejected: number } {
  try {
    const { spans, rejected } = traceDecoder()(encoding, body)
    for (const span of spans) JSON.stringify(plainSpan(span))
    return { read: spans.length, rejected }
  } catch (error) {
    if (error instanceof PermanentError) return 'refused'
    throw error
  }
}

const bodies = { protobuf: realProtobuf(), json: realJson() }
const encodings: readonly Encoding[] = ['protobuf', 'json']

describe.each(encodings)('a real request in %s', (encoding) => {
  const body = bodies[encoding]
  const whole = readAll(encoding, body)

  it('cut off after any byte is refused, or is the beginning of the request', () => {
    const accepted = []
    for (let length = 0; length < body.length; length++) {
      const result = readAll(encoding, body.subarray(0, length))
      if (result !== 'refused') accepted.push(length)
    }
    // In protobuf nothing at all is an empty request.
    expect(accepted).toEqual(encoding === 'protobuf' ? [0] : [])
    expect(whole).toMatchObject({ rejected: 0 })
  })

  it('with bits flipped is refused, or read without harm', () => {
    const random = seededRandom(20_261_130)
    const results = new Map<string, number>()
    for (let round = 0; round < 2000; round++) {
      const flipped = Buffer.from(body)
      for (let flips = 1 + Math.floor(random() * 4); flips > 0; flips--) {
        const at = Math.floor(random() * flipped.length)
        flipped[at] = (flipped[at] as number) ^ (1 << Math.floor(random() * 8))
      }
      const result = readAll(encoding, flipped)
      const kind = result === 'refused' ? result : result.rejected > 0 ? 'some rejected' : 'read'
      results.set(kind, (results.get(kind) ?? 0) + 1)
    }
    expect(results.size).toBeGreaterThan(1)
  })
})

describe('any bytes', () => {
  it.each(encodings)('as %s are refused, or read without harm', (encoding) => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200, size: 'max' }), (bytes) => {
        readAll(encoding, Buffer.from(bytes))
      }),
      { numRuns: 3000 },
    )
  })

  it('in the shape of messages are refused, or read without harm', () => {
    const tag = fc.constantFrom(
      0x0a,
      0x12,
      0x1a,
      0x22,
      0x2a,
      0x32,
      0x3a,
      0x4a,
      0x5a,
      0x7a,
      0x10,
      0x18,
      0x21,
      0x39,
    )
    const message = fc.array(fc.oneof(tag, fc.nat({ max: 24 }), fc.nat({ max: 255 })), {
      maxLength: 200,
      size: 'max',
    })
    fc.assert(
      fc.property(message, (bytes) => {
        readAll('protobuf', Buffer.from(bytes))
      }),
      { numRuns: 5000 },
    )
  })
})

describe('values nested 100 000 deep', () => {
  it('reject their span in protobuf', () => {
    expect(readAll('protobuf', nestedProtobuf(32 - 1))).toEqual({ read: 1, rejected: 0 })
    expect(readAll('protobuf', nestedProtobuf(32))).toEqual({ read: 0, rejected: 1 })
    expect(readAll('protobuf', nestedProtobuf(100_000))).toEqual({ read: 0, rejected: 1 })
  })

  it('are refused in JSON before they are parsed', () => {
    expect(readAll('json', nestedJson(31))).toEqual({ read: 1, rejected: 0 })
    expect(readAll('json', nestedJson(33))).toEqual({ read: 0, rejected: 1 })
    expect(readAll('json', nestedJson(100_000))).toBe('refused')
  })
})
