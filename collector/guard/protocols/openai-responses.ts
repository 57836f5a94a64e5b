import { randomUUID } from 'node:crypto'
import { isObject, objectsIn, spoken, sumIn, textIn, type JsonObject } from './json.ts'
import type {
  Conversation,
  ModelAnswer,
  ModelReply,
  Nudge,
  Protocol,
  SeenCall,
  SeenMessage,
} from './protocol.ts'
import { streamed, whole } from './streamed.ts'

/** OpenAI responses. Source: OpenAI API reference, "Responses" and "Streaming events". */
export const openaiResponses: Protocol = {
  name: 'openai-responses',
  matches: (path) => path.endsWith('/responses'),
  read(body) {
    const { input, instructions } = body
    if (typeof input !== 'string' && !Array.isArray(input)) return null
    const items = objectsIn(input)
    const first = typeof input === 'string' ? input : spoken(items.find(isUser)?.['content'])
    const system = items.filter(({ role }) => role === 'system' || role === 'developer')
    return {
      opening: [spoken(instructions), ...system.map(({ content }) => spoken(content)), first].join('\n\n'),
      events: eventsOf(items),
      continues: continuedBy(body),
      results: resultsIn(items),
    }
  },
  nudged,
  reply,
  answer,
}

function continuedBy({ previous_response_id: response, conversation }: JsonObject): string | null {
  return textIn(response) ?? textIn(isObject(conversation) ? conversation['id'] : conversation)
}

/** Outputs whose calls the request does not hold. */
function resultsIn(items: readonly JsonObject[]): Conversation['results'] {
  const called = new Set(items.flatMap((item) => callOf(item)?.id ?? []))
  return items.filter(isOutput).flatMap((item) => {
    const id = textIn(item['call_id'])
    return id === null || called.has(id) ? [] : [{ id, observation: outputOf(item['output']) }]
  })
}

/** Of a stream only its last event holds all. */
function reply(parts: readonly JsonObject[]): ModelReply {
  const last = parts.at(-1) ?? {}
  const response = isObject(last['response']) ? last['response'] : last
  const output = objectsIn(response['output'])
  const calls = output.flatMap((item) => callOf(item) ?? [])
  const spoke = output.some(({ type }) => type === 'message')
  const said = output.flatMap(({ content }) => objectsIn(content)).map(({ text }) => textIn(text) ?? '')
  const usage = isObject(response['usage']) ? response['usage'] : {}
  return {
    name: textIn(response['id']),
    calls,
    isFinal: response['status'] === 'completed' && spoke && calls.length === 0,
    model: textIn(response['model']),
    tokensIn: sumIn(usage['input_tokens']),
    tokensOut: sumIn(usage['output_tokens']),
    text: textIn(said.join('')),
  }
}

function isUser({ role }: JsonObject): boolean {
  return role === 'user'
}

/** `function_call_output`, `custom_tool_call_output`, `local_shell_call_output`, … */
function isOutput(item: unknown): boolean {
  return isObject(item) && typeof item['type'] === 'string' && item['type'].endsWith('_call_output')
}

function answers(item: unknown, id: string): boolean {
  return isObject(item) && isOutput(item) && item['call_id'] === id
}

function eventsOf(items: readonly JsonObject[]): Conversation['events'] {
  const events: (SeenCall | SeenMessage)[] = []
  let answered = false
  let round: string | null = null
  for (const [index, item] of items.entries()) {
    const call = callOf(item)
    if (call !== null) {
      round ??= call.id
      const output = items.slice(index + 1).find((each) => answers(each, call.id))
      if (output !== undefined) {
        events.push({ kind: 'call', ...call, observation: outputOf(output['output']), failed: null, round })
      }
      answered = false
    } else if (isOutput(item)) {
      round = null
    } else if (item['role'] === 'assistant') {
      answered = true
    } else if (isUser(item)) {
      if (answered) events.push({ kind: 'user', text: spoken(item['content']) })
      answered = false
    }
  }
  return events
}

function callOf(item: JsonObject): Pick<SeenCall, 'id' | 'tool' | 'args'> | null {
  const id = textIn(item['call_id'])
  if (id === null || isOutput(item)) return null
  const { type } = item
  if (type === 'function_call' || type === 'custom_tool_call') {
    const tool = textIn(item['name'])
    return tool === null ? null : { id, tool, args: item['arguments'] ?? item['input'] }
  }
  if (typeof type !== 'string' || !type.endsWith('_call')) return null
  return { id, tool: type.slice(0, -'_call'.length), args: item['action'] ?? item['operation'] }
}

function outputOf(output: unknown): unknown {
  return Array.isArray(output) ? spoken(output) : output
}

function nudged(body: JsonObject, { after, text }: Nudge): JsonObject {
  const input: readonly unknown[] = Array.isArray(body['input']) ? body['input'] : []
  let at = input.findLastIndex((item) => answers(item, after))
  if (at === -1) return body
  while (isOutput(input[at])) at++
  return { ...body, input: input.toSpliced(at, 0, { role: 'user', content: text }) }
}

function answer(body: JsonObject, text: string): ModelAnswer {
  const part = { type: 'output_text', text, annotations: [], logprobs: [] }
  const item = {
    id: `msg_${hexId()}`,
    type: 'message',
    status: 'completed',
    role: 'assistant',
    content: [part],
  }
  const response = responseOf(body)
  const done = { ...response, status: 'completed', output: [item], usage: noUsage }
  if (body['stream'] !== true) return whole(done)
  const place = { item_id: item.id, output_index: 0, content_index: 0 }
  const begun = { ...item, status: 'in_progress', content: [] }
  const events: readonly JsonObject[] = [
    { type: 'response.created', response },
    { type: 'response.in_progress', response },
    { type: 'response.output_item.added', output_index: 0, item: begun },
    { type: 'response.content_part.added', ...place, part: { ...part, text: '' } },
    { type: 'response.output_text.delta', ...place, delta: text, logprobs: [] },
    { type: 'response.output_text.done', ...place, text, logprobs: [] },
    { type: 'response.content_part.done', ...place, part },
    { type: 'response.output_item.done', output_index: 0, item },
    { type: 'response.completed', response: done },
  ]
  return streamed(
    events.map((event, sequence) => ({
      event: String(event['type']),
      data: { ...event, sequence_number: sequence },
    })),
  )
}

const noUsage = {
  input_tokens: 0,
  input_tokens_details: { cached_tokens: 0 },
  output_tokens: 0,
  output_tokens_details: { reasoning_tokens: 0 },
  total_tokens: 0,
}

function responseOf(body: JsonObject): JsonObject {
  return {
    id: `resp_${hexId()}`,
    object: 'response',
    created_at: Math.floor(Date.now() / 1000),
    status: 'in_progress',
    background: false,
    error: null,
    incomplete_details: null,
    instructions: body['instructions'] ?? null,
    max_output_tokens: body['max_output_tokens'] ?? null,
    metadata: body['metadata'] ?? {},
    model: body['model'] ?? 'loop-observer',
    output: [],
    parallel_tool_calls: body['parallel_tool_calls'] ?? true,
    previous_response_id: body['previous_response_id'] ?? null,
    reasoning: { effort: null, summary: null },
    store: false,
    temperature: body['temperature'] ?? null,
    text: { format: { type: 'text' } },
    tool_choice: body['tool_choice'] ?? 'auto',
    tools: body['tools'] ?? [],
    top_p: body['top_p'] ?? null,
    truncation: 'disabled',
    usage: null,
    user: null,
  }
}

function hexId(): string {
  return randomUUID().replaceAll('-', '')
}
