import fc from 'fast-check'
import { expect, test } from 'vitest'
import { pythonKeywords, pythonLiteral } from '../../../collector/dialects/python-literal.ts'

test.each<[string, unknown]>([
  ["{'query': 'example'}", { query: 'example' }],
  ["{'a': [1, 2.5, -3, 1e3], 'b': (True, False, None)}", { a: [1, 2.5, -3, 1000], b: [true, false, null] }],
  [`{"it's": 'a "b"', 'c': "d'e"}`, { "it's": 'a "b"', c: "d'e" }],
  [String.raw`{'a': 'x\n\t\\\'\x41\u00e9\U0001f44b\q'}`, { a: "x\n\t\\'Aé👋\\q" }],
  ["{1: 'a', None: 'b'}", { '1': 'a', null: 'b' }],
  ["('a',)", ['a']],
  ["[ToolMessage(content='a', status='error')]", [{ type: 'tool', content: 'a', status: 'error' }]],
  ["{'id': 1234567890123456781, 'n': 7}", { id: '1234567890123456781', n: 7 }],
  ['{}', {}],
  ['[]', []],
  ["{'a': {'b': [{'c': 1}]}, }", { a: { b: [{ c: 1 }] } }],
])('%s', (text, value) => {
  expect(pythonLiteral(text)).toEqual(value)
})

test.each([
  "{'a': 'b'",
  "{'a': }",
  "{'a' 'b'}",
  "['a' 'b']",
  "{'a': object()}",
  "{'a': <Message id=3>}",
  "('hello' said he",
  "'a' + 'b'",
  '',
  '{'.repeat(10_000),
])('is no literal: %s', (text) => {
  expect(pythonLiteral(text)).toBeUndefined()
})

test('what repr writes of JSON comes back', () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      expect(pythonLiteral(repr(value))).toEqual(JSON.parse(JSON.stringify(value)))
    }),
  )
})

test('any text gives something or nothing, and ends', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: fc.constantFrom("'", '"', '\\', '{', '}', '[', ']', ':', ',', 'a', '1', '=') }),
      (text) => {
        pythonLiteral(text)
        pythonKeywords(text)
      },
    ),
  )
})

test("the words of a message's repr", () => {
  expect(pythonKeywords(`content='no "hits"' name='search' id=None tool_call_id='call_1'`)).toEqual({
    content: 'no "hits"',
    name: 'search',
    id: null,
    tool_call_id: 'call_1',
  })
  expect(pythonKeywords("content='x' and more")).toBeUndefined()
})

function repr(value: unknown): string {
  if (value === null) return 'None'
  if (typeof value === 'boolean') return value ? 'True' : 'False'
  if (typeof value === 'number') return JSON.stringify(value)
  if (typeof value === 'string')
    return `'${value
      .replaceAll('\\', '\\\\')
      .replaceAll("'", "\\'")
      .replaceAll('\n', String.raw`\n`)}'`
  if (Array.isArray(value)) return `[${value.map(repr).join(', ')}]`
  return `{${Object.entries(value as object)
    .map(([key, inner]) => `${repr(key)}: ${repr(inner)}`)
    .join(', ')}}`
}
