import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { spanReader } from '../../../collector/dialects/read.ts'
import type { BoundSteps } from '../../../collector/judging/judging.ts'
import type { AttributeValue } from '../../../collector/receiver/span-view.ts'
import { plainSpan } from '../../conformance/dialects/plain-span.ts'
import { spansOfExport } from '../../support/langfuse-export.ts'
import { recordsOf, spanBinding, toolSteps, type SpanBinding } from './bind-spans.ts'

interface Story {
  readonly name: string
  readonly says: string
  readonly session: string | null
  /** Tool, call id, arguments, beginning of the result. */
  readonly calls: readonly (readonly [string, string | null, string, string])[]
  /** Tokens in and out of each model call. */
  readonly models: readonly (readonly [number, number])[]
  readonly lastWords: string | null
}

const topic = '{"topic":"programming"}'

const stories: readonly Story[] = [
  {
    name: 'agno-2025-06-11',
    says: 'Agno under OpenInference, each model call a second time by the Langfuse wrapper within',
    session: null, // on the agent's span only, which is no step
    calls: [
      [
        'duckduckgo_search',
        null,
        '{"query": "currently trending on Twitter"}',
        '[\n  {\n    "title": "Twitter. It\'s what\'s happening / Twitter"',
      ],
    ],
    models: [
      [163, 20],
      [663, 225],
    ],
    lastWords: 'To find out what',
  },
  {
    name: 'claude-agent-2025-12-22',
    says: 'the Claude Agent SDK under LangSmith, arguments and results in envelopes',
    session: null, // likewise
    calls: [
      [
        'mcp__weather__get_weather',
        'toolu_01TKoqQLvY2UWuC49qnD48y7',
        '{"city":"Berlin"}',
        'Weather in Berlin: Cloudy, 59°F',
      ],
      [
        'mcp__weather__get_weather',
        'toolu_01NtVat4vJLFfVd5TqdLHcA7',
        '{"city":"New York"}',
        'Weather in New York: Sunny, 75°F',
      ],
    ],
    models: [
      [19, 29],
      [5, 53],
      [5, 56],
      [5, 94],
    ],
    lastWords: 'Great! Here',
  },
  {
    name: 'google-adk-2025-08-28',
    says: 'Google ADK with three vocabularies on one span; no arguments look like content not captured',
    session: 'demo-session',
    calls: [
      ['say_hello', 'adk-8bd8dc65-717d-4102-858b-3a1dd6b75a00', '{}', '{"greeting": "Hello Langfuse 👋"}'],
    ],
    models: [
      [28, 3],
      [39, 6],
    ],
    lastWords: 'Hello Langfuse 👋!',
  },
  {
    name: 'langgraph-python-2025-08-22',
    says: 'LangGraph by the Langfuse callback: a tool that is a plain span, Python’s repr, a ToolMessage',
    session: 'demo-thread-1',
    calls: [
      [
        'Web-Search',
        'call_1oGK863sxQHlPreFhDdEs3yl',
        '{"query":"example"}',
        '[{"url": "https://example.com", "title": "Example Result", "q": "example"}]',
      ],
    ],
    models: [
      [60, 15],
      [108, 51],
    ],
    lastWords: 'The search for "example" primarily leads',
  },
  {
    name: 'openai-agents-2025-09-30',
    says: 'OpenAI Agents under OpenInference, its call ids on model spans only',
    session: null,
    calls: [
      ['get_weather', 'call_Kud0j0DxWSmLzv9W5m6qVqXn', '{"city":"Tokyo"}', 'The weather in Tokyo is sunny.'],
    ],
    models: [
      [55, 15],
      [85, 29],
    ],
    lastWords: 'The weather in Tokyo is currently sunny.',
  },
  {
    name: 'pydantic-ai-tools-2025-12-04',
    says: 'Pydantic AI 2, a wrapper around parallel calls and a final answer that looks like a tool',
    session: null,
    calls: [
      ['get_pun_suggestion', 'call_X0OSgjUukT5inyEQvuZQnHrk', topic, 'Pun idea: Play on words'],
      ['get_dad_joke_suggestion', 'call_WxZcCvSDhGT4RJHlcU01k10x', topic, 'Dad joke idea: Use a classic'],
      ['get_one_liner_suggestion', 'call_aRaObiWKKt6GzgDkkUl3bu1Q', topic, 'One-liner idea: Make a quick'],
    ],
    models: [
      [265, 73],
      [417, 53],
      [502, 14],
      [131, 69],
    ],
    lastWords: 'Why do programmers hate nature?',
  },
]

