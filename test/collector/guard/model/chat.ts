import { randomUUID } from 'node:crypto'
import { nextTurn, pieces } from './script.ts'
import type { Written } from './server.ts'

interface Body {
  readonly model: string
  readonly stream?: boolean
  readonly messages: readonly { readonly role: string }[]
}

/** OpenAI chat completions. */
export function chatTurn({ model, stream, messages }: Body): Written {
  const turn = nextTurn(model, messages.filter(({ role }) => role === 'tool').length, 'call_')
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
