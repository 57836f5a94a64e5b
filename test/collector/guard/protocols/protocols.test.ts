import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { anthropicMessages } from '../../../../collector/guard/protocols/anthropic-messages.ts'
import { isObject, objectsIn, type JsonObject } from '../../../../collector/guard/protocols/json.ts'
import { protocols } from '../../../../collector/guard/protocols/list.ts'
import { openaiChat } from '../../../../collector/guard/protocols/openai-chat.ts'
import { openaiResponses } from '../../../../collector/guard/protocols/openai-responses.ts'
import type { Protocol } from '../../../../collector/guard/protocols/protocol.ts'

/** Rounds of a run: how many calls each has. */
const rounds = fc.array(fc.integer({ min: 1, max: 4 }), { minLength: 1, maxLength: 6 })

/** The same run in each protocol; ids say where a call stands. */
const writers: readonly {
  readonly protocol: Protocol
  readonly write: (rounds: readonly number[]) => JsonObject
}[] = [
  {
    protocol: openaiChat,
    write: (all) => ({
      messages: [
        { role: 'user', content: 'Go.' },
        ...all.flatMap((count, round) => [
          {
            role: 'assistant',
            tool_calls: ids(round, count).map((id) => ({
              id,
              function: { name: 'search', arguments: `{"q":"${id}"}` },
            })),
          },
          ...ids(round, count).map((id) => ({ role: 'tool', tool_call_id: id, content: `Found ${id}` })),
        ]),
      ],
    }),
  },
  {
    protocol: openaiResponses,
    write: (all) => ({
      input: [
        { role: 'user', content: [{ type: 'input_text', text: 'Go.' }] },
        ...all.flatMap((count, round) => [
          { type: 'reasoning', id: `rs_${round}`, summary: [] },
          ...ids(round, count).map((id) => ({
            type: 'function_call',
            call_id: id,
            name: 'search',
            arguments: `{"q":"${id}"}`,
          })),
          ...ids(round, count).map((id) => ({
            type: 'function_call_output',
            call_id: id,
            output: `Found ${id}`,
          })),
        ]),
      ],
    }),
  },
  {
    protocol: anthropicMessages,
    write: (all) => ({
      messages: [
        { role: 'user', content: 'Go.' },
        ...all.flatMap((count, round) => [
          {
            role: 'assistant',
            content: ids(round, count).map((id) => ({
              type: 'tool_use',
              id,
              name: 'search',
              input: { q: id },
            })),
          },
          {
            role: 'user',
            content: ids(round, count).map((id) => ({
              type: 'tool_result',
              tool_use_id: id,
              content: [{ type: 'text', text: `Found ${id}` }],
            })),
          },
        ]),
      ],
    }),
  },
]

function ids(round: number, count: number): readonly string[] {
  return Array.from({ length: count }, (_, index) => `call_${round}_${index}`)
}

describe.each(writers)('$protocol.name', ({ protocol, write }) => {
  it('gives every call with its arguments, its result and its round, in order', () => {
    fc.assert(
      fc.property(rounds, (all) => {
        const calls = protocol.read(write(all))?.events ?? []
        const wanted = all.flatMap((count, round) =>
          ids(round, count).map((id) => [id, `Found ${id}`, `call_${round}_0`]),
        )
        expect(
          calls.map((event) =>
            event.kind === 'call' ? [event.id, event.observation, event.round] : [event.text],
          ),
        ).toEqual(wanted)
      }),
    )
  })

  it('puts a message behind the results of a round, between no call and its result', () => {
    fc.assert(
      fc.property(rounds, fc.nat(), (all, place) => {
        const round = place % all.length
        const after = ids(round, all[round] ?? 1)[place % (all[round] ?? 1)] ?? ''
        const body = write(all)
        const nudged = protocol.nudged(body, { after, text: 'Try something else.' })
        // What there was is there unchanged, and the message once, behind the last result of the round.
        const parts = flatten(nudged)
        const at = parts.findIndex((part) => part.includes('Try something else.'))
        expect(parts.toSpliced(at, 1)).toEqual(flatten(body))
        expect(parts[at - 1]).toContain(`Found ${ids(round, all[round] ?? 1).at(-1)}`)
        expect(parts[at + 1] ?? '').not.toContain('Found')
        expect(protocol.read(nudged)?.events).toEqual(protocol.read(body)?.events)
      }),
    )
  })

  it('leaves a body alone whose results are gone', () => {
    const body = write([2, 1])
    expect(protocol.nudged(body, { after: 'call_other', text: 'x' })).toBe(body)
  })

  it('takes anything for a body', () => {
    fc.assert(
      fc.property(
        fc.dictionary(fc.constantFrom('messages', 'input', 'system', 'instructions'), fc.jsonValue()),
        (body) => {
          protocol.read(body)
          protocol.nudged(body, { after: 'x', text: 'y' })
          protocol.answer(body, 'z')
          protocol.reply([body])
        },
      ),
    )
  })
})

describe('the protocols', () => {
  it('know the requests that ask for a turn, behind any prefix, and no others', () => {
    const found = (path: string): string | undefined => protocols.find((each) => each.matches(path))?.name
    expect(found('/v1/chat/completions')).toBe('openai-chat')
    expect(found('/openai/deployments/x/chat/completions')).toBe('openai-chat')
    expect(found('/v1/responses')).toBe('openai-responses')
    expect(found('/anthropic/v1/messages')).toBe('anthropic-messages')
    for (const path of [
      '/v1/messages/count_tokens',
      '/v1/threads/t/messages',
      '/v1/responses/resp_1',
      '/v1/models',
    ]) {
      expect(found(path), path).toBeUndefined()
    }
  })
})

/** Messages, items and blocks one after the other, as text. */
function flatten(body: JsonObject): readonly string[] {
  return [...objectsIn(body['messages']), ...objectsIn(body['input'])].flatMap((each) => {
    const content = each['content']
    const isBlocks =
      Array.isArray(content) && content.some((block) => isObject(block) && block['type'] !== 'input_text')
    return isBlocks ? objectsIn(content).map((block) => JSON.stringify(block)) : [JSON.stringify(each)]
  })
}
