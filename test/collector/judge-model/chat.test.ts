import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { ChatFailure, createChat, type ChatAnswer } from '../../../collector/judge-model/chat.ts'
import type { JudgeModelSettings } from '../../../collector/config/settings.ts'
import { startChatServer, type ChatServer } from './chat-server.ts'

let server: ChatServer
beforeEach(async () => {
  server = await startChatServer()
})
afterEach(() => server.stop())

function settings(more: Partial<JudgeModelSettings> = {}): JudgeModelSettings {
  return {
    url: server.url,
    model: 'cheap-1',
    key: 'key-of-the-endpoint',
    timeoutMs: 5000,
    callsInFlight: 4,
    textChars: 4000,
    priceIn: null,
    priceOut: null,
    ...more,
  }
}

const messages = [{ role: 'user', content: 'Is it?' }] as const

function ask(more: Partial<JudgeModelSettings> = {}, signal?: AbortSignal): Promise<ChatAnswer> {
  return createChat(settings(more))(messages, signal ?? new AbortController().signal)
}

async function failureOf(asking: Promise<unknown>): Promise<ChatFailure> {
  const error = await asking.then(
    () => null,
    (thrown: unknown) => thrown,
  )
  if (error instanceof ChatFailure) return error
  throw new Error('it did not fail as expected', { cause: error })
}

describe('the client of a chat endpoint', () => {
  it('sends what the protocol wants, once, and reads words and counts', async () => {
    expect(await ask({ url: `${server.url}/` })).toEqual({
      content: '{"answerable": true}',
      tokensIn: 400,
      tokensOut: 8,
    })
    expect(server.questions).toHaveLength(1)
    const [{ url, headers, body } = { url: '', headers: {}, body: {} }] = server.questions
    expect(url).toBe('/v1/chat/completions')
    expect(headers).toMatchObject({
      authorization: 'Bearer key-of-the-endpoint',
      'content-type': 'application/json',
    })
    expect(body).toMatchObject({ model: 'cheap-1', messages, stream: false, max_tokens: 512 })
  })

  it('sends no key where there is none, and knows no counts where none are told', async () => {
    server.reply = () => ({ says: 'yes', usage: null })
    expect(await ask({ key: null })).toEqual({ content: 'yes', tokensIn: null, tokensOut: null })
    expect(server.questions[0]?.headers.authorization).toBeUndefined()
  })

  it.each([
    [429, 'limited'],
    [500, 'unavailable'],
    [503, 'unavailable'],
    [401, 'refused'],
    [404, 'refused'],
  ] as const)('takes %i for %s, and repeats nothing of what it said', async (status, failure) => {
    server.reply = () => ({ status })
    const error = await failureOf(ask())
    expect(error.failure).toBe(failure)
    expect(`${error.message} ${String(error.cause)}`).not.toContain('secret words')
    expect(server.questions).toHaveLength(1)
  })

  it('reads how long it is to leave the endpoint alone, in seconds or as a date', async () => {
    server.reply = () => ({ status: 429, headers: { 'Retry-After': '7' } })
    expect((await failureOf(ask())).retryAfterMs).toBe(7000)
    const date = new Date(Date.now() + 60_000).toUTCString()
    server.reply = () => ({ status: 429, headers: { 'Retry-After': date } })
    const { retryAfterMs } = await failureOf(ask())
    expect(retryAfterMs).toBeGreaterThan(50_000)
    expect(retryAfterMs).toBeLessThanOrEqual(60_000)
  })

  it.each([
    ['no JSON', '<html>maintenance</html>'],
    ['another object', '{"object":"list","data":[]}'],
    ['no choice', '{"choices":[]}'],
    ['an endless answer', JSON.stringify({ choices: [{ message: { content: 'x'.repeat(100_000) } }] })],
  ])('takes %s for malformed', async (_, raw) => {
    server.reply = () => ({ raw })
    expect((await failureOf(ask())).failure).toBe('malformed')
  })

  it('gives up on an endpoint that does not answer in time, and closes the connection', async () => {
    server.reply = () => 'nothing'
    expect((await failureOf(ask({ timeoutMs: 150 }))).failure).toBe('timeout')
    await expect.poll(() => server.hanging).toBe(0)
  })

  it('gives up on an endpoint that is not there', async () => {
    expect((await failureOf(ask({ url: 'http://127.0.0.1:1/v1' }))).failure).toBe('unavailable')
  })

  it('follows no redirect: what is sent goes to the address that was named', async () => {
    const other = await startChatServer()
    try {
      server.reply = () => ({ status: 307, headers: { Location: `${other.url}/chat/completions` } })
      expect((await failureOf(ask())).failure).toBe('unavailable')
      expect(other.questions).toEqual([])
    } finally {
      await other.stop()
    }
  })

  it('breaks off when it is told to, with that reason', async () => {
    server.reply = () => 'nothing'
    const leaving = new AbortController()
    const asking = ask({}, leaving.signal)
    await expect.poll(() => server.hanging).toBe(1)
    leaving.abort(new Error('leaving'))
    await expect(asking).rejects.toThrow('leaving')
  })

  it('says its bounds otherwise to an endpoint that refuses them, and stays with what is taken', async () => {
    const chat = createChat(settings())
    const { signal } = new AbortController()
    server.reply = ({ body }) => ('max_tokens' in body ? { status: 400 } : { says: 'yes' })
    expect((await failureOf(chat(messages, signal))).failure).toBe('refused')
    await chat(messages, signal)
    await chat(messages, signal)
    expect(server.questions.map(({ body }) => 'max_completion_tokens' in body)).toEqual([false, true, true])
    server.reply = ({ body }) => ('response_format' in body ? { status: 422 } : { says: 'yes' })
    expect((await failureOf(chat(messages, signal))).failure).toBe('refused')
    expect((await chat(messages, signal)).content).toBe('yes')
  })
})
