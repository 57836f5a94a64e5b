import type { IncomingMessage } from 'node:http'
import { PassThrough } from 'node:stream'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { keepAnswer, type KeptAnswer } from '../../../collector/guard/keep-answer.ts'

const streams = {
  'OpenAI chat': [
    'data: {"choices":[{"delta":{"content":"a [DONE] b"}}]}\n\n',
    ': keep-alive\n\n',
    'data: [DONE]\n\n',
  ],
  'OpenAI responses': [
    'event: response.created\ndata: {"response":{}}\n\n',
    `event: response.completed\ndata: {"response":{"text":"${'event: x '.repeat(20)}"}}\n\n`,
  ],
  'Anthropic messages': [
    'event: message_start\r\ndata: {"type":"message_start"}\r\n\r\n',
    'event: content_block_delta\r\ndata: {"text":"event: message_stop"}\r\n\r\n',
    'event: message_stop\r\ndata: {"type":"message_stop"}\r\n\r\n',
  ],
} as const

describe.each(Object.entries(streams))('a stream of %s', (_, events) => {
  const whole = events.join('')

  it('is told once, when the last piece of its last event is there, however it is cut', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 1, max: whole.length - 1 }), { maxLength: 30 }), (cuts) => {
        const places = [...new Set(cuts)].toSorted((a, b) => a - b)
        const pieces = [0, ...places].map((from, index) => whole.slice(from, places[index] ?? whole.length))
        const { answer, told } = kept('text/event-stream; charset=utf-8')
        for (const piece of pieces.slice(0, -1)) answer.emit('data', Buffer.from(piece))
        expect(told).toEqual([])
        answer.emit('data', Buffer.from(pieces.at(-1) ?? ''))
        expect(told.map(({ body }) => body.toString())).toEqual([whole])
        answer.emit('end')
        expect(told).toHaveLength(1)
      }),
    )
  })
})

describe('an answer in one piece', () => {
  it('is told at its end, whatever stands in it', () => {
    const { answer, told } = kept('application/json')
    answer.emit('data', Buffer.from('{"content":"x"}\ndata: [DONE]\n\n'))
    expect(told).toEqual([])
    answer.emit('end')
    expect(told).toHaveLength(1)
  })

  it('of more than 4 MiB is not told', () => {
    const { answer, told } = kept('application/json')
    for (let index = 0; index <= 4 * 1024; index++) answer.emit('data', Buffer.alloc(1024, 'a'))
    answer.emit('end')
    expect(told).toEqual([])
  })
})

function kept(contentType: string): { readonly answer: PassThrough; readonly told: KeptAnswer[] } {
  const answer = Object.assign(new PassThrough(), {
    statusCode: 200,
    headers: { 'content-type': contentType },
  })
  const told: KeptAnswer[] = []
  // Of an answer no more is read than its status, its headers and its body.
  keepAnswer(answer as unknown as IncomingMessage, (each) => void told.push(each))
  return { answer, told }
}
