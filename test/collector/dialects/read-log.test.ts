import { describe, expect, it } from 'vitest'
import { logReader } from '../../../collector/dialects/read-log.ts'
import type { Reading } from '../../../collector/dialects/reading.ts'
import { logDecoder } from '../../../collector/receiver/decode.ts'
import { logsInProtobuf, type SentLog } from '../../support/log-records.ts'

const unread: string[] = []
const reader = logReader({
  onUnread: (reason) => unread.push(reason),
  onFault: (error) => {
    throw error
  },
})

function read(...logs: readonly SentLog[]): readonly Reading[] {
  unread.length = 0
  return logDecoder()('protobuf', logsInProtobuf('app', logs)).logs.flatMap(reader)
}

const atMs = 1_796_000_000_500
const trace = { traceId: '0af7651916cd43dd8448eb211c80319c', spanId: 'b7ad6b7169203331' }

describe('log records of Claude Code', () => {
  const log = (event: string, attributes: NonNullable<SentLog['attributes']>): SentLog => ({
    scope: 'com.anthropic.claude_code.events',
    timeMs: atMs,
    body: `claude_code.${event}`,
    attributes: { 'event.name': event, 'session.id': 's1', 'prompt.id': 'p1', ...attributes },
  })

  it('tell tool calls without their results', () => {
    const attributes = {
      tool_name: 'Bash',
      tool_use_id: 'toolu_1',
      success: 'true',
      duration_ms: '200',
      tool_input: '{"command":"ls"}',
    }
    expect(read(log('tool_result', attributes))).toMatchObject([
      {
        kind: 'tool',
        rank: 'log',
        dialect: 'claude-code-logs',
        tool: 'Bash',
        callId: 'toolu_1',
        args: '{"command":"ls"}',
        observation: undefined,
        failed: false,
        startMs: atMs - 200,
        endMs: atMs,
        traceId: null,
        log: { session: 's1' },
      },
    ])
  })

  it('tell failures and their type', () => {
    const failed = log('tool_result', { tool_name: 'Read', success: 'false', error_type: 'ENOENT' })
    expect(read(failed)).toMatchObject([{ failed: true, errorText: 'ENOENT', callId: null }])
    const told = log('tool_result', {
      tool_name: 'Read',
      success: 'false',
      error: 'no such file',
      error_type: 'E',
    })
    expect(read(told)).toMatchObject([{ failed: true, errorText: 'no such file' }])
  })

  it('tell model calls with tokens, cached ones included, and cost', () => {
    const attributes = {
      model: 'claude',
      input_tokens: 10,
      cache_read_tokens: 300,
      cache_creation_tokens: 5,
      output_tokens: 7,
      cost_usd: 0.25,
      query_source: 'repl_main_thread',
    }
    expect(read(log('api_request', attributes))).toMatchObject([
      { kind: 'model', model: 'claude', tokensIn: 315, tokensOut: 7, costUsd: 0.25 },
    ])
    expect(read(log('api_request', { ...attributes, query_source: 'generate_title' }))).toEqual([])
  })

  it('tell when a person writes, and leave out what says nothing', () => {
    expect(read(log('user_prompt', {}))).toMatchObject([{ kind: 'user' }])
    expect(read(log('tool_decision', {}))).toEqual([])
    expect(unread).toEqual([])
  })
})

describe('log records of Codex', () => {
  const log = (event: string, attributes: NonNullable<SentLog['attributes']>): SentLog => ({
    scope: 'codex_otel',
    timeMs: atMs,
    attributes: { 'event.name': event, 'conversation.id': 'c1', ...attributes },
  })

  it('tell tool calls with arguments and result, without the time it took', () => {
    const call = (seconds: string): SentLog =>
      log('codex.tool_result', {
        tool_name: 'shell',
        call_id: 'call_1',
        arguments: '{"command":["ls"]}',
        output: `Exit code: 0\nWall time: ${seconds} seconds\nOutput:\na.txt`,
        success: 'true',
        duration_ms: '40',
      })
    const [first, second] = [read(call('0.1')), read(call('0.2'))]
    expect(first).toMatchObject([
      {
        kind: 'tool',
        tool: 'shell',
        callId: 'call_1',
        args: '{"command":["ls"]}',
        observation: 'Exit code: 0\nOutput:\na.txt',
        failed: false,
        log: { session: 'c1' },
      },
    ])
    expect(second).toMatchObject([{ observation: 'Exit code: 0\nOutput:\na.txt' }])
  })

  it('tell failures by their flag', () => {
    const failed = { tool_name: 'shell', output: 'Exit code: 1\nnot found', success: 'false' }
    expect(read(log('codex.tool_result', failed))).toMatchObject([
      { failed: true, errorText: 'Exit code: 1\nnot found' },
    ])
  })

  it('tell model calls by the last event of a stream alone', () => {
    const tokens = { input_token_count: '120', output_token_count: '8', model: 'gpt' }
    const done = log('codex.sse_event', { 'event.kind': 'response.completed', ...tokens })
    const other = log('codex.sse_event', { 'event.kind': 'response.created' })
    // The stream's own last event comes beside the record of its totals.
    const last = log('codex.sse_event', { 'event.kind': 'response.completed', duration_ms: '3' })
    expect(read(other, last, done)).toMatchObject([
      { kind: 'model', model: 'gpt', tokensIn: 120, tokensOut: 8 },
    ])
  })
})

