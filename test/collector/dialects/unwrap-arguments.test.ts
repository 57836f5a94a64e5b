import fc from 'fast-check'
import { expect, test } from 'vitest'
import { unwrapArguments } from '../../../collector/dialects/unwrap-arguments.ts'
import type { AttributeValue } from '../../../collector/receiver/span-view.ts'

test.each<[string, AttributeValue, AttributeValue]>([
  ['JSON text stays text', '{"q":"x"}', '{"q":"x"}'],
  ['plain text', 'invoice 4411', 'invoice 4411'],
  ['a value', { q: 'x' }, { q: 'x' }],
  ['JSON quoted once more', '"{\\"q\\":\\"x\\"}"', '{"q":"x"}'],
  ['what repr wrote', "{'q': 'x'}", { q: 'x' }],
  ['named arguments of a function', '{"args":[],"kwargs":{"q":"x"}}', { q: 'x' }],
  ['no arguments of a function', '{"args":[],"kwargs":{}}', {}],
  ['placed arguments', '{"args":["x",2],"kwargs":{}}', ['x', 2]],
  ['one placed object', '{"args":[{"q":"x"}],"kwargs":{}}', { q: 'x' }],
  ['both', '{"args":["x"],"kwargs":{"n":1}}', { args: ['x'], kwargs: { n: 1 } }],
  ['JSON inside JSON', '{"args":["{\\"q\\":\\"x\\"}"]}', { q: 'x' }],
  ['smolagents', '{"args":[],"sanitize_inputs_outputs":true,"kwargs":{"q":"x"}}', { q: 'x' }],
  [
    'smolagents with both',
    { args: ['x'], sanitize_inputs_outputs: true, kwargs: { n: 1 } },
    { args: ['x'], kwargs: { n: 1 } },
  ],
  [
    "a callback's envelope",
    { input_str: "{'q': 'x'}", tags: ['a'], metadata: { langgraph_step: 3 }, inputs: { q: 'x' }, kwargs: {} },
    { q: 'x' },
  ],
  ["a callback's envelope without inputs", { input_str: "{'q': 'x'}", tags: [], metadata: {} }, { q: 'x' }],
  ["a callback's envelope of one text", { input_str: 'invoice 4411', inputs: null }, 'invoice 4411'],
  [
    "a callback's envelope that was cut off",
    '{"input_str":"{\'q\': \'x\'}","tags":["seq:step:4"],"metadata":{"langgra',
    { q: 'x' },
  ],
  ['the input of a run', '{"input":{"q":"x"}}', { q: 'x' }],
  ['the input of a run as text', '{"input":"{\'q\': \'x\'}"}', { q: 'x' }],
  ['an argument that is called input', '{"input":"some words"}', { input: 'some words' }],
  ['arguments that only look like it', '{"args":"-la","path":"."}', { args: '-la', path: '.' }],
  ['nothing', null, null],
])('%s', (_, wrapped, value) => {
  expect(unwrapArguments(wrapped)).toEqual(value)
})

test('never throws, and calls that differ stay different', () => {
  fc.assert(
    fc.property(fc.jsonValue(), fc.jsonValue(), (a, b) => {
      const call = (value: unknown): string => JSON.stringify({ args: [], kwargs: { value } })
      unwrapArguments(a as AttributeValue)
      unwrapArguments(JSON.stringify(a))
      const [left, right] = [unwrapArguments(call(a)), unwrapArguments(call(b))]
      expect(JSON.stringify(left) === JSON.stringify(right)).toBe(JSON.stringify(a) === JSON.stringify(b))
    }),
  )
})
