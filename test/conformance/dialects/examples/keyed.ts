import type { DialectExamples } from '../example.ts'
import { chatReads, genaiChat, searchExample } from '../tool-example.ts'

/** Vocabularies with attributes of their own and little else. */
export const keyed: readonly DialectExamples[] = [
  {
    dialect: 'codex',
    examples: [
      {
        title: 'a turn, whose totals its log repeats',
        kind: 'silent',
        span: {
          name: 'session_task.turn',
          scopeName: 'codex_cli_rs',
          attributes: { 'codex.turn.token_usage.input_tokens': 13297, 'thread.id': '019e' },
        },
      },
      {
        title: 'responses, which carry usage once more',
        kind: 'silent',
        span: { name: 'handle_responses', scopeName: 'codex_exec', attributes: genaiChat },
      },
    ],
  },
  {
    dialect: 'crewai',
    examples: [
      {
        title: "a call in CrewAI's own telemetry",
        kind: 'silent',
        span: {
          name: 'Tool Usage',
          scopeName: 'crewai.telemetry',
          attributes: { tool_name: 'search', attempts: 1 },
        },
      },
    ],
  },
  {
    dialect: 'koog',
    examples: [
      searchExample({
        title: 'a tool, without an operation',
        span: {
          name: 'tool.search',
          scopeName: 'ai.koog',
          attributes: {
            'gen_ai.tool.name': 'search',
            'gen_ai.tool.call.id': 'call_1',
            'input.value': '{"q":"x"}',
            'output.value': 'no hits',
          },
        },
        argumentsKey: 'input.value',
        resultKey: 'output.value',
        callIdKey: 'gen_ai.tool.call.id',
      }),
      {
        title: 'a model call',
        kind: 'model',
        span: {
          scopeName: 'ai.koog',
          attributes: {
            'gen_ai.operation.name': 'chat',
            'gen_ai.request.model': 'm',
            'gen_ai.completion.0.content': 'Looking.',
          },
        },
        reads: { model: 'm', text: 'Looking.', tokensIn: null },
      },
      {
        title: 'a node',
        kind: 'silent',
        span: { name: 'node.callTool', scopeName: 'ai.koog', attributes: { 'gen_ai.conversation.id': 'c' } },
      },
    ],
  },
  {
    dialect: 'sentry',
    examples: [
      searchExample({
        title: 'a tool',
        span: {
          attributes: {
            'sentry.op': 'gen_ai.execute_tool',
            'gen_ai.tool.name': 'search',
            'gen_ai.tool.call.id': 'call_1',
            'gen_ai.tool.input': '{"q":"x"}',
            'gen_ai.tool.output': 'no hits',
          },
        },
        argumentsKey: 'gen_ai.tool.input',
        resultKey: 'gen_ai.tool.output',
        callIdKey: 'gen_ai.tool.call.id',
      }),
      {
        title: 'a model call',
        kind: 'model',
        span: {
          attributes: {
            ...genaiChat,
            'sentry.op': 'gen_ai.chat',
            'gen_ai.output.messages': null,
            'gen_ai.response.text': 'Looking.',
            'gen_ai.response.tool_calls': '[{"toolCallId":"call_1","toolName":"search","args":{"q":"x"}}]',
          },
        },
        reads: chatReads,
      },
      {
        title: 'an agent',
        kind: 'silent',
        span: { attributes: { ...genaiChat, 'sentry.op': 'gen_ai.invoke_agent' } },
      },
    ],
  },
  {
    dialect: 'genkit',
    examples: [
      searchExample({
        title: 'a tool',
        span: {
          name: 'search',
          attributes: {
            'genkit:type': 'action',
            'genkit:metadata:subtype': 'tool.v2',
            'genkit:input': '{"q":"x"}',
            'genkit:output': '"no hits"',
          },
        },
        argumentsKey: 'genkit:input',
        resultKey: 'genkit:output',
        callIdKey: null,
        reads: { callId: null },
      }),
      {
        title: 'a model call',
        kind: 'model',
        span: {
          name: 'm',
          attributes: {
            'genkit:type': 'action',
            'genkit:name': 'm',
            'genkit:metadata:subtype': 'model',
            'genkit:output': JSON.stringify({
              message: { role: 'model', content: [{ text: 'Looking.' }] },
              usage: { inputTokens: 120, outputTokens: 18 },
            }),
          },
        },
        reads: { model: 'm', tokensIn: 120, tokensOut: 18, text: 'Looking.' },
      },
      { title: 'a flow', kind: 'silent', span: { attributes: { 'genkit:type': 'flow' } } },
    ],
  },
  {
    dialect: 'livekit',
    examples: [
      searchExample({
        title: 'a tool',
        span: {
          name: 'function_tool',
          attributes: {
            'lk.function_tool.id': 'call_1',
            'lk.function_tool.name': 'search',
            'lk.function_tool.args': '{"q":"x"}',
            'lk.function_tool.output': 'no hits',
            'lk.function_tool.is_error': false,
          },
        },
        argumentsKey: 'lk.function_tool.args',
        resultKey: 'lk.function_tool.output',
        callIdKey: 'lk.function_tool.id',
      }),
      searchExample({
        title: 'a tool that failed',
        span: {
          name: 'function_tool',
          attributes: {
            'lk.function_tool.id': 'call_1',
            'lk.function_tool.name': 'search',
            'lk.function_tool.args': '{"q":"x"}',
            'lk.function_tool.output': 'upstream 503',
            'lk.function_tool.is_error': true,
          },
        },
        argumentsKey: 'lk.function_tool.args',
        resultKey: 'lk.function_tool.output',
        callIdKey: 'lk.function_tool.id',
        reads: { observation: 'upstream 503', failed: true, errorText: 'upstream 503' },
      }),
    ],
  },
  {
    dialect: 'laminar',
    examples: [
      searchExample({
        title: 'a tool',
        span: {
          name: 'search',
          attributes: {
            'lmnr.span.type': 'TOOL',
            'lmnr.span.input': '{"q":"x"}',
            'lmnr.span.output': '"no hits"',
          },
        },
        argumentsKey: 'lmnr.span.input',
        resultKey: 'lmnr.span.output',
        callIdKey: null,
        reads: { callId: null },
      }),
      searchExample({
        title: 'a request to an MCP server, which names the tool beside its arguments',
        span: {
          name: 'search.tool',
          kind: 3,
          attributes: {
            'lmnr.span.type': 'TOOL',
            'mcp.method.name': 'tools/call',
            'gen_ai.tool.name': 'search',
            'lmnr.span.input': '{"tool_name":"search","arguments":{"q":"x"}}',
            'lmnr.span.output': '{"content":[{"type":"text","text":"no hits"}],"isError":false}',
          },
        },
        argumentsKey: 'lmnr.span.input',
        resultKey: 'lmnr.span.output',
        callIdKey: null,
        reads: { callId: null, args: { q: 'x' } },
      }),
      {
        title: 'an answer that was played back',
        kind: 'silent',
        span: { attributes: { 'lmnr.span.type': 'CACHED', 'lmnr.span.original_type': 'LLM' } },
      },
      {
        title: 'a model call',
        kind: 'model',
        span: { attributes: { ...genaiChat, 'lmnr.span.type': 'LLM' } },
        reads: chatReads,
      },
      { title: 'any other span', kind: 'silent', span: { attributes: { 'lmnr.span.type': 'DEFAULT' } } },
    ],
  },
  {
    dialect: 'flue',
    examples: [
      searchExample({
        title: 'a tool',
        span: {
          attributes: {
            'flue.tool.name': 'search',
            'flue.tool.arguments': '{"q":"x"}',
            'flue.tool.result': 'no hits',
          },
        },
        argumentsKey: 'flue.tool.arguments',
        resultKey: 'flue.tool.result',
        callIdKey: null,
        reads: { callId: null },
      }),
    ],
  },
  {
    dialect: 'voltagent',
    examples: [
      searchExample({
        title: 'a tool',
        span: {
          name: 'tool.execution:search',
          attributes: {
            'entity.type': 'agent',
            'span.type': 'tool',
            'tool.name': 'search',
            input: '{"q":"x"}',
            output: 'no hits',
          },
        },
        argumentsKey: 'input',
        resultKey: 'output',
        callIdKey: null,
        reads: { callId: null },
      }),
      searchExample({
        title: 'a tool that its scope alone betrays',
        span: {
          name: 'tool.execution:search',
          scopeName: '@voltagent/core',
          attributes: { 'span.type': 'tool', 'tool.name': 'search', input: '{"q":"x"}', output: 'no hits' },
        },
        argumentsKey: 'input',
        resultKey: 'output',
        callIdKey: null,
        reads: { callId: null },
      }),
      searchExample({
        title: 'a tool before 1.0, whose span has no type',
        span: {
          name: 'tool.execution:search',
          scopeName: 'voltagent-core',
          kind: 3,
          attributes: {
            'tool.name': 'search',
            'tool.call.id': 'call_1',
            'tool.arguments': '{"q":"x"}',
            'tool.result': '"no hits"',
          },
        },
        argumentsKey: 'tool.arguments',
        resultKey: 'tool.result',
        callIdKey: null,
        reads: { callId: null },
      }),
      {
        title: 'an agent',
        kind: 'silent',
        span: { attributes: { 'entity.type': 'agent', 'span.type': 'agent' } },
      },
    ],
  },
  {
    dialect: 'loongsuite',
    examples: [
      searchExample({
        title: 'a tool',
        span: {
          attributes: {
            'gen_ai.span.kind': 'TOOL',
            'gen_ai.tool.name': 'search',
            'gen_ai.tool.call.id': 'call_1',
            'input.value': '{"q":"x"}',
            'output.value': 'no hits',
          },
        },
        argumentsKey: 'input.value',
        resultKey: 'output.value',
        callIdKey: 'gen_ai.tool.call.id',
      }),
      {
        title: 'a model call',
        kind: 'model',
        span: { attributes: { ...genaiChat, 'gen_ai.span.kind': 'LLM' } },
        reads: chatReads,
      },
      { title: 'a step', kind: 'silent', span: { attributes: { 'gen_ai.span.kind': 'STEP' } } },
    ],
  },
]
