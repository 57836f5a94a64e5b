import fc from 'fast-check'
import { expect, test } from 'vitest'
import { elementsFromEnd } from '../../../collector/dialects/array-text.ts'

test('the elements of any JSON array come back, last first', () => {
  fc.assert(
    fc.property(fc.array(fc.jsonValue(), { minLength: 1 }), fc.constantFrom(0, 1, 2), (values, indent) => {
      const text = JSON.stringify(values, null, indent)
      const found = [...elementsFromEnd(text, 1e6)].map((element) => JSON.parse(element) as unknown)
      expect(found.toReversed()).toEqual(JSON.parse(text))
    }),
  )
})

test('any other text gives something or nothing, and ends', () => {
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom('"', '\\', '[', ']', '{', '}', ',', 'a') }), (text) => {
      expect([...elementsFromEnd(text, 1e6)].length).toBeLessThanOrEqual(text.length + 1)
    }),
  )
})

test('no more is looked at than asked for', () => {
  const text = JSON.stringify([1, 'x'.repeat(100), 2, 3])
  expect([...elementsFromEnd(text, 6)]).toEqual(['3', '2'])
})
