import { randomUUID } from 'node:crypto'
import { nextTurn, pieces } from './script.ts'
import type { Written } from './server.ts'

interface Body {
  readonly model: string
  readonly stream?: boolean
  readonly messages: readonly { readonly content: string | readonly { readonly type: string }[] }[]
}

/** Anthropic messages. */
export function anthropicTurn({ model, stream, messages }: Body): Written {
  const blocks = messages.flatMap(({ content }) => (typeof content === 'string' ? [] : content))
  const turn = nextTurn(model, blocks.filter(({ type }) => type === 'tool_result').length, 'toolu_')
  const content =
    'text' in turn
      ? [{ type: 'text', text: turn.text }]
      : turn.calls.map(({ id, tool, args }) => ({ type: 'tool_use', id, name: tool, input: args }))
  const base = { id: `msg_${randomUUID()}`, type: 'message', role: 'assistant', model, stop_sequence: null }
  const usage = { input_tokens: 10, output_tokens: 5 }
  const stop_reason = 'text' in turn ? 'end_turn' : 'tool_use'
  if (stream !== true) {
    return {
      contentType: 'application/json',
      pieces: [JSON.stringify({ ...base, content, stop_reason, usage })],
    }
  }
  const events: readonly { readonly type: string }[] = [
    { type: 'message_start', message: { ...base, content: [], stop_reason: null, usage } },
    ...content.flatMap((block, index) => blockEvents(block, index)),
    { type: 'message_delta', delta: { stop_reason, stop_sequence: null }, usage: { output_tokens: 5 } },
    { type: 'message_stop' },
  ] as readonly { readonly type: string }[]
  return {
    contentType: 'text/event-stream',
    pieces: events.map((event) => `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`),
  }
}

function blockEvents(
  block: { readonly type: string; readonly text?: string; readonly input?: object },
  index: number,
): readonly { readonly type: string }[] {
  const deltas =
    block.text === undefined
      ? pieces(JSON.stringify(block.input)).map((partial_json) => ({
          type: 'input_json_delta',
          partial_json,
        }))
      : pieces(block.text).map((text) => ({ type: 'text_delta', text }))
  const begun = block.text === undefined ? { ...block, input: {} } : { ...block, text: '' }
  return [
    { type: 'content_block_start', index, content_block: begun },
    ...deltas.map((delta) => ({ type: 'content_block_delta', index, delta })),
    { type: 'content_block_stop', index },
  ] as readonly { readonly type: string }[]
}
