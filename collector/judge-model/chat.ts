import { z } from 'zod'
import type { OpinionFailure } from '@loop-observer/rules'
import type { JudgeModelSettings } from '../config/settings.ts'
import { retryAfterMs } from '../http/retry-after.ts'

/** A message as chat endpoints take it. */
export interface ChatMessage {
  readonly role: 'system' | 'user'
  readonly content: string
}

/** What an endpoint answered. */
export interface ChatAnswer {
  readonly content: string
  /** As the endpoint counted them; null when it did not say. */
  readonly tokensIn: number | null
  readonly tokensOut: number | null
}

/** A call that brought no answer. Its message names the status, never the content. */
export class ChatFailure extends Error {
  readonly failure: OpinionFailure
  /** How long the endpoint asks to be left alone, milliseconds; null when it did not say. */
  readonly retryAfterMs: number | null
  constructor(
    failure: OpinionFailure,
    message: string,
    options: ErrorOptions & { readonly retryAfterMs?: number | null } = {},
  ) {
    super(message, options)
    this.name = 'ChatFailure'
    this.failure = failure
    this.retryAfterMs = options.retryAfterMs ?? null
  }
}

/** Asks the endpoint once. Throws ChatFailure, or the reason of `signal`. */
export type Chat = (messages: readonly ChatMessage[], signal: AbortSignal) => Promise<ChatAnswer>

/** The longest answer that is read. */
const mostAnswerBytes = 65_536
/** An opinion is one short object; models that think first need more. */
const mostAnswerTokens = 512

/**
 * How the bounds of an answer are said. Endpoints refuse what they do not know, so the next one is tried when
 * a request is refused as such: an older OpenAI dialect, a newer one, and none.
 */
const bounds: readonly Readonly<Record<string, unknown>>[] = [
  { max_tokens: mostAnswerTokens, temperature: 0, response_format: { type: 'json_object' } },
  { max_completion_tokens: mostAnswerTokens, response_format: { type: 'json_object' } },
  {},
]

/** A client of `POST {url}/chat/completions`. No retries, no redirects: content and key go to that address only. */
export function createChat({ url, model, key, timeoutMs }: JudgeModelSettings): Chat {
  const address = `${url.replace(/\/+$/, '')}/chat/completions`
  const headers = {
    'Content-Type': 'application/json',
    ...(key === null ? {} : { Authorization: `Bearer ${key}` }),
  }
  let bound = 0
  return async (messages, signal) => {
    const timeout = AbortSignal.timeout(timeoutMs)
    const asked = bound
    try {
      const response = await fetch(address, {
        method: 'POST',
        headers,
        body: JSON.stringify({ model, messages, stream: false, ...bounds[asked] }),
        redirect: 'error',
        signal: AbortSignal.any([signal, timeout]),
      })
      if (!response.ok) {
        const isRefused = response.status === 400 || response.status === 422
        if (isRefused && bound === asked && bound < bounds.length - 1) bound++
        void response.body?.cancel().catch(ignore)
        throw failureOf(response)
      }
      return answerOf(await boundedText(response))
    } catch (error) {
      if (error instanceof ChatFailure) throw error
      if (signal.aborted) throw signal.reason
      if (timeout.aborted) throw new ChatFailure('timeout', `no answer within ${timeoutMs} ms`)
      throw new ChatFailure('unavailable', 'the endpoint cannot be reached', { cause: error })
    }
  }
}

function failureOf(response: Response): ChatFailure {
  const { status } = response
  const message = `the endpoint answered ${status}`
  const pause = { retryAfterMs: retryAfterMs(response.headers.get('retry-after'), Date.now()) }
  if (status === 429) return new ChatFailure('limited', message, pause)
  return new ChatFailure(status >= 500 ? 'unavailable' : 'refused', message, pause)
}

async function boundedText(response: Response): Promise<string> {
  const decoder = new TextDecoder()
  let text = ''
  let bytes = 0
  for await (const chunk of response.body ?? []) {
    bytes += chunk.byteLength
    if (bytes > mostAnswerBytes) throw new ChatFailure('malformed', 'the answer is too long')
    text += decoder.decode(chunk, { stream: true })
  }
  return text + decoder.decode()
}

const tokens = z.int().nonnegative().nullish()

/** Of `POST /chat/completions` (OpenAI API reference, *Create chat completion*), what is read. */
const completion = z.object({
  choices: z.array(z.object({ message: z.object({ content: z.string().nullish() }) })).min(1),
  usage: z.object({ prompt_tokens: tokens, completion_tokens: tokens }).nullish(),
})

function answerOf(text: string): ChatAnswer {
  const parsed = completion.safeParse(jsonOf(text))
  if (!parsed.success) throw new ChatFailure('malformed', 'the answer is no chat completion')
  const { choices, usage } = parsed.data
  return {
    content: choices[0]?.message.content ?? '',
    tokensIn: usage?.prompt_tokens ?? null,
    tokensOut: usage?.completion_tokens ?? null,
  }
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

function ignore(): void {}
