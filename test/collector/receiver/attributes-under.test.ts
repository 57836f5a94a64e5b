import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { traceDecoder } from '../../../collector/receiver/decode.ts'
import { encodeJson } from '../../support/otlp-encode-json.ts'
import { modelSpan, type ModelRequest } from '../../support/otlp-model.ts'
import { encodeProtobuf } from '../../support/otlp-protobuf.ts'

function request(pairs: readonly (readonly [string, string])[]): ModelRequest {
  const attributes = pairs.map(([key, value]) => ({ key, value: { kind: 'string', value } as const }))
  return [
    { attributes: [], scopes: [{ name: 'test', version: '', spans: [modelSpan('span', { attributes })] }] },
  ]
}

const encodings = {
  protobuf: (model: ModelRequest) => encodeProtobuf(model),
  json: (model: ModelRequest) =>
    Buffer.from(encodeJson(model, { integers: 'string', enums: 'number', keys: 'camel', hex: 'lower' })),
} as const

describe.each(['protobuf', 'json'] as const)('attributes under a prefix, %s', (encoding) => {
  const key = fc.string({ unit: fc.constantFrom('a', '.', '0', 'é', '👋'), maxLength: 6 })

  test('are those whose keys begin with it, in wire order, duplicates and all', () => {
    const decode = traceDecoder()
    fc.assert(
      fc.property(fc.array(fc.tuple(key, fc.string())), key, (pairs, prefix) => {
        const [span] = decode(encoding, encodings[encoding](request(pairs))).spans
        expect(span?.attributes.under(prefix)).toEqual(
          pairs.flatMap(([name, value]) =>
            name.startsWith(prefix) ? [[name.slice(prefix.length), value]] : [],
          ),
        )
      }),
    )
  })

  test('do not disturb other reads', () => {
    const decode = traceDecoder()
    const body = encodings[encoding](
      request([
        ['m.0.role', 'user'],
        ['x', '1'],
      ]),
    )
    for (let round = 0; round < 2; round++) {
      const [span] = decode(encoding, body).spans
      expect(span?.attributes.get('x')).toBe('1')
      expect(span?.attributes.under('m.')).toEqual([['0.role', 'user']])
      expect(span?.attributes.get('m.0.role')).toBe('user')
      expect(span?.attributes.get('x')).toBe('1')
    }
  })
})