describe.each(stories)('the recorded run $name: $says', ({ name, session, calls, models, lastWords }) => {
  let bound: readonly BoundSteps[]
  let binding: SpanBinding

  beforeAll(async () => {
    binding = await spanBinding()
    bound = await binding.bind(spansOfExport(name))
  })
  afterAll(() => binding.close())

  test('is one run, of its session', () => {
    expect(bound).toHaveLength(1)
    expect(bound[0]?.intro.attributes['session.id'] ?? null).toBe(session)
  })

  test('makes these calls, all of them well', () => {
    expect(toolSteps(bound)).toHaveLength(calls.length)
    const records = recordsOf(bound).filter(({ step }) => step.kind === 'tool')
    for (const [index, [tool, callId, args, result]] of calls.entries()) {
      expect(records[index]?.step).toMatchObject({ tool, callId, ok: true, lane: 'main', rank: 'own_span' })
      expect(records[index]?.preview?.args).toBe(args)
      expect(records[index]?.preview?.observation?.startsWith(result)).toBe(true)
    }
    expect(
      toolSteps(bound).every(({ call, observation }) => call.exact !== null && observation.state === 'known'),
    ).toBe(true)
  })

  test('counts each model call once', () => {
    const steps = recordsOf(bound).flatMap(({ step }) => (step.kind === 'model' ? [step] : []))
    expect(steps.map(({ tokensIn, tokensOut }) => [tokensIn, tokensOut])).toEqual(models)
    const words = recordsOf(bound).flatMap(({ preview }) => preview?.text ?? [])
    expect(words.at(-1)?.startsWith(lastWords ?? '')).toBe(true)
  })

  test('needs no amendment: every answer in a prompt is of a call that told it', () => {
    const kinds = recordsOf(bound).map(({ step }) => step.kind)
    expect(kinds.filter((kind) => !['tool', 'model', 'naming', 'outcome'].includes(kind))).toEqual([])
  })

  test('ends with the root of its trace', () => {
    const ends = recordsOf(bound).flatMap(({ step }) => (step.kind === 'outcome' ? [step] : []))
    expect(ends.at(-1)).toMatchObject({ outcome: 'answered', observed: true })
    const worked = recordsOf(bound).flatMap(({ step }) => (step.kind === 'outcome' ? [] : [step.endedAtMs]))
    expect(ends.at(-1)?.endedAtMs).toBeGreaterThanOrEqual(Math.max(...worked))
  })
})

describe('recorded spans that are no steps', () => {
  const read = spanReader()

  test('a turn of Codex repeats the totals of its log', () => {
    const span = fixture('langwatch.codex-B.session_task_turn.json') as {
      readonly scopeName: string
      readonly spanName: string
      readonly attributes: Readonly<Record<string, AttributeValue>>
    }
    expect(read(plainSpan({ ...span, name: span.spanName }))).toMatchObject([{ kind: 'end' }])
  })

  test('a graph that is interrupted and resumed is two traces of one conversation', async () => {
    const { spans } = fixture('otel-genai-langchain.langgraph-lifecycle.sample-output.json') as {
      readonly spans: readonly {
        readonly name: string
        readonly trace_id: string
        readonly span_id: string
        readonly attributes: Readonly<Record<string, AttributeValue>>
      }[]
    }
    for (const span of spans)
      expect(read(plainSpan({ ...span, traceId: span.trace_id, spanId: span.span_id }))).toMatchObject([
        { kind: 'end', outcome: 'answered' },
      ])
    expect(new Set(spans.map(({ attributes }) => attributes['gen_ai.conversation.id'])).size).toBe(1)
  })
})

function fixture(name: string): unknown {
  return JSON.parse(readFileSync(new URL(`../../fixtures/recorded/${name}`, import.meta.url), 'utf8'))
}
