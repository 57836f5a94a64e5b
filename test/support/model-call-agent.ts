import type { AttributeValue } from '../../collector/receiver/span-view.ts'
import type { PlainSpan } from '../conformance/dialects/plain-span.ts'

/** One call of a scripted agent. */
export interface AgentCall {
  readonly tool: string
  readonly args: unknown
  readonly result: string
  readonly id?: string | null | undefined
}

/** How an instrumentation of a model's client exports the agent. */
export interface ClientOptions {
  /** Prompts with all that came before; `new`: only what is new since the last answer; `none`: not captured. */
  readonly inputs?: 'all' | 'new' | 'none'
  /** False for streams of which the answer is not captured. */
  readonly outputs?: boolean
  /** Spans of the tools beside those of the model calls. */
  readonly toolSpans?: 'none' | 'without results' | 'with results' | 'without ids' | 'mcp'
  /** Newest messages that a prompt keeps. */
  readonly window?: number
  readonly traceId?: string
}

const beganMs = 1_796_000_000_000

/**
 * Spans of an agent that makes these rounds of calls and then answers, in the order in which they end: a
 * model call a second after the other, of 200 ms, the tools 300 ms between them.
 */
export function modelCallAgent(
  rounds: readonly (readonly AgentCall[])[],
  options: ClientOptions = {},
): readonly PlainSpan[] {
  const { inputs = 'all', outputs = true, toolSpans = 'none', window = Infinity } = options
  const traceId = options.traceId ?? '0af7651916cd43dd8448eb211c80319c'
  const history: object[] = [{ role: 'user', parts: [{ type: 'text', content: 'Find the invoice.' }] }]
  const spans: PlainSpan[] = []
  let fresh: readonly object[] = history
  for (const [turn, calls] of [...rounds, []].entries()) {
    const startMs = beganMs + turn * 1000
    const parts =
      calls.length === 0
        ? [{ type: 'text', content: 'Nothing found.' }]
        : calls.map(({ tool, args, id = `call_x9Kq${turn}a` }, index) => ({
            type: 'tool_call',
            ...(id === null ? {} : { id: `${id}${index}` }),
            name: tool,
            arguments: args,
          }))
    const answer = { role: 'assistant', parts }
    const prompt = inputs === 'all' ? history.slice(-window) : fresh
    spans.push({
      traceId,
      spanId: (turn + 1).toString(16).padStart(16, '0'),
      name: 'chat gpt',
      startMs,
      endMs: startMs + 200,
      attributes: {
        'gen_ai.operation.name': 'chat',
        'gen_ai.request.model': 'gpt',
        'gen_ai.usage.input_tokens': 100 + turn * 30,
        'gen_ai.usage.output_tokens': 10,
        ...(inputs === 'none' ? {} : { 'gen_ai.input.messages': JSON.stringify(prompt) }),
        ...(outputs ? { 'gen_ai.output.messages': JSON.stringify([answer]) } : {}),
      },
    })
    const results = calls.map(({ result, tool, id = `call_x9Kq${turn}a` }, index) => ({
      role: 'tool',
      parts: [
        {
          type: 'tool_call_response',
          ...(id === null ? { name: tool } : { id: `${id}${index}` }),
          response: result,
        },
      ],
    }))
    history.push(answer, ...results)
    fresh = results
    for (const [index, call] of calls.entries())
      spans.push(...toolSpan(call, { traceId, turn, index, toolSpans, startMs: startMs + 300 }))
  }
  return spans
}

function toolSpan(
  { tool, args, result, id }: AgentCall,
  place: {
    readonly traceId: string
    readonly turn: number
    readonly index: number
    readonly startMs: number
    readonly toolSpans: NonNullable<ClientOptions['toolSpans']>
  },
): readonly PlainSpan[] {
  const { traceId, turn, index, startMs, toolSpans } = place
  if (toolSpans === 'none') return []
  const callId = id === undefined ? `call_x9Kq${turn}a${index}` : id === null ? null : `${id}${index}`
  const attributes: Record<string, AttributeValue> = {
    'gen_ai.tool.name': tool,
    ...(toolSpans === 'mcp'
      ? { 'mcp.method.name': 'tools/call' }
      : { 'gen_ai.operation.name': 'execute_tool' }),
    ...(toolSpans === 'without ids' || toolSpans === 'mcp' || callId === null
      ? {}
      : { 'gen_ai.tool.call.id': callId }),
    ...(toolSpans === 'without results'
      ? {}
      : { 'gen_ai.tool.call.arguments': JSON.stringify(args), 'gen_ai.tool.call.result': result }),
  }
  return [
    {
      traceId,
      spanId: `a${(turn * 32 + index + 1).toString(16).padStart(15, '0')}`,
      name: toolSpans === 'mcp' ? `tools/call ${tool}` : `execute_tool ${tool}`,
      kind: toolSpans === 'mcp' ? 3 : 1,
      startMs: startMs + index,
      endMs: startMs + 300 + index,
      attributes,
    },
  ]
}
