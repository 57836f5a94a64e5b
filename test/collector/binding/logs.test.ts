import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { AmendmentStep, ModelStep, PolicyFile, StepRecord, ToolStep } from '@loop-observer/rules'
import type { SpanReadings } from '../../../collector/binding/binding.ts'
import { createBinder } from '../../../collector/binding/create-binder.ts'
import { spanReader } from '../../../collector/dialects/read.ts'
import { logReader } from '../../../collector/dialects/read-log.ts'
import type { BoundSteps } from '../../../collector/judging/judging.ts'
import { logDecoder, traceDecoder } from '../../../collector/receiver/decode.ts'
import { openStore } from '../../../collector/store/open-store.ts'
import type { Store } from '../../../collector/store/store.ts'
import { logsInJson, type LogValue, type SentLog } from '../../support/log-records.ts'

let store: Store

beforeEach(async () => {
  store = await openStore({ url: 'sqlite::memory:' })
})

afterEach(() => store.close())

const nowMs = 1_796_000_010_000
const traceId = '0af7651916cd43dd8448eb211c80319c'

/** A binder as one process has it: each call is one batch. */
function binding(
  policy: Partial<PolicyFile> = {},
): (batch: readonly SpanReadings[]) => Promise<readonly BoundSteps[]> {
  const binder = createBinder({ store, policies: { current: { digest: 'test', ...policy } } })
  return (batch) => binder.bind(batch, { tenant: 'default', source: 'telemetry', nowMs })
}

const readLog = logReader()
const readSpan = spanReader()

function logs(...records: readonly SentLog[]): readonly SpanReadings[] {
  return logDecoder()('json', Buffer.from(logsInJson('app', records))).logs.map((log) => ({
    readings: readLog(log),
    attributes: log.attributes,
    resource: log.resource,
  }))
}

interface TestSpan {
  readonly id: number
  readonly name: string
  readonly scope: string
  readonly startMs: number
  readonly endMs: number
  readonly attributes: Readonly<Record<string, string>>
}

function spans(...all: readonly TestSpan[]): readonly SpanReadings[] {
  const scopeSpans = all.map(({ id, name, scope, startMs, endMs, attributes }) => ({
    scope: { name: scope },
    spans: [
      {
        traceId,
        spanId: id.toString(16).padStart(16, '0'),
        name,
        startTimeUnixNano: `${startMs}000000`,
        endTimeUnixNano: `${endMs}000000`,
        attributes: Object.entries(attributes).map(([key, stringValue]) => ({ key, value: { stringValue } })),
      },
    ],
  }))
  const body = Buffer.from(JSON.stringify({ resourceSpans: [{ scopeSpans }] }))
  return traceDecoder()('json', body).spans.map((span) => ({
    readings: readSpan(span),
    attributes: span.attributes,
    resource: span.resource,
  }))
}

function steps<Kind extends StepRecord['step']['kind']>(bound: readonly BoundSteps[], kind: Kind) {
  return bound
    .flatMap(({ records }) => records)
    .map(({ step }) => step)
    .filter((step): step is Extract<StepRecord['step'], { readonly kind: Kind }> => step.kind === kind)
}

const atMs = 1_796_000_005_000

function codex(call: number, attributes: Readonly<Record<string, LogValue>> = {}): SentLog {
  return {
    scope: 'codex_otel',
    eventName: 'codex.tool_result',
    timeMs: atMs + call * 1000,
    attributes: {
      'conversation.id': 'conversation-1',
      tool_name: 'shell',
      call_id: `call_q7Zr2Wm9${call}`,
      arguments: '{}',
      output: 'ok',
      success: 'true',
      ...attributes,
    },
  }
}

describe('log records outside any trace', () => {
  it('belong to the run that their conversation names', async () => {
    const bound = await binding()(logs(codex(1), codex(2), codex(3, { 'conversation.id': 'conversation-2' })))
    expect(bound.map(({ intro, records }) => [intro.run, intro.traceId, records.length])).toEqual([
      ['conversation-1', null, 2],
      ['conversation-2', null, 1],
    ])
    const [first] = steps(bound, 'tool') as readonly ToolStep[]
    expect(first).toMatchObject({
      traceId: null,
      spanId: null,
      rank: 'log',
      callId: 'call_q7Zr2Wm91',
      ok: true,
    })
  })

  it('belong to the run that the attribute of the policy names, before their conversation', async () => {
    const bound = await binding({ runKey: ['prompt.id'] })(logs(codex(1, { 'prompt.id': 'p1' }), codex(2)))
    expect(bound.map(({ intro }) => intro.run)).toEqual(['p1', 'conversation-1'])
  })

  it('are the same step when they are sent again', async () => {
    const bind = binding()
    const once = steps(await bind(logs(codex(1))), 'tool')
    const again = steps(await bind(logs(codex(1))), 'tool')
    expect(again).toEqual(once)
  })
})

