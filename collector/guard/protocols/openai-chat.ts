import { randomUUID } from 'node:crypto'
import { isObject, objectsIn, spoken, sumIn, textIn, type JsonObject } from './json.ts'
import type { Conversation, ModelAnswer, Nudge, Protocol, SeenCall, SeenMessage } from './protocol.ts'
import { streamed, whole } from './streamed.ts'

/** OpenAI chat completions, and the many that speak it too. Source: OpenAI API reference, "Chat Completions". */
export const openaiChat: Protocol = {
  name: 'openai-chat',
  matches: (path) => path.endsWith('/chat/completions'),
  read(body) {
    const { messages } = body
    if (!Array.isArray(messages)) return null
    const all = objectsIn(messages)
    return { opening: openingOf(all), events: eventsOf(all), continues: null, results: [] }
  },
  nudged,
  reply(parts) {
    const choices = parts.flatMap((part) => objectsIn(part['choices']))
    const ends = choices.some(({ finish_reason: end }) => end === 'stop')
    // Some servers say `stop` after calls too.
    const asks = choices.some(({ message, delta }) =>
      [message, delta].some((each) => isObject(each) && objectsIn(each['tool_calls']).length > 0),
    )
    const usage = parts.map((part) => part['usage']).findLast(isObject)
    const said = choices
      .filter(({ index }) => index === undefined || index === 0)
      .flatMap(({ message, delta }) => [message, delta])
      .map((each) => (isObject(each) ? (textIn(each['content']) ?? '') : ''))
    return {
      name: null,
      calls: [],
      isFinal: ends && !asks,
      model: textIn(parts[0]?.['model']),
      tokensIn: sumIn(usage?.['prompt_tokens']),
      tokensOut: sumIn(usage?.['completion_tokens']),
      text: textIn(said.join('')),
    }
  },
  answer,
}

function openingOf(messages: readonly JsonObject[]): string {
  const instructions = messages.filter(({ role }) => role === 'system' || role === 'developer')
  const first = messages.find(({ role }) => role === 'user')
  return [...instructions, ...(first === undefined ? [] : [first])]
    .map(({ content }) => spoken(content))
    .join('\n\n')
}

function eventsOf(messages: readonly JsonObject[]): Conversation['events'] {
  const events: (SeenCall | SeenMessage)[] = []
  let answered = false
  for (const [index, message] of messages.entries()) {
    if (message['role'] === 'assistant') {
      const calls = callsOf(message, messages.slice(index + 1))
      events.push(...calls)
      answered = calls.length === 0 && objectsIn(message['tool_calls']).length === 0
    } else if (message['role'] === 'user') {
      if (answered) events.push({ kind: 'user', text: spoken(message['content']) })
      answered = false
    }
  }
  return events
}

/** Where ids repeat in a conversation, the result that comes next is the call's. */
function callsOf({ tool_calls: value }: JsonObject, later: readonly JsonObject[]): readonly SeenCall[] {
  const calls = objectsIn(value)
  const round = textIn(calls[0]?.['id']) ?? ''
  return calls.flatMap((call) => {
    const id = textIn(call['id'])
    // `custom` tools take text instead of arguments.
    const made = isObject(call['function'])
      ? call['function']
      : isObject(call['custom'])
        ? call['custom']
        : {}
    const tool = textIn(made['name'])
    if (id === null || tool === null) return []
    const next = later.find(({ role, tool_call_id: of }) => role === 'tool' && of === id)
    if (next === undefined) return []
    const observation = contentOf(next['content'])
    return [
      { kind: 'call', id, tool, args: made['arguments'] ?? made['input'], observation, failed: null, round },
    ]
  })
}

function contentOf(content: unknown): unknown {
  return Array.isArray(content) ? spoken(content) : content
}

function nudged(body: JsonObject, { after, text }: Nudge): JsonObject {
  const messages: readonly unknown[] = Array.isArray(body['messages']) ? body['messages'] : []
  const isResult = (message: unknown): boolean => isObject(message) && message['role'] === 'tool'
  let at = messages.findLastIndex((message) => isObject(message) && message['tool_call_id'] === after)
  if (at === -1) return body
  while (isResult(messages[at])) at++
  return { ...body, messages: messages.toSpliced(at, 0, { role: 'user', content: text }) }
}

function answer(body: JsonObject, text: string): ModelAnswer {
  const base = {
    id: `chatcmpl-${randomUUID()}`,
    created: Math.floor(Date.now() / 1000),
    model: body['model'] ?? 'loop-observer',
  }
  const usage = { prompt_tokens: 0, completion_tokens: 0, total_tokens: 0 }
  const choices = Array.from(
    { length: typeof body['n'] === 'number' ? Math.min(body['n'], 16) : 1 },
    (_, i) => i,
  )
  if (body['stream'] !== true) {
    const message = { role: 'assistant', content: text, refusal: null }
    return whole({
      ...base,
      object: 'chat.completion',
      choices: choices.map((index) => ({ index, message, logprobs: null, finish_reason: 'stop' })),
      usage,
    })
  }
  const chunk = (index: number, delta: object, reason: string | null): object => ({
    ...base,
    object: 'chat.completion.chunk',
    choices: [{ index, delta, logprobs: null, finish_reason: reason }],
  })
  const wantsUsage = isObject(body['stream_options']) && body['stream_options']['include_usage'] === true
  return streamed([
    ...choices.flatMap((index) => [
      { data: chunk(index, { role: 'assistant', content: text }, null) },
      { data: chunk(index, {}, 'stop') },
    ]),
    ...(wantsUsage ? [{ data: { ...base, object: 'chat.completion.chunk', choices: [], usage } }] : []),
    { data: '[DONE]' },
  ])
}
