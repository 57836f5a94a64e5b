import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { SpanReadings } from '../../../collector/binding/binding.ts'
import { spanReader } from '../../../collector/dialects/read.ts'
import { logReader } from '../../../collector/dialects/read-log.ts'
import { logDecoder } from '../../../collector/receiver/decode.ts'
import { plainSpan, type PlainSpan } from '../../conformance/dialects/plain-span.ts'
import { logsInJson, type SentLog } from '../../support/log-records.ts'
import { arrivals } from './arrivals.ts'
import { judgedReadings } from './judged-spans.ts'

const beganMs = 1_796_000_000_000
const traceId = '0af7651916cd43dd8448eb211c80319c'

interface Call {
  readonly query: string
  readonly answer: string
}

/** How a program tells its calls, by records, and by spans where it makes some. */
interface Program {
  readonly logs: (call: Call, k: number) => readonly SentLog[]
  readonly spans?: (call: Call, k: number) => readonly PlainSpan[]
  /** Its records alone tell of no call. */
  readonly needsSpans?: true
}

const programs: Readonly<Record<string, Program>> = {
  'Claude Code': {
    logs: ({ query, answer }, k) => [
      claude('api_request', at(k), { model: 'm', input_tokens: 5, output_tokens: k, query_source: 'sdk' }),
      claude('tool_result', at(k) + 90, {
        tool_name: 'Grep',
        tool_use_id: `toolu_01TKoqQLvY2UW${k}`,
        success: 'true',
        duration_ms: '50',
        tool_input: JSON.stringify({ pattern: query }),
        tool_result_size_bytes: String(answer.length),
      }),
    ],
    spans: (_, k) => [
      {
        name: 'claude_code.tool',
        scopeName: 'com.anthropic.claude_code.tracing',
        traceId,
        spanId: spanId(k),
        parentSpanId: 'a'.repeat(16),
        startMs: at(k) + 30,
        endMs: at(k) + 95,
        attributes: {
          'span.type': 'tool',
          'session.id': 's',
          'gen_ai.operation.name': 'execute_tool',
          'gen_ai.tool.name': 'Grep',
          'gen_ai.tool.call.id': `toolu_01TKoqQLvY2UW${k}`,
        },
      },
    ],
  },
  'Codex CLI': {
    logs: ({ query, answer }, k) => [
      {
        scope: 'codex_otel',
        eventName: 'codex.tool_result',
        timeMs: at(k) + 90,
        attributes: {
          'conversation.id': 'conversation-1',
          tool_name: 'shell',
          call_id: `call_q7Zr2Wm9${k}x`,
          arguments: JSON.stringify({ command: query }),
          output: answer,
          success: 'true',
          duration_ms: '60',
        },
      },
    ],
  },
  'Gemini CLI': {
    logs: ({ query }, k) => [
      {
        scope: 'gemini-cli',
        eventName: 'gemini_cli.tool_call',
        traceId,
        timeMs: at(k) + 90,
        attributes: {
          'session.id': 'g',
          function_name: 'read_file',
          function_args: JSON.stringify({ path: query }),
          duration_ms: 80,
          success: true,
        },
      },
    ],
    spans: (_, k) => [
      {
        name: 'tool_call',
        scopeName: 'gemini-cli',
        traceId,
        spanId: spanId(k),
        parentSpanId: 'a'.repeat(16),
        startMs: at(k) + 5,
        endMs: at(k) + 95,
        attributes: {
          'gen_ai.operation.name': 'tool_call',
          'gen_ai.agent.name': 'gemini-cli',
          'gen_ai.tool.name': 'read_file',
          'gen_ai.tool.call_id': `read_file-1733k9x2-${k}`,
        },
      },
    ],
  },
  'the events of the GenAI conventions': {
    needsSpans: true,
    logs: ({ answer }, k) => [
      {
        scope: 'opentelemetry.util.genai',
        eventName: 'gen_ai.client.inference.operation.details',
        traceId,
        spanId: spanId(500 + k),
        timeMs: at(k) + 190,
        attributes: {
          'gen_ai.operation.name': 'chat',
          'gen_ai.input.messages': [
            {
              role: 'tool',
              parts: [{ type: 'tool_call_response', id: `call_q7Zr2Wm9${k}x`, response: answer }],
            },
          ],
          'gen_ai.output.messages': [{ role: 'assistant', parts: [{ type: 'text', content: `Step ${k}.` }] }],
        },
      },
    ],
    spans: ({ query }, k) => [
      {
        name: 'execute_tool search',
        traceId,
        spanId: spanId(k),
        parentSpanId: 'a'.repeat(16),
        startMs: at(k) + 5,
        endMs: at(k) + 95,
        attributes: {
          'gen_ai.operation.name': 'execute_tool',
          'gen_ai.tool.name': 'search',
          'gen_ai.tool.call.id': `call_q7Zr2Wm9${k}x`,
          'gen_ai.tool.call.arguments': JSON.stringify({ q: query }),
        },
      },
      {
        name: 'chat m',
        scopeName: 'opentelemetry.util.genai',
        traceId,
        spanId: spanId(500 + k),
        parentSpanId: 'a'.repeat(16),
        startMs: at(k) + 100,
        endMs: at(k) + 195,
        attributes: { 'gen_ai.operation.name': 'chat', 'gen_ai.request.model': 'm' },
      },
    ],
  },
}

function at(k: number): number {
  return beganMs + k * 1000
}

function spanId(k: number): string {
  return String(k).padStart(16, '1')
}

function claude(event: string, timeMs: number, attributes: SentLog['attributes']): SentLog {
  return {
    scope: 'com.anthropic.claude_code.events',
    traceId,
    timeMs,
    attributes: { 'event.name': event, 'session.id': 's', ...attributes },
  }
}

const readLog = logReader()
const readSpan = spanReader()

function readLogs(logs: readonly SentLog[]): readonly SpanReadings[] {
  return logDecoder()('json', Buffer.from(logsInJson('app', logs))).logs.map((log) => ({
    readings: readLog(log),
    attributes: log.attributes,
    resource: log.resource,
  }))
}

function readSpans(spans: readonly PlainSpan[]): readonly SpanReadings[] {
  return spans.map(plainSpan).map((span) => ({
    readings: readSpan(span),
    attributes: span.attributes,
    resource: span.resource,
  }))
}

const calls = fc.array(
  fc.record({
    query: fc.constantFrom('x', 'x', 'y'),
    answer: fc.constantFrom('no hits', 'no hits', 'one hit'),
  }),
  { minLength: 1, maxLength: 8 },
)

const cases = Object.entries(programs).flatMap(([name, program]) =>
  [false, true]
    .filter((withSpans) => (withSpans ? program.spans !== undefined : program.needsSpans !== true))
    .map((withSpans) => [withSpans ? `${name}, beside its spans` : name, program, withSpans] as const),
)

describe('what log records tell is judged alike in whatever order, split and duplication they come', () => {
  test.each(cases)('by %s', async (_, { logs, spans = () => [] }, withSpans) => {
    const told = calls.chain((made) => {
      const all = [
        ...made.flatMap((call, k) => readLogs(logs(call, k))),
        ...(withSpans ? made.flatMap((call, k) => readSpans(spans(call, k))) : []),
      ]
      return arrivals(all).map((batches) => ({ made, all, batches }))
    })
    await fc.assert(
      fc.asyncProperty(told, async ({ made, all, batches }) => {
        const together = await judgedReadings([all])
        expect(together.calls).toBe(made.length)
        expect(await judgedReadings(batches)).toEqual(together)
      }),
      { numRuns: 25 },
    )
  })
})
