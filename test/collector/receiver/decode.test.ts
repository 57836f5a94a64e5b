import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { traceDecoder } from '../../../collector/receiver/decode.ts'
import { requestArbitrary } from '../../support/otlp-arbitrary.ts'
import { encodeJson, type JsonSpelling } from '../../support/otlp-encode-json.ts'
import { plainSpan } from '../../support/otlp-model.ts'
import { decodeWithBufbuild, decodeWithProtobufjs, encodeProtobuf } from '../../support/otlp-protobuf.ts'

const spelling: fc.Arbitrary<JsonSpelling> = fc.record({
  integers: fc.constantFrom('number', 'string'),
  enums: fc.constantFrom('number', 'name'),
  keys: fc.constantFrom('camel', 'snake'),
  hex: fc.constantFrom('lower', 'upper'),
})

describe('the protobuf decoder', () => {
  it('agrees with protobufjs and with bufbuild on every span', () => {
    fc.assert(
      fc.property(requestArbitrary, (request) => {
        const bytes = encodeProtobuf(request)
        const decoded = traceDecoder()('protobuf', bytes)
        expect(decoded).toMatchObject({ rejected: 0, rejectedReason: '' })
        const spans = decoded.spans.map(plainSpan)
        expect(spans).toEqual(decodeWithProtobufjs(bytes))
        expect(spans).toEqual(decodeWithBufbuild(bytes))
      }),
      { numRuns: 300 },
    )
  })

  it('reads the same whether the keys were learned before or not', () => {
    fc.assert(
      fc.property(requestArbitrary, (request) => {
        const bytes = encodeProtobuf(request)
        const decode = traceDecoder()
        const first = decode('protobuf', bytes).spans.map(plainSpan)
        expect(decode('protobuf', bytes).spans.map(plainSpan)).toEqual(first)
      }),
      { numRuns: 200 },
    )
  })
})

describe('the JSON decoder', () => {
  it('agrees with the protobuf decoder on the same spans in every spelling', () => {
    fc.assert(
      fc.property(requestArbitrary, spelling, (request, spelled) => {
        const decode = traceDecoder()
        const json = decode('json', Buffer.from(encodeJson(request, spelled)))
        expect(json).toMatchObject({ rejected: 0, rejectedReason: '' })
        const protobuf = decode('protobuf', encodeProtobuf(request))
        expect(json.spans.map(plainSpan)).toEqual(protobuf.spans.map(plainSpan))
      }),
      { numRuns: 300 },
    )
  })
})
