import { describe, expect, it } from 'vitest'
import { traceDecoder, type Encoding } from '../../../collector/receiver/decode.ts'
import type { DecodeLimits } from '../../../collector/receiver/limits.ts'
import { encodeJson } from '../../support/otlp-encode-json.ts'
import { modelSpan, type ModelPair, type ModelSpan, type ModelValue } from '../../support/otlp-model.ts'
import { encodeProtobuf } from '../../support/otlp-protobuf.ts'

const spelling = { integers: 'string', enums: 'number', keys: 'camel', hex: 'lower' } as const

function pairs(count: number): ModelPair[] {
  return Array.from({ length: count }, (_, i) => ({ key: `k${i}`, value: { kind: 'string', value: 'v' } }))
}

function nested(levels: number): ModelValue {
  let value: ModelValue = { kind: 'string', value: 'deep' }
  for (let i = 1; i < levels; i++) {
    value = i % 2 === 0 ? { kind: 'array', value: [value] } : { kind: 'kvlist', value: [{ key: 'k', value }] }
  }
  return value
}

function decode(
  encoding: Encoding,
  spans: readonly ModelSpan[],
  { resource = [], limits = {} }: { resource?: ModelPair[]; limits?: Partial<DecodeLimits> } = {},
) {
  const request = [
    { attributes: resource, scopes: [{ name: 's', version: '', spans }] },
    { attributes: [], scopes: [{ name: 'other', version: '', spans: [modelSpan('elsewhere')] }] },
  ]
  const body = encoding === 'json' ? Buffer.from(encodeJson(request, spelling)) : encodeProtobuf(request)
  const decoded = traceDecoder(limits)(encoding, body)
  return { ...decoded, names: decoded.spans.map((span) => span.name) }
}

describe.each(['protobuf', 'json'] as const)('%s: a span that can never be accepted', (encoding) => {
  const bad: readonly [string, Partial<ModelSpan>, RegExp][] = [
    ['no trace id', { traceId: Buffer.alloc(0) }, /trace id/],
    ['a trace id of zeros', { traceId: Buffer.alloc(16) }, /trace id is missing/],
    ['a trace id that is too short', { traceId: Buffer.alloc(15, 1) }, /trace id/],
    ['no span id', { spanId: Buffer.alloc(0) }, /span id/],
    ['a parent id of the wrong size', { parentSpanId: Buffer.alloc(9, 1) }, /parent span id/],
    ['too many attributes', { attributes: pairs(10_001) }, /more than 10000 attributes/],
    ['a value nested too deeply', { attributes: [{ key: 'a', value: nested(33) }] }, /nested too deeply/],
    [
      'too many events',
      { events: Array.from({ length: 513 }, () => ({ name: 'e', timeNs: 1n, attributes: [] })) },
      /more than 512 events/,
    ],
    [
      'an event with too many attributes',
      { events: [{ name: 'e', timeNs: 1n, attributes: pairs(10_001) }] },
      /more than 10000 attributes/,
    ],
  ]
  it.each(bad)('%s: is rejected with the reason, the others are kept', (_, parts, reason) => {
    const decoded = decode(encoding, [modelSpan('before'), modelSpan('bad', parts), modelSpan('after')])
    expect(decoded.names).toEqual(['before', 'after', 'elsewhere'])
    expect(decoded.rejected).toBe(1)
    expect(decoded.rejectedReason).toMatch(/^1 span: /)
    expect(decoded.rejectedReason).toMatch(reason)
  })

  it('may be a prompt of many numbered messages', () => {
    const messages = Array.from({ length: 400 }, (_, index) => [
      { key: `llm.input_messages.${index}.message.role`, value: { kind: 'string', value: 'tool' } as const },
      { key: `llm.input_messages.${index}.message.content`, value: { kind: 'string', value: 'x' } as const },
    ])
    const decoded = decode(encoding, [modelSpan('ChatOpenAI', { attributes: messages.flat() })])
    expect(decoded.names).toEqual(['ChatOpenAI', 'elsewhere'])
    expect(decoded.spans[0]?.attributes.under('llm.input_messages.')).toHaveLength(800)
  })

  it('is accepted at the limit itself', () => {
    const decoded = decode(encoding, [
      modelSpan('wide', { attributes: pairs(10_000) }),
      modelSpan('deep', { attributes: [{ key: 'a', value: nested(32) }] }),
    ])
    expect(decoded.rejectedReason).toBe('')
    expect(decoded.names).toEqual(['wide', 'deep', 'elsewhere'])
    expect(JSON.stringify(decoded.spans[1]?.attributes.get('a'))).toContain('deep')
  })

  it('takes along the spans of a resource that is beyond a limit, and no others', () => {
    const decoded = decode(encoding, [modelSpan('a'), modelSpan('b')], {
      resource: [{ key: 'deep', value: nested(33) }],
    })
    expect(decoded.names).toEqual(['elsewhere'])
    expect(decoded.rejectedReason).toMatch(/^2 spans: .*nested too deeply/)
  })

  it('sums up reasons when there are many', () => {
    const spans = [3, 4, 5, 6, 7, 9, 10].map((size) => modelSpan('bad', { spanId: Buffer.alloc(size, 1) }))
    const { rejected, rejectedReason } = decode(encoding, spans)
    expect(rejected).toBe(7)
    expect(rejectedReason.length).toBeLessThan(300)
  })

  it('counts all spans of the request against the limit', () => {
    const spans = [modelSpan('a'), modelSpan('b', { traceId: Buffer.alloc(0) })]
    expect(decode(encoding, spans, { limits: { spansPerRequest: 3 } }).names).toEqual(['a', 'elsewhere'])
    expect(() => decode(encoding, spans, { limits: { spansPerRequest: 2 } })).toThrow(
      'more than 2 spans (setting `spans_per_request`)',
    )
  })

  it('knows a parent of zeros for a root', () => {
    const decoded = decode(encoding, [modelSpan('root', { parentSpanId: Buffer.alloc(8) })])
    expect(decoded.spans[0]?.parentSpanId).toBeNull()
  })
})

