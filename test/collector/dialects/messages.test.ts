import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Answer } from '../../../collector/dialects/answers.ts'
import { trailingTurn } from '../../../collector/dialects/messages.ts'
import { requestsIn } from '../../../collector/dialects/requests.ts'
import { wordsOf } from '../../../collector/dialects/words.ts'
import type { AttributeValue } from '../../../collector/receiver/span-view.ts'

const json = fc.jsonValue().map((value) => value as AttributeValue)
const answerPart = fc.record({
  type: fc.constant('tool_call_response'),
  id: fc.stringMatching(/^[0-9a-f]{1,8}$/),
  response: json,
})
const callPart = fc.record({
  type: fc.constant('tool_call'),
  id: fc.stringMatching(/^[0-9a-f]{1,8}$/),
  arguments: json,
})
const message = fc.oneof(
  fc.record({
    role: fc.constant('user'),
    parts: fc.array(fc.record({ type: fc.constant('text'), content: fc.string() })),
  }),
  fc.record({ role: fc.constant('assistant'), parts: fc.array(callPart) }),
  fc.record({ role: fc.constant('tool'), parts: fc.array(answerPart, { maxLength: 3 }) }),
  // Keys in another order, and roles inside the data.
  fc.record({ parts: fc.array(callPart), role: fc.constant('assistant') }),
  fc.record({ parts: fc.array(answerPart, { maxLength: 3 }), role: fc.constant('tool') }),
  fc.constant({
    role: 'assistant',
    parts: [{ type: 'tool_call', id: 'x', arguments: { role: 'assistant', n: { role: 'tool' } } }],
  }),
  fc.constant({
    role: 'tool',
    parts: [{ type: 'tool_call_response', id: 'y', response: { role: 'assistant' } }],
  }),
  fc.constant({
    role: 'tool',
    parts: [{ type: 'tool_call_response', id: 'z', response: '{"role":"assistant"}' }],
  }),
)

const trailingAnswers = (messages: AttributeValue): readonly Answer[] => trailingTurn(messages).answers

describe('the newest turn of a conversation', () => {
  const asking = { role: 'assistant', parts: [{ type: 'tool_call', id: 'c', name: 't', arguments: {} }] }
  const answer = { role: 'tool', parts: [{ type: 'tool_call_response', id: 'c', response: 'x' }] }
  const question = { role: 'user', parts: [{ type: 'text', content: 'And in May?' }] }
  const words = { role: 'assistant', parts: [{ type: 'text', content: 'None in April.' }] }

  test.each<[string, AttributeValue, object]>([
    ['a first question opens nothing', [question], { isOpening: false }],
    ['a question after an answer opens a turn', [question, words, question], { isOpening: true }],
    ['results of calls do not', [question, asking, answer], { isOpening: false }],
    ['nor does a word beside them', [question, asking, answer, question], { isOpening: false }],
    [
      'nor does an instruction',
      [question, words, { role: 'system', content: 'Be brief.' }],
      { isOpening: false },
    ],
    [
      'calls are those of the last message that asked',
      [question, asking, answer, asking, answer],
      { requests: [{ callId: 'c', tool: 't', args: {} }] },
    ],
    [
      'items of one call each are one message',
      [
        { type: 'function_call', call_id: 'a', name: 'f', arguments: '{}' },
        { type: 'reasoning', summary: [] },
        { type: 'function_call', call_id: 'b', name: 'g', arguments: '{}' },
        { type: 'function_call_output', call_id: 'a', output: '1' },
        { type: 'function_call_output', call_id: 'b', output: '2' },
      ],
      {
        requests: [
          { callId: 'a', tool: 'f', args: '{}' },
          { callId: 'b', tool: 'g', args: '{}' },
        ],
      },
    ],
  ])('%s', (_, messages, turn) => {
    for (const each of [messages, JSON.stringify(messages)]) {
      const { isOpening, requests } = trailingTurn(each)
      expect({ isOpening, requests: requests() }).toMatchObject(turn)
    }
  })
})

describe('answers after the last message of the assistant', () => {
  test('are the same from JSON text as from the parsed value', () => {
    fc.assert(
      fc.property(fc.array(message, { maxLength: 8 }), fc.boolean(), (messages, spaced) => {
        const text = spaced ? spacedJson(messages) : JSON.stringify(messages)
        expect(trailingAnswers(text)).toEqual(trailingAnswers(JSON.parse(text) as AttributeValue))
      }),
    )
  })

  test('come from the tail: a long history of earlier answers is not repeated', () => {
    const turns = Array.from({ length: 500 }, (_, index) => [
      { role: 'assistant', parts: [{ type: 'tool_call', id: `c${index}`, name: 't', arguments: {} }] },
      { role: 'tool', parts: [{ type: 'tool_call_response', id: `c${index}`, response: 'x'.repeat(1000) }] },
    ])
    const text = JSON.stringify(turns.flat())
    expect(trailingAnswers(text).map(({ callId }) => callId)).toEqual(['c499'])
  })

  test('are at most 32, the last ones', () => {
    const parts = Array.from({ length: 100 }, (_, index) => ({
      type: 'tool_call_response',
      id: `c${index}`,
      response: 1,
    }))
    const answers = trailingAnswers([{ role: 'tool', parts }])
    expect(answers).toHaveLength(32)
    expect(answers.at(-1)?.callId).toBe('c99')
  })

  test('are looked for at no great depth, and in time', () => {
    expect(trailingAnswers(`${'['.repeat(50_000)}${']'.repeat(50_000)}`)).toEqual([])
  })

  test('are none in text that is cut off', () => {
    const text = JSON.stringify([
      { role: 'tool', parts: [{ type: 'tool_call_response', id: 'c', response: 'x' }] },
    ])
    for (let length = 0; length < text.length; length++)
      expect(trailingAnswers(text.slice(0, length))).toEqual([])
  })
})

