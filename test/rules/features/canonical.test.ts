import canonicalize from 'canonicalize'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { jsonText } from '../../../rules/features/json/json-text.ts'
import { canonicalText } from './canonical-text.ts'

/** The canonical text that fingerprints are made of, nothing masked. */
function canonicalJson(value: unknown): string {
  return canonicalText(jsonText(value)) ?? ''
}

const value = fc.jsonValue({ maxDepth: 6 }).filter((given) => !/"\s*(?:\{|\[)/.test(JSON.stringify(given)))

test('canonical JSON is that of RFC 8785, as another implementation writes it', () => {
  fc.assert(
    fc.property(value, (given) => {
      expect(canonicalJson(given)).toBe(canonicalize(given))
    }),
    { numRuns: 2000 },
  )
})

test('the example of RFC 8785, section 3.2', () => {
  const numbers: unknown = JSON.parse('[333333333.33333329, 1E30, 4.50, 2e-3, 0.000000000000000000000000001]')
  const string: unknown = JSON.parse('"\\u20ac$\\u000F\\u000aA\'\\u0042\\u0022\\u005c\\\\\\"\\/"')
  expect(canonicalJson({ numbers, string, literals: [null, true, false] })).toBe(
    '{"literals":[null,true,false],"numbers":[333333333.3333333,1e+30,4.5,0.002,1e-27],"string":"€$\\u000f\\nA\'B\\"\\\\\\\\\\"/"}',
  )
  const sorted = { '\u20ac': 1, '\r': 2, '\ufb33': 3, '1': 4, '\ud83d\ude00': 5, '\u0080': 6, '\u00f6': 7 }
  expect(Object.values(JSON.parse(canonicalJson(sorted)) as object)).toEqual([4, 2, 6, 7, 1, 5, 3])
})

test('what is no JSON is written as JSON.stringify would, and never throws', () => {
  expect(
    canonicalJson({ a: undefined, b: () => 1, c: Number.NaN, d: [undefined], e: new Date(0), f: 1n }),
  ).toBe('{"c":null,"d":[null],"e":"1970-01-01T00:00:00.000Z","f":"1"}')
  const self: Record<string, unknown> = {}
  self['self'] = self
  expect(canonicalJson(self)).toContain('…')
  const hostile = {
    get bad(): never {
      throw new Error('no')
    },
    toJSON: 5,
  }
  expect(canonicalJson(hostile)).toBe('{"toJSON":5}')
  const proxy: unknown = new Proxy(
    {},
    {
      ownKeys: () => {
        throw new Error('no')
      },
    },
  )
  expect(canonicalJson(proxy)).toBe('{}')
})
