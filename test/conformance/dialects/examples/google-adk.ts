import type { DialectExamples } from '../example.ts'
import { searchExample } from '../tool-example.ts'

const keys = {
  argumentsKey: 'gcp.vertex.agent.tool_call_args',
  resultKey: 'gcp.vertex.agent.tool_response',
  callIdKey: 'gen_ai.tool.call.id',
} as const
const tool = {
  'gen_ai.operation.name': 'execute_tool',
  'gen_ai.tool.name': 'search',
  'gen_ai.tool.call.id': 'call_1',
  'gcp.vertex.agent.tool_call_args': '{"q":"x"}',
  'gcp.vertex.agent.tool_response': '{"result":"no hits"}',
  'gcp.vertex.agent.llm_request': '{}',
}

export const googleAdk: DialectExamples = {
  dialect: 'google-adk',
  examples: [
    searchExample({
      title: 'a tool',
      span: { name: 'execute_tool search', scopeName: 'gcp.vertex.agent', attributes: tool },
      ...keys,
    }),
    searchExample({
      title: 'a tool in version 2 of its telemetry (Python 2.13), which keeps the conventions',
      span: {
        name: 'execute_tool search',
        scopeName: 'gcp.vertex.agent',
        attributes: {
          'gen_ai.operation.name': 'execute_tool',
          'gen_ai.tool.name': 'search',
          'gen_ai.tool.call.id': 'call_1',
          'gen_ai.agent.name': 'finder',
          'gen_ai.tool.call.arguments': '{"q":"x"}',
          'gen_ai.tool.call.result': '{"result":"no hits"}',
          'gcp.vertex.agent.event_id': 'e1',
        },
      },
      argumentsKey: 'gen_ai.tool.call.arguments',
      resultKey: 'gen_ai.tool.call.result',
      callIdKey: 'gen_ai.tool.call.id',
      reads: { agent: 'finder' },
    }),
    searchExample({
      title: 'a tool under OpenInference as well',
      span: {
        name: 'execute_tool search',
        scopeName: 'openinference.instrumentation.google_adk',
        attributes: {
          ...tool,
          'openinference.span.kind': 'TOOL',
          'output.value': '{"id":"call_1","response":{}}',
        },
      },
      ...keys,
      resultKey: null,
    }),
    searchExample({
      title: 'a tool under OpenInference whose own content is switched off',
      span: {
        name: 'execute_tool search',
        scopeName: 'openinference.instrumentation.google_adk',
        attributes: {
          'gen_ai.operation.name': 'execute_tool',
          'gen_ai.tool.name': 'search',
          'gen_ai.tool.call.id': 'call_1',
          'gcp.vertex.agent.tool_call_args': '{}',
          'gcp.vertex.agent.tool_response': '{}',
          'openinference.span.kind': 'TOOL',
          'tool.parameters': '{"q":"x"}',
          'output.value': '{"id":"call_1","name":"search","response":{"result":"no hits"}}',
        },
      },
      argumentsKey: 'tool.parameters',
      resultKey: null,
      callIdKey: 'gen_ai.tool.call.id',
    }),
    searchExample({
      title: 'a tool with content capture off',
      span: {
        name: 'execute_tool search',
        scopeName: 'gcp.vertex.agent',
        attributes: {
          ...tool,
          'gcp.vertex.agent.tool_call_args': '{}',
          'gcp.vertex.agent.tool_response': '{}',
          'gen_ai.tool.call.id': '<not specified>',
        },
      },
      argumentsKey: null,
      resultKey: null,
      callIdKey: null,
      reads: { callId: null, args: undefined, observation: undefined, failed: null },
    }),
    searchExample({
      title: 'a tool that tells its failure in its result only',
      span: {
        name: 'execute_tool search',
        scopeName: 'gcp.vertex.agent',
        attributes: { ...tool, 'gcp.vertex.agent.tool_response': '{"error":"upstream 503"}' },
      },
      ...keys,
      reads: { observation: '{"error":"upstream 503"}', failed: true, errorText: '{"error":"upstream 503"}' },
    }),
    {
      title: 'a model call',
      kind: 'model',
      span: {
        name: 'call_llm',
        attributes: {
          'gen_ai.system': 'gcp.vertex.agent',
          'gen_ai.request.model': 'm',
          'gen_ai.usage.input_tokens': 120,
          'gen_ai.usage.output_tokens': 18,
          'gcp.vertex.agent.llm_request': JSON.stringify({
            model: 'm',
            contents: [
              { role: 'user', parts: [{ text: 'Find invoice 4411' }] },
              { role: 'model', parts: [{ function_call: { name: 'search', args: { q: 'x' } } }] },
              {
                role: 'user',
                parts: [{ function_response: { name: 'search', response: { result: 'no hits' } } }],
              },
            ],
          }),
          'gcp.vertex.agent.llm_response': JSON.stringify({
            content: {
              role: 'model',
              parts: [
                { text: 'Hm.', thought: true },
                { text: 'Looking.' },
                { function_call: { id: 'call_1', name: 'search', args: { q: 'y' } } },
              ],
            },
          }),
        },
      },
      reads: {
        model: 'm',
        tokensIn: 120,
        tokensOut: 18,
        text: 'Looking.',
        requests: [{ callId: 'call_1', tool: 'search', args: { q: 'y' } }],
      },
      answers: [{ callId: null, tool: 'search', observation: 'no hits', failed: false }],
    },
    {
      title: 'the merged copy of parallel calls',
      kind: 'silent',
      span: {
        name: 'execute_tool (merged tools)',
        scopeName: 'gcp.vertex.agent',
        attributes: { ...tool, 'gen_ai.tool.name': '(merged tools)' },
      },
    },
    {
      title: 'an invocation out of model calls',
      kind: 'other',
      span: {
        name: 'invocation',
        scopeName: 'gcp.vertex.agent',
        statusCode: 2,
        events: [
          {
            name: 'exception',
            attributes: {
              'exception.type': 'google.adk.agents.invocation_context.LlmCallsLimitExceededError',
            },
          },
        ],
      },
      reads: [{ kind: 'agent_limit', limit: 'LlmCallsLimitExceededError' }],
    },
  ],
}
