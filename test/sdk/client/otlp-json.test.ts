import fc from 'fast-check'
import { expect, test } from 'vitest'
import { exportRequest } from '../../../sdk/client/otlp-json.ts'

const base = {
  traceId: '0af7651916cd43dd8448eb211c80319c',
  spanId: 'b7ad6b7169203331',
  parentSpanId: null,
  name: 'chat',
  attributes: {},
  error: null,
}

interface Request {
  readonly resourceSpans: readonly [
    {
      readonly resource: { readonly attributes: readonly unknown[] }
      readonly scopeSpans: readonly [{ readonly spans: readonly Readonly<Record<string, unknown>>[] }]
    },
  ]
}

function request(...given: Parameters<typeof exportRequest>): Request {
  return JSON.parse(exportRequest(...given)) as Request
}

test('times are nanoseconds in text, exact to the microsecond', () => {
  const time = fc.double({ min: 0, max: 4e12, noNaN: true })
  fc.assert(
    fc.property(time, (ms) => {
      const [span] = request([{ ...base, startMs: ms, endMs: ms }], {}).resourceSpans[0].scopeSpans[0].spans
      expect(span?.startTimeUnixNano).toMatch(/^\d+$/)
      expect(Number(span?.startTimeUnixNano) / 1e6).toBeCloseTo(ms, 2)
    }),
  )
})

test('values are of the types that OTLP has', () => {
  const attributes = { text: 'a', whole: 3, part: 0.5, yes: true, list: ['a', 'b'], none: undefined }
  const [{ resource, scopeSpans }] = request(
    [{ ...base, startMs: 1, endMs: 2, attributes, error: 'no' }],
    attributes,
  ).resourceSpans
  const expected = [
    { key: 'text', value: { stringValue: 'a' } },
    { key: 'whole', value: { intValue: '3' } },
    { key: 'part', value: { doubleValue: 0.5 } },
    { key: 'yes', value: { boolValue: true } },
    { key: 'list', value: { arrayValue: { values: [{ stringValue: 'a' }, { stringValue: 'b' }] } } },
  ]
  expect(resource.attributes).toEqual(expected)
  expect(scopeSpans[0].spans[0]).toMatchObject({
    traceId: base.traceId,
    spanId: base.spanId,
    name: 'chat',
    attributes: expected,
    status: { code: 2, message: 'no' },
  })
})