describe('JSON that is not OTLP', () => {
  const decodeText = (text: string) => traceDecoder()('json', Buffer.from(text))

  it.each(['', '[]', 'null', '{', '"a"', '{"resourceSpans": 1}', '{"resourceSpans": [{"scopeSpans": {}}]}'])(
    '%s is a bad request',
    (text) => {
      expect(() => decodeText(text)).toThrow(expect.objectContaining({ code: 'bad_request' }))
    },
  )

  it('may lack every list', () => {
    for (const text of ['{}', '{"resourceSpans":null}', '{"resourceSpans":[{}]}', '{"unknown":1}']) {
      expect(decodeText(text).spans).toEqual([])
    }
  })

  it('is not parsed when it would take too much memory', () => {
    expect(() => decodeText('['.repeat(1000))).toThrow('nested deeper')
    expect(() => decodeText(`[${'{},'.repeat(2_000_000)}{}]`)).toThrow('parts')
    const brackets = `{"resourceSpans":[],"a":"${'[{,\\\\"'.repeat(1)}"}`
    expect(() => decodeText(brackets)).toThrow('malformed JSON')
    expect(decodeText(`{"a":"${'[\\"'.repeat(1000)}"}`).spans).toEqual([])
  })

  it.each([
    ['a value of the wrong type', '{"key":"a","value":{"intValue":"x"}}'],
    ['an integer of more than 64 bits', '{"key":"a","value":{"intValue":"99999999999999999999"}}'],
    ['a key that is no text', '{"key":1,"value":{"stringValue":"x"}}'],
    ['an attribute that is null', 'null'],
    ['a list that is none', '{"key":"a","value":{"arrayValue":{"values":{}}}}'],
  ])('%s rejects its span only', (_, attribute) => {
    const ids = '"traceId":"0af7651916cd43dd8448eb211c80319c","spanId":"b7ad6b7169203331"'
    const decoded = decodeText(
      `{"resourceSpans":[{"scopeSpans":[{"spans":[{${ids},"attributes":[${attribute}]},{${ids},"name":"good"}, null, 7]}]}]}`,
    )
    expect(decoded.spans.map((span) => span.name)).toEqual(['good'])
    expect(decoded.rejected).toBe(3)
  })
})
