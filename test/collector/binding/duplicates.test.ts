import fc from 'fast-check'
import { createMemory, judge, resolvePolicy, type Step } from '@loop-observer/rules'
import { describe, expect, test } from 'vitest'
import { plainSpan, type PlainSpan } from '../../conformance/dialects/plain-span.ts'
import { recordsOf, spanBinding } from './bind-spans.ts'

const beganMs = 1_796_000_000_000
const policy = resolvePolicy({ digest: 't' }, { source: 'telemetry', agent: null, attributes: {} })

type Attributes = NonNullable<PlainSpan['attributes']>

/** A span of `lasts` milliseconds that begins at `at`; `id` and `parent` are short names. */
function span(
  id: string,
  parent: string | null,
  [at, lasts]: readonly [number, number],
  { attributes, ...more }: PlainSpan & { readonly attributes: Attributes },
): PlainSpan {
  return {
    spanId: hex(id),
    parentSpanId: parent === null ? null : hex(parent),
    startMs: beganMs + at,
    endMs: beganMs + at + lasts,
    attributes,
    ...more,
  }
}

function hex(name: string): string {
  return Buffer.from(name).toString('hex').padEnd(16, '0').slice(0, 16)
}

/** What the engine counts of the spans, in batches of `size`, when all came within the hold. */
async function counted(
  spans: readonly PlainSpan[],
  size = spans.length,
): Promise<{ readonly calls: number; readonly models: number }> {
  const binding = await spanBinding()
  const steps = new Map<string, Step>()
  for (let at = 0; at < spans.length; at += size) {
    const bound = await binding.bind(spans.slice(at, at + size).map(plainSpan))
    for (const { step } of recordsOf(bound)) if (!steps.has(step.id)) steps.set(step.id, step)
  }
  await binding.close()
  const at = { startedAtMs: 0, endedAtMs: 0, receivedAtMs: beganMs + 900_000, traceId: null, spanId: null }
  const end: Step = { ...at, kind: 'tick', id: 'end', lane: '*', sequence: null }
  const { memory } = judge(createMemory('run', 'telemetry', 't'), [...steps.values(), end], policy)
  const models = [...steps.values()].filter(({ kind }) => kind === 'model').length
  return { calls: memory.totals.toolCalls, models }
}

const genai = (id: string | null, attributes: Attributes = {}): Attributes => ({
  'gen_ai.operation.name': 'execute_tool',
  'gen_ai.tool.name': 'search',
  'gen_ai.tool.call.arguments': '{"q":"x"}',
  'gen_ai.tool.call.result': 'no hits',
  ...(id === null ? {} : { 'gen_ai.tool.call.id': id }),
  ...attributes,
})

/** The same call made twice, one after the other, each as an instrumentation reports it. */
function twice(one: (k: number, at: number) => readonly PlainSpan[]): readonly PlainSpan[] {
  return [0, 1].flatMap((k) => one(k, k * 1000))
}

