import fc from 'fast-check'
import { expect, test } from 'vitest'
import { parseExact, parseToRewrite } from '../../collector/exact-json.ts'

test.each<[string, unknown]>([
  ['{"id":1234567890123456781}', { id: '1234567890123456781' }],
  [
    '[9007199254740993, 9007199254740992, 9007199254740991]',
    ['9007199254740993', 9007199254740992, 9007199254740991],
  ],
  ['[-12345678901234567890]', ['-12345678901234567890']],
  ['["1234567890123456781", 1.0, 0.1234567890123456789]', ['1234567890123456781', 1, 0.12345678901234568]],
])('integers that no number holds stay exact: %s', (text, value) => {
  expect(parseExact(text)).toEqual(value)
})

test.each([
  '{"id":1234567890123456781,"x":1e400}',
  '[0.12345678901234567890123]',
  '{"seed":12345678901234567890}',
])('what is written again is what came: %s', (text) => {
  expect(JSON.stringify(parseToRewrite(text))).toBe(text)
})

test('all other JSON is as JSON.parse reads it', () => {
  fc.assert(
    fc.property(fc.json(), (text) => {
      expect(parseExact(text)).toEqual(JSON.parse(text))
      expect(JSON.stringify(parseToRewrite(text))).toBe(JSON.stringify(JSON.parse(text)))
    }),
  )
  expect(() => parseExact('{')).toThrow(SyntaxError)
})