describe('an answer', () => {
  const assistant = { role: 'assistant', content: 'x' }

  test.each<[string, AttributeValue, Partial<ReturnType<typeof trailingAnswers>[number]>[]]>([
    [
      'of OpenAI',
      [assistant, { role: 'tool', tool_call_id: 'c', content: 'a' }],
      [{ callId: 'c', tool: null, value: 'a', failed: false }],
    ],
    [
      "of OpenAI's Responses",
      [
        { type: 'function_call', call_id: 'b', name: 't', arguments: '{}' },
        { type: 'function_call_output', call_id: 'c', output: 'a' },
      ],
      [{ callId: 'c', value: 'a' }],
    ],
    [
      'of Anthropic',
      [
        assistant,
        {
          role: 'user',
          content: [
            { type: 'tool_result', tool_use_id: 'c', content: [{ type: 'text', text: 'a' }], is_error: true },
          ],
        },
      ],
      [{ callId: 'c', value: [{ type: 'text', text: 'a' }], failed: true }],
    ],
    [
      'of Google, in either spelling, by name where there is no id',
      [
        { role: 'model', parts: [{ functionCall: { name: 't' } }] },
        {
          role: 'user',
          parts: [
            { function_response: { name: 't', response: { result: 'a' } } },
            { functionResponse: { id: 'c', name: 'u', response: { result: 'b' } } },
          ],
        },
      ],
      [
        { callId: null, tool: 't', value: { result: 'a' } },
        { callId: 'c', tool: 'u', value: { result: 'b' } },
      ],
    ],
    [
      'of Bedrock',
      [
        assistant,
        {
          role: 'user',
          content: [{ toolResult: { toolUseId: 'c', status: 'error', content: [{ text: 'a' }] } }],
        },
      ],
      [{ callId: 'c', value: [{ text: 'a' }], failed: true }],
    ],
    [
      'of LangChain in Python, in a list of conversations',
      [
        [
          { type: 'ai', content: '' },
          { type: 'tool', tool_call_id: 'c', name: 't', content: 'a', status: 'error' },
        ],
      ],
      [{ callId: 'c', tool: 't', value: 'a', failed: true }],
    ],
    [
      'of LangChain in JS',
      [
        {
          lc: 1,
          type: 'constructor',
          id: ['langchain_core', 'messages', 'AIMessage'],
          kwargs: { content: '' },
        },
        {
          lc: 1,
          type: 'constructor',
          id: ['langchain_core', 'messages', 'ToolMessage'],
          kwargs: { content: 'a', tool_call_id: 'c', name: 't' },
        },
      ],
      [{ callId: 'c', tool: 't', value: 'a' }],
    ],
    [
      'of OpenInference in several parts',
      [
        { message: { role: 'assistant' } },
        {
          message: {
            role: 'tool',
            tool_call_id: 'c',
            contents: [{ message_content: { type: 'text', text: 'a' } }],
          },
        },
      ],
      [{ callId: 'c', value: 'a' }],
    ],
    [
      'of Mastra is shortened away',
      [assistant, { role: 'tool', name: 't', content: '[tool-result: t]' }],
      [],
    ],
    [
      'that names neither call nor tool is told by its place',
      [assistant, { role: 'tool', content: 'a' }],
      [{ callId: null, tool: null, value: 'a' }],
    ],
    [
      "of Anthropic as JSON within a message's text, as OpenLLMetry writes it",
      [
        assistant,
        {
          role: 'user',
          content: JSON.stringify([{ type: 'tool_result', tool_use_id: 'c', is_error: true, content: 'a' }]),
        },
      ],
      [{ callId: 'c', value: 'a', failed: true }],
    ],
    ['behind a message that is not told', [{ role: 'tool', tool_call_id: 'b', content: 'old' }, null], []],
  ])('%s', (_, messages, answers) => {
    expect(trailingAnswers(messages)).toMatchObject(answers)
    expect(trailingAnswers(messages)).toHaveLength(answers.length)
    expect(trailingAnswers(JSON.stringify(messages))).toEqual(trailingAnswers(messages))
  })
})

