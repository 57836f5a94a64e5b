import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { trailingAnswers } from '../../../collector/dialects/messages.ts'
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

  test('are none in text that is cut off', () => {
    const text = JSON.stringify([
      { role: 'tool', parts: [{ type: 'tool_call_response', id: 'c', response: 'x' }] },
    ])
    for (let length = 0; length < text.length; length++)
      expect(trailingAnswers(text.slice(0, length))).toEqual([])
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