const cases: readonly (readonly [string, readonly PlainSpan[]])[] = [
  [
    'BeeAI: start, success and finish of each call',
    twice((k, at) =>
      ['start', 'success', 'finish'].map((phase, index) =>
        span(`b${k}${phase}`, 'root', [at + index, phase === 'finish' ? 0 : 100], {
          name: `tool.search.${phase}`,
          scopeName: 'openinference.instrumentation.beeai',
          attributes: {
            'openinference.span.kind': 'TOOL',
            'tool.name': 'search',
            'input.value': '{"q":"x"}',
            ...(phase === 'start' ? {} : { 'output.value': 'no hits' }),
          },
        }),
      ),
    ),
  ],
  [
    'Google ADK: parallel calls, and one span more in which they are merged',
    [
      span('a1', 'llm', [0, 100], {
        scopeName: 'gcp.vertex.agent',
        name: 'execute_tool search',
        attributes: genai('adk-8bd8dc65-1'),
      }),
      span('a2', 'llm', [0, 110], {
        scopeName: 'gcp.vertex.agent',
        name: 'execute_tool search',
        attributes: genai('adk-8bd8dc65-2'),
      }),
      span('am', 'llm', [0, 112], {
        scopeName: 'gcp.vertex.agent',
        name: 'execute_tool (merged)',
        attributes: genai('adk-8bd8dc65-3', { 'gen_ai.tool.name': '(merged tools)' }),
      }),
    ],
  ],
  [
    'Pydantic AI: a wrapper around the calls of a turn',
    [
      span('pw', 'run', [0, 120], {
        scopeName: 'pydantic-ai',
        name: 'running 2 tools',
        attributes: { tools: ['search', 'search'] },
      }),
      ...[1, 2].map((k) =>
        span(`p${k}`, 'pw', [k, 100], {
          scopeName: 'pydantic-ai',
          name: 'running tool',
          attributes: {
            'gen_ai.tool.name': 'search',
            'gen_ai.tool.call.id': `call_X0OSgjUukT5in${k}`,
            tool_arguments: '{"q":"x"}',
            tool_response: 'no hits',
          },
        }),
      ),
    ],
  ],
  [
    'Gemini CLI: a wrapper around a batch of calls',
    [
      span('gw', 'run', [0, 120], {
        scopeName: 'gemini-cli',
        name: 'schedule_tool_calls',
        attributes: { 'gen_ai.operation.name': 'schedule_tool_calls', 'gen_ai.agent.name': 'gemini-cli' },
      }),
      ...[1, 2].map((k) =>
        span(`g${k}`, 'gw', [k, 100], {
          scopeName: 'gemini-cli',
          name: 'tool_call',
          attributes: {
            'gen_ai.operation.name': 'tool_call',
            'gen_ai.agent.name': 'gemini-cli',
            'gen_ai.tool.name': 'search',
            'gen_ai.tool.call_id': `search-1796000000000-${k}`,
          },
        }),
      ),
    ],
  ],
  [
    'Microsoft.Extensions.AI: a wrapper around models and tools',
    [
      span('mw', 'run', [0, 400], {
        scopeName: 'Experimental.Microsoft.Extensions.AI',
        name: 'orchestrate_tools',
        attributes: { 'gen_ai.operation.name': 'orchestrate_tools', 'gen_ai.usage.input_tokens': 200 },
      }),
      ...[1, 2].map((k) =>
        span(`m${k}`, 'mw', [k * 150, 100], {
          scopeName: 'Experimental.Microsoft.Extensions.AI',
          name: 'execute_tool search',
          // Of providers without ids the tool's name.
          attributes: genai('search'),
        }),
      ),
    ],
  ],
  [
    'the AI SDK 7 with both of its integrations',
    twice((k, at) => [
      span(`v${k}`, 'root', [at, 100], {
        scopeName: 'ai',
        name: 'ai.toolCall',
        attributes: {
          'ai.operationId': 'ai.toolCall',
          'ai.toolCall.name': 'search',
          'ai.toolCall.id': `call_q7Zr2Wm9${k}`,
          'ai.toolCall.args': '{"q":"x"}',
          'ai.toolCall.result': '"no hits"',
        },
      }),
      span(`w${k}`, 'step', [at + 1, 100], {
        scopeName: 'gen_ai',
        name: 'execute_tool search',
        attributes: genai(`call_q7Zr2Wm9${k}`),
      }),
    ]),
  ],
  [
    'Claude Code itself, and an instrumentation of the SDK that runs it',
    twice((k, at) => [
      span(`c${k}`, 'turn', [at, 120], {
        scopeName: 'com.anthropic.claude_code.tracing',
        name: 'claude_code.tool',
        attributes: {
          'span.type': 'tool',
          'session.id': 's',
          'gen_ai.operation.name': 'execute_tool',
          'gen_ai.tool.name': 'search',
          'gen_ai.tool.call.id': `toolu_01TKoqQLvY2UW${k}`,
        },
      }),
      span(`o${k}`, 'agent', [at + 3, 115], {
        scopeName: 'openinference.instrumentation.claude_agent_sdk',
        name: 'search',
        attributes: {
          'openinference.span.kind': 'TOOL',
          'tool.name': 'search',
          'tool.id': `toolu_01TKoqQLvY2UW${k}`,
          'input.value': '{"q":"x"}',
          'output.value': 'no hits',
        },
      }),
    ]),
  ],
  [
    'a framework, the MCP client, and the MCP server of another process',
    twice((k, at) => [
      span(`s${k}`, `k${k}`, [at + 20, 60], {
        kind: 2,
        name: 'tools/call search',
        attributes: {
          'mcp.method.name': 'tools/call',
          'gen_ai.tool.name': 'search',
          'gen_ai.tool.call.arguments': '{"q":"x"}',
        },
      }),
      span(`k${k}`, `f${k}`, [at + 10, 80], {
        kind: 3,
        name: 'tools/call search',
        attributes: {
          'mcp.method.name': 'tools/call',
          'gen_ai.tool.name': 'search',
          'gen_ai.tool.call.arguments': '{"q":"x"}',
        },
      }),
      span(`f${k}`, 'agent', [at, 100], { name: 'execute_tool search', attributes: genai(null) }),
    ]),
  ],
]

