import { randomUUID } from 'node:crypto'
import { nextTurn, pieces } from './script.ts'
import type { Written } from './server.ts'

interface Body {
  readonly model: string
  readonly stream?: boolean
  readonly input: string | readonly { readonly type?: string }[]
}

/** OpenAI responses. */
export function responsesTurn({ model, stream, input }: Body): Written {
  const items = typeof input === 'string' ? [] : input
  const turn = nextTurn(model, items.filter(({ type }) => type === 'function_call_output').length, 'call_')
  const base = {
    id: `resp_${randomUUID()}`,
    object: 'response',
    created_at: 1_700_000_000,
    model,
    parallel_tool_calls: true,
  }
  const output =
    'text' in turn
      ? [
          {
            id: `msg_${randomUUID()}`,
            type: 'message',
            role: 'assistant',
            status: 'completed',
            content: [{ type: 'output_text', text: turn.text, annotations: [] }],
          },
        ]
      : turn.calls.map(({ id, tool, args }) => ({
          id: `fc_${id}`,
          type: 'function_call',
          call_id: id,
          name: tool,
          arguments: JSON.stringify(args),
          status: 'completed',
        }))
  const usage = { input_tokens: 10, output_tokens: 5, total_tokens: 15 }
  const done = { ...base, status: 'completed', output, usage }
  if (stream !== true) return { contentType: 'application/json', pieces: [JSON.stringify(done)] }
  const events: readonly { readonly type: string }[] = [
    { type: 'response.created', response: { ...base, status: 'in_progress', output: [] } },
    ...output.flatMap((item, output_index): readonly object[] => [
      { type: 'response.output_item.added', output_index, item },
      ...('text' in turn
        ? pieces(turn.text).map((delta) => ({
            type: 'response.output_text.delta',
            item_id: item.id,
            output_index,
            content_index: 0,
            delta,
            logprobs: [],
          }))
        : []),
      { type: 'response.output_item.done', output_index, item },
    ]),
    { type: 'response.completed', response: done },
  ] as readonly { readonly type: string }[]
  return {
    contentType: 'text/event-stream',
    pieces: events.map(
      (event, sequence_number) =>
        `event: ${event.type}\ndata: ${JSON.stringify({ ...event, sequence_number })}\n\n`,
    ),
  }
}
