import { randomUUID } from 'node:crypto'
import { isObject, objectsIn, spoken, sumIn, textIn, type JsonObject } from './json.ts'
import type { Conversation, ModelAnswer, Nudge, Protocol, SeenCall, SeenMessage } from './protocol.ts'
import { streamed, whole } from './streamed.ts'

/** Anthropic messages. Source: Anthropic API reference, "Messages" and "Streaming messages". */
export const anthropicMessages: Protocol = {
  name: 'anthropic-messages',
  matches: (path) => /(?:^|\/)v1\/messages$/.test(path),
  read(body) {
    if (!Array.isArray(body['messages'])) return null
    const messages = objectsIn(body['messages'])
    const first = messages.find(({ role }) => role === 'user')
    return {
      opening: `${spoken(body['system'])}\n\n${spoken(first?.['content'])}`,
      events: eventsOf(messages),
      continues: null,
      results: [],
    }
  },
  nudged,
  reply(parts) {
    const ends = parts.map(
      ({ stop_reason: end, delta }) => end ?? (isObject(delta) ? delta['stop_reason'] : null),
    )
    const [first = {}] = parts
    const message = isObject(first['message']) ? first['message'] : first
    const begun = isObject(message['usage']) ? message['usage'] : {}
    const ended = parts.map((part) => part['usage']).findLast(isObject)
    return {
      name: null,
      calls: [],
      isFinal: ends.includes('end_turn'),
      model: textIn(message['model']),
      tokensIn: sumIn(
        begun['input_tokens'],
        begun['cache_creation_input_tokens'],
        begun['cache_read_input_tokens'],
      ),
      tokensOut: sumIn((ended ?? begun)['output_tokens']),
      text: saidIn(parts),
    }
  },
  answer,
}

/** Text blocks of a whole answer, or the pieces of a stream. */
function saidIn(parts: readonly JsonObject[]): string | null {
  const said = parts.flatMap(({ content, delta }) => [
    ...objectsIn(content),
    ...(isObject(delta) ? [delta] : []),
  ])
  return textIn(said.map(({ text }) => textIn(text) ?? '').join(''))
}

function eventsOf(messages: readonly JsonObject[]): Conversation['events'] {
  const events: (SeenCall | SeenMessage)[] = []
  let answered = false
  for (const [index, { role, content }] of messages.entries()) {
    const blocks = objectsIn(content)
    if (role === 'assistant') {
      const uses = blocks.filter(({ type }) => type === 'tool_use')
      events.push(...callsOf(uses, messages[index + 1]))
      answered = uses.length === 0
    } else if (role === 'user') {
      if (answered) events.push({ kind: 'user', text: spoken(content) })
      answered = false
    }
  }
  return events
}

/** The results of all calls of a turn stand in the user's message that follows. */
function callsOf(uses: readonly JsonObject[], next: JsonObject | undefined): readonly SeenCall[] {
  const results = new Map(
    objectsIn(next?.['content'])
      .filter(isResult)
      .map((block) => [block['tool_use_id'], block]),
  )
  const round = textIn(uses[0]?.['id']) ?? ''
  return uses.flatMap((use) => {
    const [id, tool, result] = [textIn(use['id']), textIn(use['name']), results.get(use['id'])]
    if (id === null || tool === null || result === undefined) return []
    const failed = typeof result['is_error'] === 'boolean' ? result['is_error'] : null
    return [
      { kind: 'call', id, tool, args: use['input'], observation: spoken(result['content']), failed, round },
    ]
  })
}

function isResult({ type }: JsonObject): boolean {
  return type === 'tool_result'
}

/** Behind all results of the same message: they must come first in it. */
function nudged(body: JsonObject, { after, text }: Nudge): JsonObject {
  const messages: readonly unknown[] = Array.isArray(body['messages']) ? body['messages'] : []
  const holds = (message: unknown): message is JsonObject =>
    isObject(message) &&
    objectsIn(message['content']).some((block) => isResult(block) && block['tool_use_id'] === after)
  const at = messages.findLastIndex(holds)
  const message = messages[at]
  if (!holds(message)) return body
  const content = [...objectsIn(message['content']), { type: 'text', text }]
  return { ...body, messages: messages.with(at, { ...message, content }) }
}

function answer(body: JsonObject, text: string): ModelAnswer {
  const usage = { input_tokens: 0, output_tokens: 0 }
  const message = {
    id: `msg_${randomUUID().replaceAll('-', '')}`,
    type: 'message',
    role: 'assistant',
    model: body['model'] ?? 'loop-observer',
    stop_sequence: null,
    usage,
  }
  const end = { stop_reason: 'end_turn', stop_sequence: null }
  if (body['stream'] !== true) return whole({ ...message, ...end, content: [{ type: 'text', text }] })
  const events: readonly JsonObject[] = [
    { type: 'message_start', message: { ...message, content: [], stop_reason: null } },
    { type: 'content_block_start', index: 0, content_block: { type: 'text', text: '' } },
    { type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text } },
    { type: 'content_block_stop', index: 0 },
    { type: 'message_delta', delta: end, usage: { output_tokens: 0 } },
    { type: 'message_stop' },
  ]
  return streamed(events.map((data) => ({ event: String(data['type']), data })))
}
