import fc from 'fast-check'
import { expect, test } from 'vitest'
import { unwrap } from '../../../collector/dialects/unwrap.ts'
import type { AttributeValue } from '../../../collector/receiver/span-view.ts'

test.each<[string, AttributeValue, AttributeValue, boolean]>([
  ['text', 'no hits', 'no hits', false],
  ['JSON text of data stays text', '{"hits":0}', '{"hits":0}', false],
  ['JSON text quoted once more', '"no hits"', 'no hits', false],
  ['JSON text of JSON text of data', '"{\\"hits\\":0}"', '{"hits":0}', false],
  [
    'content blocks',
    [
      { type: 'text', text: 'a' },
      { type: 'text', text: 'b' },
    ],
    'a\nb',
    false,
  ],
  ['content blocks as text', ' [{"type": "text", "text": "a"}]', 'a', false],
  ['blocks without a type', [{ text: 'a' }], 'a', false],
  ['an MCP result', '{"content":[{"type":"text","text":"a"}],"isError":false}', 'a', false],
  ['an MCP result that failed', { isError: true, content: [{ type: 'text', text: 'a' }] }, 'a', true],
  [
    'an MCP result of an image',
    { content: [{ type: 'image', data: 'x' }] },
    [{ type: 'image', data: 'x' }],
    false,
  ],
  ['a structured MCP result', { structuredContent: { n: 1 }, isError: false }, { n: 1 }, false],
  ['a typed output', { type: 'json', value: { n: 1 } }, { n: 1 }, false],
  ['a typed failure', { type: 'error-text', value: 'upstream 503' }, 'upstream 503', true],
  ['one key', { result: { output: 'a' } }, 'a', false],
  ['one key as text', '{"result": {"n": 1}}', { n: 1 }, false],
  ['a key beside others is data', { result: 'a', n: 1 }, { result: 'a', n: 1 }, false],
  ['text that only begins like an envelope', '{"result": ', '{"result": ', false],
  ['a quotation', '"a" and "b"', '"a" and "b"', false],
  ['nothing', null, null, false],
  ['an empty list', [], [], false],
])('%s', (_, wrapped, value, failed) => {
  expect(unwrap(wrapped)).toMatchObject({ value, failed })
})

test('never throws, and ends for values of any depth', () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      unwrap(value as AttributeValue)
      unwrap(JSON.stringify(value))
    }),
  )
  let deep: AttributeValue = 'x'
  for (let depth = 0; depth < 1000; depth++) deep = { result: deep }
  expect(unwrap(deep).failed).toBe(false)
})
