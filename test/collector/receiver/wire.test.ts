import { describe, expect, it } from 'vitest'
import { traceDecoder } from '../../../collector/receiver/decode.ts'
import { WireReader } from '../../../collector/receiver/protobuf/wire-reader.ts'
import { delimitedField as field, varintField } from '../../../collector/receiver/protobuf/wire-writer.ts'

const traceId = field(1, Buffer.alloc(16, 1))
const spanId = field(2, Buffer.alloc(8, 2))
const good = Buffer.concat([traceId, spanId, field(5, 'good')])

function join(...parts: readonly Uint8Array[]): Buffer {
  return Buffer.concat(parts)
}

/** A request with these spans, before and after them what else the messages may hold. */
function request(spans: readonly Uint8Array[], scope: Uint8Array = field(1, field(1, 'scope'))): Buffer {
  const scopeSpans = field(2, join(...spans.map((span) => field(2, span)), scope))
  return field(1, join(scopeSpans, field(1, field(1, field(1, 'service.name')))))
}

function decode(bytes: Buffer) {
  return traceDecoder()('protobuf', bytes)
}

describe('the wire reader', () => {
  const read = (...bytes: number[]) => new WireReader(Buffer.from(bytes))

  it('reads varints of up to ten bytes', () => {
    expect(read(0x96, 0x01).varint(2)).toBe(150)
    expect(read(0x80, 0x00).varint(2)).toBe(0)
    expect(read(...Array<number>(9).fill(0xff), 0x01).int64(10)).toBe(-1)
    expect(() => read(...Array<number>(10).fill(0x80), 0x00).varint(11)).toThrow('more than 10 bytes')
  })

  it('never reads beyond the message', () => {
    expect(() => read(0x80, 0x01).varint(1)).toThrow('cut off')
    expect(() => read(0x05, 1, 2).delimited(3)).toThrow('cut off')
    expect(() => read(...Array<number>(9).fill(0xff), 0x01).delimited(10)).toThrow('cut off')
    expect(() => read(0, 0, 0).skip(0x0d, 3)).toThrow('cut off')
    expect(() => read(0, 0, 0, 0, 0, 0, 0).skip(0x09, 7)).toThrow('cut off')
  })

  it('refuses groups, unknown wire types and field 0', () => {
    for (const tag of [0x0b, 0x0c, 0x0e, 0x0f]) expect(() => read().skip(tag, 0)).toThrow('wire type')
    expect(() => read(0x02).tag(1)).toThrow('field tag')
    expect(() => read(0xff, 0xff, 0xff, 0xff, 0xff, 0x01).tag(6)).toThrow('field tag')
  })
})

describe('a protobuf request', () => {
  it('may have resource and scope behind the spans', () => {
    const { spans } = decode(request([good]))
    expect(spans[0]?.scopeName).toBe('scope')
    expect(spans[0]?.resource.keys()).toEqual(['service.name'])
    expect(spans[0]?.resource.get('service.name')).toBeNull()
  })

  it('may have fields that are not known, of every wire type', () => {
    const unknown = join(
      field(14, 'x'),
      varintField(13, 300),
      Buffer.from([0xa5, 0x01, 1, 2, 3, 4]),
      Buffer.from([0xa1, 0x01, 1, 2, 3, 4, 5, 6, 7, 8]),
    )
    const { spans, rejected } = decode(join(unknown, request([join(unknown, good, unknown)]), unknown))
    expect(rejected).toBe(0)
    expect(spans.map((span) => span.name)).toEqual(['good'])
  })

  it('may have known fields of an unknown type: they count as missing', () => {
    const { spans } = decode(request([join(traceId, spanId, varintField(5, 7))]))
    expect(spans[0]?.name).toBe('')
  })

  it('counts unknown kinds and codes as unspecified', () => {
    const { spans } = decode(request([join(good, varintField(6, 77), field(15, varintField(3, 9)))]))
    expect(spans[0]).toMatchObject({ kind: 0, statusCode: 0 })
  })

  it('loses only the spans that are malformed inside', () => {
    const malformed = [
      join(good, Buffer.from([0x0b])),
      join(good, Buffer.from([0x4a, 0x05, 1])),
      join(good, field(9, Buffer.from([0x12, 0x7f]))),
      join(good, field(9, field(2, Buffer.from([0x2a, 0x01, 0x0a])))),
      join(good, field(11, Buffer.from([0x09, 1]))),
      join(good, field(15, Buffer.from([0x18]))),
    ]
    const { spans, rejected, rejectedReason } = decode(request([...malformed, good]))
    expect(spans.map((span) => span.name)).toEqual(['good'])
    expect(rejected).toBe(malformed.length)
    expect(rejectedReason).toMatch(/malformed protobuf: .* at byte \d+/)
  })

  it('loses the spans of a malformed scope', () => {
    const { spans, rejected } = decode(request([good, good], field(1, Buffer.from([0x0a, 0x09]))))
    expect([spans.length, rejected]).toEqual([0, 2])
  })

  it('is refused when the framing around spans is broken', () => {
    for (const bytes of [
      Buffer.from([0x0a, 0x05, 0x12]),
      Buffer.from([0x0b]),
      request([good]).subarray(0, -1),
    ]) {
      expect(() => decode(bytes)).toThrow(expect.objectContaining({ code: 'bad_request' }))
    }
  })

  it('may be empty', () => {
    expect(decode(Buffer.alloc(0))).toEqual({ spans: [], rejected: 0, rejectedReason: '' })
  })

  it('replaces what is not UTF-8', () => {
    const { spans } = decode(request([join(traceId, spanId, field(5, Buffer.from([0x61, 0xff])))]))
    expect(spans[0]?.name).toBe('a\ufffd')
  })

  it('finds keys beyond those it can learn', () => {
    const decodeAll = traceDecoder()
    const attribute = (key: string) => field(9, join(field(1, key), field(2, field(1, `value of ${key}`))))
    const keys = Array.from({ length: 2000 }, (_, i) => `key.${i}`)
    const bytes = request(keys.map((key) => join(good, attribute(key))))
    for (let round = 0; round < 2; round++) {
      const { spans } = decodeAll('protobuf', bytes)
      spans.forEach((span, i) => {
        expect(span.attributes.get(keys[i] as string)).toBe(`value of key.${i}`)
        expect(span.attributes.get('key.x')).toBeUndefined()
      })
    }
  })
})
