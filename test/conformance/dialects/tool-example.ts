import type { ToolExample } from './example.ts'
import type { PlainSpan } from './plain-span.ts'

/**
 * The call `search{q: "x"}`, id `call_1`, that found "no hits", as a dialect writes it. Keys are those
 * of `span.attributes` in which content stands, null where it stands elsewhere; what is `reads` beside
 * the ordinary.
 */
export function searchExample({
  title,
  span,
  argumentsKey,
  resultKey,
  callIdKey,
  reads = {},
}: {
  readonly title: string
  readonly span: PlainSpan
  readonly argumentsKey: string | null
  readonly resultKey: string | null
  readonly callIdKey: string | null
  readonly reads?: ToolExample['reads']
}): ToolExample {
  const ordinary: ToolExample['reads'] = {
    tool: 'search',
    callId: 'call_1',
    args: '{"q":"x"}',
    observation: 'no hits',
    failed: false,
    errorText: null,
    rank: 'own_span',
  }
  return { title, kind: 'tool', span, argumentsKey, resultKey, callIdKey, reads: { ...ordinary, ...reads } }
}

/** Attributes of `execute_tool search` under the GenAI conventions, content included. */
export const genaiSearch = {
  'gen_ai.operation.name': 'execute_tool',
  'gen_ai.tool.name': 'search',
  'gen_ai.tool.call.id': 'call_1',
  'gen_ai.tool.call.arguments': '{"q":"x"}',
  'gen_ai.tool.call.result': 'no hits',
} as const

/** Keys of {@link genaiSearch}. */
export const genaiKeys = {
  argumentsKey: 'gen_ai.tool.call.arguments',
  resultKey: 'gen_ai.tool.call.result',
  callIdKey: 'gen_ai.tool.call.id',
} as const

/** Attributes of a model call under the GenAI conventions that asks for `search` and says "Looking.". */
export const genaiChat = {
  'gen_ai.operation.name': 'chat',
  'gen_ai.request.model': 'm',
  'gen_ai.usage.input_tokens': 120,
  'gen_ai.usage.output_tokens': 18,
  'gen_ai.output.messages': JSON.stringify([
    {
      role: 'assistant',
      parts: [
        { type: 'text', content: 'Looking.' },
        { type: 'tool_call', id: 'call_1', name: 'search', arguments: { q: 'x' } },
      ],
    },
  ]),
} as const

/** What {@link genaiChat} reads as. */
export const chatReads = {
  model: 'm',
  tokensIn: 120,
  tokensOut: 18,
  text: 'Looking.',
  requests: [{ callId: 'call_1', tool: 'search', args: { q: 'x' } }],
} as const
