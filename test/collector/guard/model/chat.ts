import { randomUUID } from 'node:crypto'
import { nextTurn, pieces } from './script.ts'
import type { Turn, Written } from './server.ts'

interface Body {
  readonly model: string
  readonly stream?: boolean
  readonly messages: readonly { readonly role: string; readonly content?: unknown }[]
  readonly tools?: readonly { readonly function?: { readonly name?: string } }[]
}

/** OpenAI chat completions. */
export function chatTurn({ model, stream, messages, tools = [] }: Body): Written {
  const turn = answeredByTool(nextTurn(model, messages.filter(isResult).length, 'call_'), tools)
  const base = { id: `chatcmpl-${randomUUID()}`, created: 1_700_000_000, model }
  const calls =
    'calls' in turn
      ? turn.calls.map(({ id, tool, args }) => ({
          id,
          type: 'function',
          function: { name: tool, arguments: JSON.stringify(args) },
        }))
      : []
  const usage = { prompt_tokens: 10, completion_tokens: 5, total_tokens: 15 }
  const finish = calls.length > 0 ? 'tool_calls' : 'stop'
  if (stream !== true) {
    const message =
      'text' in turn
        ? { role: 'assistant', content: turn.text }
        : { role: 'assistant', content: null, tool_calls: calls }
    const choices = [{ index: 0, message, finish_reason: finish }]
    return {
      contentType: 'application/json',
      pieces: [JSON.stringify({ ...base, object: 'chat.completion', choices, usage })],
    }
  }
  const chunk = (delta: object, finish_reason: string | null = null): string =>
    `data: ${JSON.stringify({ ...base, object: 'chat.completion.chunk', choices: [{ index: 0, delta, finish_reason }] })}\n\n`
  const deltas =
    'text' in turn
      ? pieces(turn.text).map((content) => ({ content }))
      : calls.flatMap(({ id, type, function: { name, arguments: args } }, index) => [
          { tool_calls: [{ index, id, type, function: { name, arguments: '' } }] },
          ...pieces(args).map((piece) => ({ tool_calls: [{ index, function: { arguments: piece } }] })),
        ])
  const count = { ...base, object: 'chat.completion.chunk', choices: [], usage }
  const all = [
    chunk({ role: 'assistant' }),
    ...deltas.map((delta) => chunk(delta)),
    chunk({}, finish),
    `data: ${JSON.stringify(count)}\n\n`,
  ]
  return { contentType: 'text/event-stream', pieces: [...all, 'data: [DONE]\n\n'] }
}

/** A result as OpenAI has it, or as smolagents puts it: a message of the user. */
function isResult({ role, content }: Body['messages'][number]): boolean {
  return role === 'tool' || (role === 'user' && JSON.stringify(content ?? '').includes('"Observation:'))
}

/** An agent with a tool for its answer is answered with it. */
function answeredByTool(turn: Turn, tools: NonNullable<Body['tools']>): Turn {
  const tool = 'final_answer'
  if (!('text' in turn) || tools.every((offered) => offered.function?.name !== tool)) return turn
  return { calls: [{ id: `call_${randomUUID()}`, tool, args: { answer: turn.text } }] }
}
