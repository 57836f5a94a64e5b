import { describe, expect, it } from 'vitest'
import { claimOf, ownerOf } from '../../../collector/guard/claim.ts'
import { Conversations, type GuardedConversation } from '../../../collector/guard/conversations.ts'
import { openaiChat } from '../../../collector/guard/protocols/openai-chat.ts'

const minuteMs = 60_000

interface Sent {
  readonly messages: readonly object[]
  readonly headers?: Readonly<Record<string, string>>
  readonly atMs?: number
}

/** Sends requests to a guard's memory; what a request shows counts as reported. */
function memory() {
  const conversations = new Conversations(30 * minuteMs)
  return (
    sent: Sent,
  ): { readonly conversation: GuardedConversation; readonly run: string; readonly fresh: number } => {
    const { messages, headers = {}, atMs = 0 } = sent
    const read = openaiChat.read({ messages })
    if (read === null) throw new Error('not a conversation')
    const claim = claimOf(headers, ownerOf(headers, 'secret'), read, null)
    const conversation = conversations.find(claim, atMs)
    const fresh = claim.events.filter(({ key }) => !conversation.known.has(key))
    for (const { key } of fresh) conversation.known.add(key)
    return { conversation, run: conversation.run, fresh: fresh.length }
  }
}

const opening = [{ role: 'system', content: 'Be brief.' }, user('Is invoice 7 paid?')]

function user(content: string): object {
  return { role: 'user', content }
}

function call(id: string, content = 'Nothing found.', args = '{"q":"7"}'): readonly object[] {
  const asks = { id, type: 'function', function: { name: 'search', arguments: args } }
  return [
    { role: 'assistant', content: null, tool_calls: [asks] },
    { role: 'tool', tool_call_id: id, content },
  ]
}

const a = call('call_aaaaaaaaaaaa')
const b = call('call_bbbbbbbbbbbb')
const c = call('call_cccccccccccc')

describe('a conversation', () => {
  it('is one run as long as its calls come again, and shows each once', () => {
    const send = memory()
    const first = send({ messages: opening })
    const second = send({ messages: [...opening, ...a] })
    const third = send({ messages: [...opening, ...a, ...b] })
    const again = send({ messages: [...opening, ...a, ...b] })
    expect([second.run, third.run, again.run]).toEqual([first.run, first.run, first.run])
    expect([first, second, third, again].map(({ fresh }) => fresh)).toEqual([0, 1, 1, 0])
  })

  it('goes on when old messages are left out, or their results are shortened', () => {
    const send = memory()
    const { run } = send({ messages: [...opening, ...a, ...b] })
    const summary = [user('What was done so far: …')]
    expect(send({ messages: [...summary, ...b, ...c] })).toMatchObject({ run, fresh: 1 })
    const shortened = call('call_cccccccccccc', '[cleared]')
    expect(send({ messages: [...summary, ...shortened] })).toMatchObject({ run, fresh: 0 })
  })

  it('is told from another with the same task by its calls', () => {
    const send = memory()
    send({ messages: opening })
    send({ messages: opening })
    const one = send({ messages: [...opening, ...a] })
    const other = send({ messages: [...opening, ...b] })
    expect(one.run).not.toBe(other.run)
    expect(send({ messages: [...opening, ...a, ...c] }).run).toBe(one.run)
  })

  it('is told from that of another key', () => {
    const send = memory()
    const mine = send({ messages: [...opening, ...a], headers: { authorization: 'Bearer mine' } })
    const yours = send({ messages: [...opening, ...a], headers: { authorization: 'Bearer yours' } })
    expect(yours.run).not.toBe(mine.run)
  })

  it('counts repeated calls of servers whose ids count from nought', () => {
    const send = memory()
    const weak = call('call_0')
    send({ messages: opening })
    const counts = [1, 2, 3].map(
      (times) => send({ messages: [...opening, ...Array.from({ length: times }, () => weak).flat()] }).fresh,
    )
    expect(counts).toEqual([1, 1, 1])
    const other = [user('Another task')]
    expect(send({ messages: [...other, ...weak] }).fresh).toBe(1)
  })

  it('is another run when it was silent for longer than the window', () => {
    const send = memory()
    const { run } = send({ messages: [...opening, ...a] })
    expect(send({ messages: [...opening, ...a, ...b], atMs: 29 * minuteMs }).run).toBe(run)
    expect(send({ messages: [...opening, ...a, ...b, ...c], atMs: 60 * minuteMs }).run).not.toBe(run)
  })

  it('shows a message of the user once the model had answered, and no other', () => {
    const send = memory()
    const answered = [...opening, ...a, { role: 'assistant', content: 'No.' }, user('And invoice 8?')]
    expect(send({ messages: answered }).fresh).toBe(2)
    expect(send({ messages: [...opening, ...a, user('Hurry up.')] }).fresh).toBe(0)
  })
})