describe('a call made twice counts twice, and no more, as it is reported by', () => {
  test.each(cases)('%s', async (_, spans) => {
    expect((await counted(spans)).calls).toBe(2)
    // A batch for each span, in the order in which they end.
    const byEnd = spans.toSorted((a, b) => (a.endMs ?? 0) - (b.endMs ?? 0))
    expect((await counted(byEnd, 1)).calls).toBe(2)
  })

  test.each(cases)('%s, sent again in any order within a batch', async (_, spans) => {
    await fc.assert(
      fc.asyncProperty(
        fc.shuffledSubarray([...spans, ...spans], { minLength: spans.length * 2 }),
        async (all) => {
          expect((await counted(all)).calls).toBe(2)
        },
      ),
      { numRuns: 15 },
    )
  })
})

describe('a model call', () => {
  const chat = (attributes: Attributes = {}): Attributes => ({
    'gen_ai.operation.name': 'chat',
    'gen_ai.request.model': 'm',
    'gen_ai.usage.input_tokens': 120,
    'gen_ai.usage.output_tokens': 18,
    ...attributes,
  })

  test('of a framework within that of a provider’s client counts once; roll-ups around them never', async () => {
    const spans = [
      span('i1', 'm1', [20, 80], { name: 'chat m', attributes: chat() }),
      span('m1', 'root', [10, 100], {
        attributes: { 'ai.operationId': 'ai.generateText.doGenerate', ...chat() },
      }),
      span('root', null, [0, 120], {
        attributes: { 'ai.operationId': 'ai.generateText', 'ai.usage.inputTokens': 120 },
      }),
    ]
    expect((await counted(spans)).models).toBe(1)
  })

  test('of which two integrations of the AI SDK 7 tell side by side counts once, made again twice', async () => {
    const spans = [0, 1].flatMap((k) => [
      span(`a${k}`, 'root', [k * 200, 100], {
        attributes: chat({ 'ai.operationId': 'ai.generateText.doGenerate' }),
      }),
      span(`b${k}`, 'step', [k * 200 + 1, 100], { name: 'chat m', attributes: chat() }),
    ])
    expect((await counted(spans)).models).toBe(2)
    expect((await counted(spans, 1)).models).toBe(2)
    expect((await counted([...spans, ...spans], 3)).models).toBe(2)
  })

  test('of which two vocabularies tell by the same answer counts once, whoever comes first; a cached answer twice', async () => {
    const outer = span('v', 'root', [0, 100], {
      attributes: { 'ai.operationId': 'ai.generateText.doGenerate', 'ai.response.id': 'chatcmpl-q7' },
    })
    const inner = span('c', 'http', [40, 30], {
      name: 'chat m',
      attributes: chat({ 'gen_ai.response.id': 'chatcmpl-q7' }),
    })
    const cached = { ...inner, spanId: hex('z'), startMs: beganMs + 500, endMs: beganMs + 520 }
    for (const spans of [
      [outer, inner],
      [inner, outer],
    ]) {
      expect((await counted(spans)).models).toBe(1)
      expect((await counted([...spans, ...spans], 1)).models).toBe(1)
      expect((await counted([...spans, cached], 1)).models).toBe(2)
    }
  })

  test('made by two agents at one time counts twice', async () => {
    const spans = ['x', 'y'].map((name) =>
      span(name, 'root', [0, 100], { name: 'chat m', attributes: chat() }),
    )
    expect((await counted(spans)).models).toBe(2)
  })

  test('made twice with the same words counts twice', async () => {
    const spans = [0, 1].map((k) =>
      span(`m${k}`, 'root', [k * 200, 100], { name: 'chat m', attributes: chat() }),
    )
    expect((await counted(spans)).models).toBe(2)
  })
})