describe('a call that a span and a log record tell', () => {
  const span: TestSpan = {
    id: 1,
    name: 'execute_tool shell',
    scope: 'agent',
    startMs: atMs,
    endMs: atMs + 1000,
    attributes: {
      'gen_ai.operation.name': 'execute_tool',
      'gen_ai.tool.name': 'shell',
      'gen_ai.tool.call.id': 'call_q7Zr2Wm91',
    },
  }

  it('is one, with the span’s place and the record’s result', async () => {
    const [tool, ...others] = steps(
      await binding()([...spans(span), ...logs({ ...codex(1), traceId })]),
      'tool',
    )
    expect(others).toEqual([])
    expect(tool).toMatchObject({
      rank: 'own_span',
      spanId: '0000000000000001',
      observation: { state: 'known' },
    })
  })

  it('has one call id in whatever order the two come', async () => {
    const record = logs({ ...codex(1), traceId })
    for (const batches of [
      [spans(span), record],
      [record, spans(span)],
    ]) {
      const bind = binding()
      const ids = []
      for (const batch of batches) ids.push(...steps(await bind(batch), 'tool').map(({ callId }) => callId))
      expect(ids).toEqual(['call_q7Zr2Wm91', 'call_q7Zr2Wm91'])
    }
  })
})

describe('Gemini CLI, whose records have no call id', () => {
  const record = (from: number): SentLog => ({
    scope: 'gemini-cli',
    eventName: 'gemini_cli.tool_call',
    traceId,
    timeMs: from + 90,
    attributes: {
      'session.id': 'g',
      function_name: 'read_file',
      function_args: '{"path":"a"}',
      duration_ms: 80,
      success: true,
    },
  })
  const span = (id: number, from: number): TestSpan => ({
    id,
    name: 'tool_call',
    scope: 'gemini-cli',
    startMs: from,
    endMs: from + 100,
    attributes: {
      'gen_ai.operation.name': 'tool_call',
      'gen_ai.agent.name': 'gemini-cli',
      'gen_ai.tool.name': 'read_file',
      'gen_ai.tool.call_id': `read_file-1733k9x2-${id}`,
    },
  })

  it('tells each call once, and a repeat as another', async () => {
    const batch = [...spans(span(1, atMs), span(2, atMs + 500)), ...logs(record(atMs), record(atMs + 500))]
    const tools = steps(await binding()(batch), 'tool')
    expect(tools.map(({ callId, rank }) => [callId, rank])).toEqual([
      ['read_file-1733k9x2-1', 'own_span'],
      ['read_file-1733k9x2-2', 'own_span'],
    ])
    expect(tools.every(({ call }) => call.exact !== null)).toBe(true)
  })

  it.each(['spans first', 'logs first'])('has one id for both when they come apart, %s', async (order) => {
    const bind = binding()
    const parts = [spans(span(1, atMs), span(2, atMs + 500)), logs(record(atMs), record(atMs + 500))]
    const seen = []
    for (const batch of order === 'spans first' ? parts : parts.toReversed()) {
      seen.push(steps(await bind(batch), 'tool').map(({ callId }) => callId))
    }
    expect(seen[0]).toEqual(seen[1])
    expect(new Set(seen[0]).size).toBe(2)
  })
})

describe('model calls', () => {
  const request = (from: number): SentLog => ({
    scope: 'com.anthropic.claude_code.events',
    traceId,
    timeMs: from + 100,
    attributes: {
      'event.name': 'api_request',
      'session.id': 's',
      model: 'm',
      input_tokens: 5,
      output_tokens: 2,
      query_source: 'sdk',
    },
  })
  const span = (id: number, from: number): TestSpan => ({
    id,
    name: 'claude_code.llm_request',
    scope: 'com.anthropic.claude_code.tracing',
    startMs: from,
    endMs: from + 100,
    attributes: { 'span.type': 'llm_request', query_source: 'sdk', 'gen_ai.request.model': 'm' },
  })

  it.each(['spans first', 'logs first', 'together'])('that both tell are counted once, %s', async (order) => {
    const bind = binding()
    const parts = [
      spans(span(1, atMs), span(2, atMs + 500)),
      logs(request(atMs), request(atMs + 500)),
    ] as const
    const batches =
      order === 'together' ? [parts.flat()] : order === 'spans first' ? parts : parts.toReversed()
    const models: ModelStep[] = []
    for (const batch of batches) models.push(...steps(await bind(batch), 'model'))
    expect(models).toHaveLength(2)
  })

  it('get their words from the event beside their span, which answers earlier calls', async () => {
    const chat: TestSpan = {
      id: 7,
      name: 'chat m',
      scope: 'opentelemetry.util.genai',
      startMs: atMs,
      endMs: atMs + 100,
      attributes: { 'gen_ai.operation.name': 'chat', 'gen_ai.request.model': 'm' },
    }
    const details: SentLog = {
      scope: 'opentelemetry.util.genai',
      traceId,
      spanId: '0000000000000007',
      timeMs: atMs + 90,
      eventName: 'gen_ai.client.inference.operation.details',
      attributes: {
        'gen_ai.input.messages': [
          { role: 'tool', parts: [{ type: 'tool_call_response', id: 'call_9', response: 'sunny' }] },
        ],
        'gen_ai.output.messages': [{ role: 'assistant', parts: [{ type: 'text', content: 'It is sunny.' }] }],
      },
    }
    const bound = await binding()([...spans(chat), ...logs(details)])
    const [model, ...others] = steps(bound, 'model')
    expect(others).toEqual([])
    expect(model?.text).not.toBeNull()
    const [answer] = steps(bound, 'amendment') as readonly AmendmentStep[]
    expect(answer).toMatchObject({ callId: 'call_9', observation: { state: 'known' } })
  })
})
