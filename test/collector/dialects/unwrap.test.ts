import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
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
  ['parts of the conventions', [{ type: 'text', content: 'a' }], 'a', false],
  [
    'data that has a type and a content',
    { type: 'note', content: 'a' },
    { type: 'note', content: 'a' },
    false,
  ],
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
  [
    'an id that no number holds',
    '{"result": {"id": 1234567890123456781}}',
    { id: '1234567890123456781' },
    false,
  ],
  ['a key beside others is data', { result: 'a', n: 1 }, { result: 'a', n: 1 }, false],
  ['text that only begins like an envelope', '{"result": ', '{"result": ', false],
  ['a quotation', '"a" and "b"', '"a" and "b"', false],
  [
    "LangChain's message as JS writes it",
    { lc: 1, type: 'constructor', id: [], kwargs: { content: 'a', tool_call_id: 'c', status: 'success' } },
    'a',
    false,
  ],
  [
    "LangChain's message as Python writes it, in an envelope",
    '{"output": {"content": "a", "type": "tool", "tool_call_id": "c", "status": "error"}}',
    'a',
    true,
  ],
  ["LangChain's message by its repr", "content='a' name='t' tool_call_id='c'", 'a', false],
  ["a callback's envelope", { output: { content: 'a', type: 'tool' }, kwargs: { run_id: '7' } }, 'a', false],
  ["a list that Python's repr wrote", "['a', {'n': 1}]", ['a', { n: 1 }], false],
  ['words in brackets', "('a' is a letter)", "('a' is a letter)", false],
  ["OpenAI's message of a tool", '{"role":"tool","tool_call_id":"call_1","content":"a"}', 'a', false],
  ['a list of one', [{ role: 'tool', tool_call_id: 'call_1', content: 'a' }], 'a', false],
  [
    "OpenAI's item of a call's output",
    { type: 'function_call_output', call_id: 'call_1', id: 'fco_1', output: 'a' },
    'a',
    false,
  ],
  [
    "Anthropic's block that failed",
    '{"type":"tool_result","tool_use_id":"toolu_1","content":[{"type":"text","text":"a"}],"is_error":true}',
    'a',
    true,
  ],
  [
    'messages of the conventions',
    [{ role: 'tool', parts: [{ type: 'tool_call_response', id: 'call_1', response: { n: 1 } }] }],
    { n: 1 },
    false,
  ],
  ["Google's part", { functionResponse: { id: 'x', name: 't', response: { result: 'a' } } }, 'a', false],
  [
    "Bedrock's part",
    { toolResult: { toolUseId: 'x', status: 'error', content: [{ text: 'a' }] } },
    'a',
    true,
  ],
  [
    "a graph's state of messages",
    '{"messages": [{"content": "a", "type": "tool", "tool_call_id": "c", "id": "0d1f"}]}',
    'a',
    false,
  ],
  [
    "LangGraph's command by its repr",
    "Command(update={'messages': [ToolMessage(content='a', tool_call_id='c', status='error')]}, goto='b')",
    'a',
    true,
  ],
  [
    "LangGraph's command as JS writes it",
    {
      lg_name: 'Command',
      update: { messages: [{ lc: 1, kwargs: { content: 'a', tool_call_id: 'c' }, id: ['ToolMessage'] }] },
      goto: [],
    },
    'a',
    false,
  ],
  [
    'several answers',
    [
      { role: 'tool', tool_call_id: 'call_1', content: 'a' },
      { role: 'tool', tool_call_id: 'call_2', content: 'b' },
    ],
    ['a', 'b'],
    false,
  ],
  [
    'a message beside others is data',
    [
      { role: 'user', content: 'x' },
      { role: 'tool', tool_call_id: 'call_1', content: 'a' },
    ],
    [
      { role: 'user', content: 'x' },
      { role: 'tool', tool_call_id: 'call_1', content: 'a' },
    ],
    false,
  ],
  [
    'a record with a type and an id is data',
    { type: 'function', id: '5', name: 'main', content: 'a' },
    { type: 'function', id: '5', name: 'main', content: 'a' },
    false,
  ],
  ['text of an assistant', { content: 'a', type: 'ai' }, { content: 'a', type: 'ai' }, false],
  ['nothing', null, null, false],
  ['an empty list', [], [], false],
])('%s', (_, wrapped, value, failed) => {
  expect(unwrap(wrapped)).toMatchObject({ value, failed })
})

test('an envelope names the call that it answers, and the tool', () => {
  const message = { content: '[{"type":"text","text":"a"}]', type: 'tool', tool_call_id: 'c', name: 't' }
  expect(unwrap({ output: message })).toEqual({ value: 'a', failed: false, callId: 'c', tool: 't' })
  expect(unwrap('a')).toEqual({ value: 'a', failed: false, callId: null, tool: null })
})

describe('a message that was cut off', () => {
  const text = JSON.stringify({
    lc: 1,
    type: 'constructor',
    id: ['ToolMessage'],
    kwargs: { content: 'a\n"b" c' },
  })

  test('is its content as far as it goes, the ids before and behind it left out', () => {
    expect(unwrap(text.slice(0, -4)).value).toBe('a\n"b" c'.slice(0, -1))
    expect(unwrap(text.slice(0, -7)).value).toBe('a\n"b')
  })

  test('is unknown when nothing is left of its content', () => {
    expect(unwrap(text.slice(0, 40)).value).toBeUndefined()
  })

  test('is never a text with an id in it, wherever the cut is', () => {
    for (let length = 30; length < text.length; length++) {
      expect(JSON.stringify(unwrap(text.slice(0, length)).value) ?? '').not.toContain('ToolMessage')
    }
  })
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
