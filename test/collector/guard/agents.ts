import Anthropic from '@anthropic-ai/sdk'
import OpenAI from 'openai'
import { useTool } from './model/script.ts'

/** How an agent ended: by its own rules, or at its step limit (`text` is null). */
export interface Ended {
  readonly text: string | null
  readonly turns: number
  readonly calls: number
}

/** What an agent is started with. */
export interface AgentOptions {
  readonly baseUrl: string
  /** The model's script. */
  readonly model: string
  readonly headers?: Readonly<Record<string, string>>
  readonly task?: string
}

/** An agent loop on a vendor's client that knows nothing of the observer. */
export type Agent = (options: AgentOptions) => Promise<Ended>

const mostTurns = 14
const task = 'What became of invoice 7?'
const parameters = { type: 'object' as const, properties: {} }
const names = ['search', 'lookup', 'read']

/** Agents on the clients of OpenAI and Anthropic, with and without streams. */
export const agents: Readonly<Record<string, Agent>> = {
  'OpenAI chat': (options) => chat(options, false),
  'OpenAI chat, streamed': (options) => chat(options, true),
  'OpenAI responses': (options) => responses(options, false),
  'OpenAI responses, streamed': (options) => responses(options, true),
  'Anthropic messages': (options) => anthropic(options, false),
  'Anthropic messages, streamed': (options) => anthropic(options, true),
}

async function chat(
  { baseUrl, model, headers, task: asked = task }: AgentOptions,
  stream: boolean,
): Promise<Ended> {
  const client = new OpenAI({
    baseURL: `${baseUrl}/v1`,
    apiKey: 'sk-test',
    defaultHeaders: headers ?? {},
    maxRetries: 0,
  })
  const messages: OpenAI.ChatCompletionMessageParam[] = [
    { role: 'system', content: 'You look after invoices.' },
    { role: 'user', content: asked },
  ]
  const tools = names.map((name) => ({ type: 'function' as const, function: { name, parameters } }))
  let calls = 0
  for (let turn = 1; turn <= mostTurns; turn++) {
    const body = { model, messages, tools }
    const completion = stream
      ? await client.chat.completions.stream(body).finalChatCompletion()
      : await client.chat.completions.create(body)
    const message = completion.choices[0]?.message
    if (message === undefined) throw new Error('no choice')
    messages.push(message)
    if (message.tool_calls === undefined || message.tool_calls.length === 0) {
      return { text: message.content, turns: turn, calls }
    }
    for (const call of message.tool_calls) {
      if (call.type !== 'function') throw new Error(call.type)
      calls++
      const content = useTool(call.function.name, JSON.parse(call.function.arguments))
      messages.push({ role: 'tool', tool_call_id: call.id, content })
    }
  }
  return { text: null, turns: mostTurns, calls }
}

/** An agent that lets the provider keep the conversation: its requests hold what is new only. */
export async function keptByProvider({ baseUrl, model }: AgentOptions, stream: boolean): Promise<Ended> {
  const client = new OpenAI({ baseURL: `${baseUrl}/v1`, apiKey: 'sk-test', maxRetries: 0 })
  const tools = names.map((name) => ({ type: 'function' as const, name, parameters, strict: false }))
  let input: OpenAI.Responses.ResponseInputItem[] = [{ role: 'user', content: task }]
  let previous: string | null = null
  let calls = 0
  for (let turn = 1; turn <= mostTurns; turn++) {
    const body = { model, input, tools, previous_response_id: previous }
    const response: OpenAI.Responses.Response = stream
      ? await client.responses.stream(body).finalResponse()
      : await client.responses.create(body)
    const asks = response.output.flatMap((item) => (item.type === 'function_call' ? [item] : []))
    if (asks.length === 0) return { text: response.output_text, turns: turn, calls }
    calls += asks.length
    previous = response.id
    input = asks.map((call) => ({
      type: 'function_call_output',
      call_id: call.call_id,
      output: useTool(call.name, JSON.parse(call.arguments)),
    }))
  }
  return { text: null, turns: mostTurns, calls }
}

async function responses(
  { baseUrl, model, headers, task: asked = task }: AgentOptions,
  stream: boolean,
): Promise<Ended> {
  const client = new OpenAI({
    baseURL: `${baseUrl}/v1`,
    apiKey: 'sk-test',
    defaultHeaders: headers ?? {},
    maxRetries: 0,
  })
  const input: OpenAI.Responses.ResponseInputItem[] = [{ role: 'user', content: asked }]
  const tools = names.map((name) => ({ type: 'function' as const, name, parameters, strict: false }))
  let calls = 0
  for (let turn = 1; turn <= mostTurns; turn++) {
    const body = { model, input, tools, instructions: 'You look after invoices.' }
    const response = stream
      ? await client.responses.stream(body).finalResponse()
      : await client.responses.create(body)
    input.push(...(response.output as OpenAI.Responses.ResponseInputItem[]))
    const asks = response.output.flatMap((item) => (item.type === 'function_call' ? [item] : []))
    if (asks.length === 0) return { text: response.output_text, turns: turn, calls }
    for (const call of asks) {
      calls++
      const output = useTool(call.name, JSON.parse(call.arguments))
      input.push({ type: 'function_call_output', call_id: call.call_id, output })
    }
  }
  return { text: null, turns: mostTurns, calls }
}

async function anthropic(
  { baseUrl, model, headers, task: asked = task }: AgentOptions,
  stream: boolean,
): Promise<Ended> {
  const client = new Anthropic({
    baseURL: baseUrl,
    apiKey: 'sk-test',
    defaultHeaders: headers ?? {},
    maxRetries: 0,
  })
  const messages: Anthropic.MessageParam[] = [{ role: 'user', content: asked }]
  const tools = names.map((name) => ({ name, input_schema: parameters }))
  let calls = 0
  for (let turn = 1; turn <= mostTurns; turn++) {
    const body = { model, messages, tools, max_tokens: 1000, system: 'You look after invoices.' }
    const message = stream
      ? await client.messages.stream(body).finalMessage()
      : await client.messages.create(body)
    messages.push({ role: 'assistant', content: message.content })
    const uses = message.content.filter((block) => block.type === 'tool_use')
    if (uses.length === 0) {
      const said = message.content.flatMap((block) => (block.type === 'text' ? [block.text] : []))
      return { text: said.join(''), turns: turn, calls }
    }
    calls += uses.length
    const content = uses.map(({ id, name, input }) => ({
      type: 'tool_result' as const,
      tool_use_id: id,
      content: useTool(name, input as { page?: number }),
    }))
    messages.push({ role: 'user', content })
  }
  return { text: null, turns: mostTurns, calls }
}