describe('the run of a conversation', () => {
  const traceparent = (digit: string): Readonly<Record<string, string>> => ({
    traceparent: `00-${digit.repeat(32)}-${'1'.repeat(16)}-01`,
  })
  const trace = (digit: string): string => `trace:${digit.repeat(32)}`

  it('is named by `x-loop-run`, before its trace', () => {
    const send = memory()
    const headers = { ...traceparent('a'), 'x-loop-run': ' billing-7 ' }
    expect(send({ messages: opening, headers }).run).toBe('billing-7')
    expect(send({ messages: [...opening, ...a], headers: { 'x-loop-run': 'billing-8' } }).run).toBe(
      'billing-8',
    )
  })

  it('is its trace, also when each request makes a trace of its own', () => {
    const send = memory()
    const { run } = send({ messages: opening, headers: traceparent('a') })
    expect(run).toBe(trace('a'))
    send({ messages: [...opening, ...a], headers: traceparent('a') })
    expect(send({ messages: [...opening, ...a, ...b], headers: traceparent('b') }).run).toBe(run)
    expect(send({ messages: opening, headers: { traceparent: '00-zz-1-01' } }).run).toMatch(/^guard-/)
  })

  it('is the trace of its turn where a conversation has one for each', () => {
    const send = memory()
    send({ messages: [...opening, ...a], headers: traceparent('a') })
    const turn = [...opening, ...a, { role: 'assistant', content: 'No.' }, user('And invoice 8?')]
    expect(send({ messages: turn, headers: traceparent('b') })).toMatchObject({ run: trace('b'), fresh: 0 })
    expect(send({ messages: [...turn, ...b], headers: traceparent('b') })).toMatchObject({
      run: trace('b'),
      fresh: 1,
    })
  })

  it('is another one when the user goes on after it was halted', () => {
    const send = memory()
    const { conversation, run } = send({ messages: [...opening, ...a] })
    conversation.halted = true
    const stopped = [...opening, ...a, { role: 'assistant', content: 'This run was stopped.' }]
    expect(send({ messages: stopped }).run).toBe(run)
    const next = send({ messages: [...stopped, user('Look in the archive.')] })
    expect(next.run).not.toBe(run)
    expect(next.conversation).toMatchObject({ halted: false, heard: 0 })
  })

  it('has a lane for each conversation with calls, the first of them `main`', () => {
    const conversations = new Conversations(minuteMs)
    const headers = { 'x-loop-run': 'r' }
    const laneOf = (messages: readonly object[]): string => {
      const read = openaiChat.read({ messages })
      if (read === null) throw new Error('not a conversation')
      return conversations.laneOf(conversations.find(claimOf(headers, 'owner', read, null), 0))
    }
    expect(laneOf([...opening, ...a])).toBe('main')
    const sub = [user('Search the archive'), ...b]
    expect(laneOf(sub)).toMatch(/^agent-[0-9a-f]{8}$/)
    expect(laneOf([...sub, ...c])).toBe(laneOf(sub))
    expect(laneOf([...opening, ...a])).toBe('main')
  })
})