describe('calls that a model asks for', () => {
  const args = { q: 'x' }

  test.each<[string, AttributeValue]>([
    [
      'of the conventions',
      [{ role: 'assistant', parts: [{ type: 'tool_call', id: 'c', name: 't', arguments: args }] }],
    ],
    ['of the AI SDK', [{ toolCallId: 'c', toolName: 't', input: args }]],
    ['of the AI SDK 4', [{ toolCallType: 'function', toolCallId: 'c', toolName: 't', args }]],
    [
      'of OpenAI',
      { choices: [{ message: { tool_calls: [{ id: 'c', function: { name: 't', arguments: args } }] } }] },
    ],
    [
      "of OpenAI's Responses",
      { output: [{ type: 'function_call', call_id: 'c', name: 't', arguments: args, id: 'fc_1' }] },
    ],
    ['of Anthropic', { role: 'assistant', content: [{ type: 'tool_use', id: 'c', name: 't', input: args }] }],
    ['of Google', { parts: [{ functionCall: { id: 'c', name: 't', args } }] }],
    ['of Bedrock', [{ text: 'a' }, { toolUse: { toolUseId: 'c', name: 't', input: args } }]],
    [
      'of OpenInference',
      [{ message: { tool_calls: [{ tool_call: { id: 'c', function: { name: 't', arguments: args } } }] } }],
    ],
    [
      'of OpenLLMetry',
      [{ role: 'assistant', content: 'a', tool_calls: [{ id: 'c', name: 't', arguments: args }] }],
    ],
    [
      'of LangChain',
      { lc: 1, kwargs: { content: 'a', tool_calls: [{ id: 'c', name: 't', args, type: 'tool_call' }] } },
    ],
    [
      "of LangChain, with Anthropic's contents beside them",
      {
        lc: 1,
        kwargs: {
          content: [{ type: 'tool_use', id: 'c', name: 't', input: args }],
          tool_calls: [{ id: 'c', name: 't', args, type: 'tool_call' }],
        },
      },
    ],
  ])('%s', (_, output) => {
    expect(requestsIn(output)).toEqual([{ callId: 'c', tool: 't', args }])
  })

  test('are several where an id stands for none', () => {
    const call = (q: string): AttributeValue => ({ type: 'tool_call', id: 't', name: 't', arguments: { q } })
    expect(requestsIn([{ role: 'assistant', parts: [call('a'), call('b')] }])).toHaveLength(2)
  })

  test('may have no arguments', () => {
    const parts = [
      { type: 'tool_call', id: 'c', name: 't' },
      { type: 'tool_call', id: 'd', name: 't' },
    ]
    expect(requestsIn([{ role: 'assistant', parts }])).toEqual([
      { callId: 'c', tool: 't', args: undefined },
      { callId: 'd', tool: 't', args: undefined },
    ])
  })

  test.each<[AttributeValue]>([
    [[{ type: 'text', text: 'a', name: 'x' }]],
    ['text'],
    [null],
    [{ role: 'assistant', name: 'x' }],
  ])('are none in %j', (output) => {
    expect(requestsIn(output)).toEqual([])
  })

  test('end at any depth', () => {
    let deep: AttributeValue = { name: 't', args }
    for (let depth = 0; depth < 1000; depth++) deep = { content: [deep] }
    expect(requestsIn(deep)).toEqual([])
  })
})

describe('the words of a message', () => {
  test.each<[AttributeValue, string | null]>([
    ['plain text', 'plain text'],
    ['[not json', '[not json'],
    [
      [
        {
          role: 'assistant',
          parts: [
            { type: 'text', content: 'a' },
            { type: 'text', content: 'b' },
          ],
        },
      ],
      'a\nb',
    ],
    ['[{"role":"assistant","content":[{"type":"text","text":"a"}]}]', 'a'],
    [{ role: 'assistant', content: 'a' }, 'a'],
    [[{ text: 'a' }], 'a'],
    [{ message: { content: 'a' } }, 'a'],
    [
      [
        {
          parts: [
            { type: 'tool_call', name: 'x' },
            { type: 'reasoning', content: 'hidden' },
          ],
        },
      ],
      null,
    ],
    [[], null],
    ['  ', null],
    ['None', null],
    ['"quoted once more"', 'quoted once more'],
    ['{"answer": 42}', '{"answer": 42}'],
    [{ generations: [[{ text: 'a', message: { content: 'a' } }]] }, 'a'],
    [{ lc: 1, type: 'constructor', kwargs: { content: 'a' } }, 'a'],
    [[{ message: { contents: [{ message_content: { type: 'text', text: 'a' } }] } }], 'a'],
    [{ parts: [{ text: 'hidden', thought: true }, { text: 'a' }] }, 'a'],
  ])('%j', (messages, words) => {
    expect(wordsOf(messages)).toBe(words)
  })
})

/** As Python writes it. */
function spacedJson(value: unknown): string {
  return JSON.stringify(value, null, 1)
    .replaceAll(/\n */g, ' ')
    .replaceAll('[ ', '[')
    .replaceAll(' ]', ']')
    .replaceAll('{ ', '{')
}
