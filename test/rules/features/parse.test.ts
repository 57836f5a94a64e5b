import canonicalize from 'canonicalize'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { observationFeatures } from '../../../rules/features/extract.ts'
import { canonicalText } from './canonical-text.ts'
import { hashing } from './hashing.ts'

function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

/** JSON in which one place was damaged, so that it may be JSON or not. */
const damaged = fc
  .tuple(
    fc.json({ maxDepth: 4 }),
    fc.nat(),
    fc.constantFrom('', '"', '\\', ',', ':', ']', '}', '0', '-', '.', 'e', '\n', '\u0001', 'u12', ' '),
  )
  .map(([text, at, put]) => {
    const place = at % (text.length + 1)
    return text.slice(0, place) + put + text.slice(place + 1)
  })

test('a text is JSON exactly where JSON.parse says so', () => {
  fc.assert(
    fc.property(fc.oneof(damaged, fc.json(), fc.string()), (text) => {
      expect(canonicalText(text) !== null).toBe(isJson(text))
    }),
    { numRuns: 5000 },
  )
})

test('what is read is what JSON.parse reads', () => {
  const strings = fc.string({ unit: 'binary', maxLength: 12 }).filter((text) => !/^\s*[[{]/.test(text))
  const value = fc.jsonValue({ maxDepth: 5, noUnicodeString: false, stringUnit: 'binary' })
  fc.assert(
    fc.property(
      fc.oneof(value, fc.dictionary(strings, strings), fc.double()),
      fc.nat({ max: 2 }),
      (given, indent) => {
        const text = JSON.stringify(given, null, indent)
        fc.pre(!/"\s*[[{]/.test(text.replaceAll(/":\s*[[{]/g, '')))
        expect(canonicalText(text)).toBe(canonicalize(JSON.parse(text)))
      },
    ),
    { numRuns: 3000 },
  )
})

const numbers: readonly (readonly [string, string])[] = [
  ['0', '0'],
  ['-0', '0'],
  ['-0.0', '0'],
  ['1.50', '1.5'],
  ['0.000001', '0.000001'],
  ['0.0000001', '1e-7'],
  ['1E5', '100000'],
  ['123456789.123456', '123456789.123456'],
  ['0.1234567890123456789', '0.12345678901234568'],
  ['9007199254740993', '9007199254740992'],
  ['12345678901234567', '"12345678901234567"'],
  ['12345678901234568', '12345678901234568'],
  ['1e999', 'null'],
]

for (const [written, read] of numbers) {
  test(`the number ${written} is read as ${read}`, () => {
    expect(canonicalText(`[${written}]`)).toBe(`[${read}]`)
  })
}

for (const text of [
  '01',
  '1.',
  '.5',
  '-',
  '+1',
  '1e',
  '0x1',
  'NaN',
  '[1,]',
  '{"a"}',
  '{a:1}',
  '["\t"]',
  '"\\x"',
  '"\\u12"',
  '[1]]',
  'tru',
  '',
]) {
  test(`${JSON.stringify(text)} is no JSON`, () => {
    expect(canonicalText(text)).toBeNull()
  })
}

test('of a key that comes twice the last value counts, and half a surrogate pair stays itself', () => {
  expect(canonicalText('{"b":1,"a":2,"b":3}')).toBe('{"a":2,"b":3}')
  expect(canonicalText('["\\ud83d\\ude00"]')).toBe('["😀"]')
  const print = (text: string): unknown => observationFeatures(text, hashing)
  expect(print('["\\ud83d"]')).not.toEqual(print('["\\ud83c"]'))
})

test('what is nested too deeply is text', () => {
  expect(canonicalText('['.repeat(200) + ']'.repeat(200))).not.toBeNull()
  expect(canonicalText('['.repeat(100_000) + ']'.repeat(100_000))).toBeNull()
})