describe('log records of Qwen Code', () => {
  it('tell tool calls by their id, without a result', () => {
    const log: SentLog = {
      scope: 'qwen-code',
      timeMs: atMs,
      body: 'Tool call: read_file. Success: false. Duration: 12ms.',
      attributes: {
        'session.id': 'q1',
        'event.name': 'qwen-code.tool_call',
        call_id: 'call_9f',
        function_name: 'read_file',
        function_args: '{"path":"a"}',
        duration_ms: 12,
        success: false,
        'error.message': 'no such file',
      },
    }
    expect(read(log)).toMatchObject([
      {
        dialect: 'qwen-code-logs',
        tool: 'read_file',
        callId: 'call_9f',
        args: '{"path":"a"}',
        observation: undefined,
        failed: true,
        errorText: 'no such file',
      },
    ])
  })
})

describe('log records of Gemini CLI', () => {
  it('tell tool calls without id and result', () => {
    const log: SentLog = {
      scope: 'gemini-cli',
      timeMs: atMs,
      body: 'Tool call: read_file. Success: true. Duration: 12ms.',
      attributes: {
        'session.id': 'g1',
        'event.name': 'gemini_cli.tool_call',
        function_name: 'read_file',
        function_args: '{"path":"a"}',
        duration_ms: 12,
        success: true,
      },
    }
    expect(read(log)).toMatchObject([
      {
        tool: 'read_file',
        callId: null,
        args: '{"path":"a"}',
        observation: undefined,
        failed: false,
        startMs: atMs - 12,
      },
    ])
  })
})

describe('events of the GenAI conventions', () => {
  it('until 1.36 answer a call in an event of its own, the same each time it is repeated', () => {
    const log: SentLog = {
      ...trace,
      scope: 'opentelemetry.instrumentation.openai_v2',
      body: { id: 'call_1', content: 'sunny' },
    }
    const again = { ...log, timeMs: atMs, eventName: 'gen_ai.tool.message' }
    const old = { ...log, timeMs: atMs + 50, attributes: { 'event.name': 'gen_ai.tool.message' } }
    const [first, second] = read(again, old)
    expect(first).toMatchObject({ kind: 'amendment', callId: 'call_1', observation: 'sunny', failed: false })
    expect(second?.spanId).toBe(first?.spanId)
  })

  it('until 1.36 tell what the model said and asked for, beside its span', () => {
    const message = {
      content: 'Let me look.',
      tool_calls: [
        { id: 'call_1', type: 'function', function: { name: 'weather', arguments: '{"city":"Oslo"}' } },
      ],
    }
    const log: SentLog = {
      ...trace,
      scope: 'opentelemetry.instrumentation.openai_v2',
      eventName: 'gen_ai.choice',
      body: { index: 0, finish_reason: 'tool_calls', message },
    }
    expect(read(log)).toMatchObject([
      {
        kind: 'model',
        text: 'Let me look.',
        requests: [{ callId: 'call_1', tool: 'weather', args: '{"city":"Oslo"}' }],
        log: { accompanies: true },
        parentSpanId: trace.spanId,
      },
    ])
  })

  it('since 1.37 carry both sides of a call', () => {
    const log: SentLog = {
      ...trace,
      scope: 'opentelemetry.util.genai',
      eventName: 'gen_ai.client.inference.operation.details',
      attributes: {
        'gen_ai.input.messages': [
          { role: 'assistant', parts: [{ type: 'tool_call', id: 'call_1', name: 'weather', arguments: {} }] },
          { role: 'tool', parts: [{ type: 'tool_call_response', id: 'call_1', response: 'sunny' }] },
        ],
        'gen_ai.output.messages': [
          { role: 'assistant', parts: [{ type: 'text', content: 'It is sunny.' }], finish_reason: 'stop' },
        ],
      },
    }
    expect(read(log)).toMatchObject([
      { kind: 'amendment', callId: 'call_1', observation: 'sunny' },
      { kind: 'model', text: 'It is sunny.', log: { accompanies: true } },
    ])
  })
})

describe('log records of AutoGen', () => {
  it('are events as JSON in the body', () => {
    const event = {
      type: 'ToolCall',
      tool_name: 'weather',
      arguments: { city: 'Oslo' },
      result: 'sunny',
      agent_id: 'a/b',
    }
    const tool = {
      kind: 'tool',
      tool: 'weather',
      args: { city: 'Oslo' },
      observation: 'sunny',
      actor: 'a/b',
      failed: false,
    }
    expect(read({ ...trace, scope: 'autogen_core.events', body: JSON.stringify(event) })).toMatchObject([
      tool,
    ])
    expect(read({ ...trace, scope: 'autogen_core.events', body: event })).toMatchObject([tool])
    expect(read({ ...trace, scope: 'elsewhere', body: event })).toEqual([])
  })
})

describe('other log records', () => {
  it('are counted by why they are not read', () => {
    expect(
      read({ scope: 'app', body: 'listening' }, { scope: 'app', eventName: 'codex.tool_result' }),
    ).toEqual([])
    expect(unread).toEqual(['unknown', 'no_run'])
  })

  it('get a name that is theirs alone, and the same when they are sent again', () => {
    const log = (output: string): SentLog => ({
      ...trace,
      scope: 'codex_otel',
      eventName: 'codex.tool_result',
      attributes: { tool_name: 'shell', output },
    })
    const ids = read(log('a'), log('b'), log('a')).map(({ spanId }) => spanId)
    expect(ids[0]).toBe(ids[2])
    expect(ids[0]).not.toBe(ids[1])
  })
})
