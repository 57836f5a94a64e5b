import type { DialectExamples } from '../example.ts'

const question = { role: 'user', parts: [{ type: 'text', content: 'Find invoice 4411' }] }
const call = (id: string) => ({
  role: 'assistant',
  parts: [{ type: 'tool_call', id, name: 'search', arguments: { role: 'tool' } }],
})
const answer = (id: string, response: unknown) => ({
  role: 'tool',
  parts: [{ type: 'tool_call_response', id, response }],
})

export const otelGenai: DialectExamples = {
  dialect: 'otel-genai',
  examples: [
    {
      title: 'execute_tool with opt-in content (1.38 and later)',
      kind: 'tool',
      span: {
        name: 'execute_tool search',
        attributes: {
          'gen_ai.operation.name': 'execute_tool',
          'gen_ai.tool.name': 'search',
          'gen_ai.tool.call.id': 'call_1',
          'gen_ai.agent.name': 'finder',
          'gen_ai.tool.call.arguments': '{"q":"invoice 4411"}',
          'gen_ai.tool.call.result': '{"hits":0}',
        },
      },
      argumentsKey: 'gen_ai.tool.call.arguments',
      resultKey: 'gen_ai.tool.call.result',
      callIdKey: 'gen_ai.tool.call.id',
      reads: {
        tool: 'search',
        callId: 'call_1',
        args: '{"q":"invoice 4411"}',
        observation: '{"hits":0}',
        failed: false,
        actor: 'finder',
        agent: 'finder',
        rank: 'own_span',
        dialect: 'otel-genai',
      },
    },
    {
      title: 'execute_tool without content, its name only in the span name',
      kind: 'tool',
      span: { name: 'execute_tool search', attributes: { 'gen_ai.operation.name': 'execute_tool' } },
      argumentsKey: null,
      resultKey: null,
      callIdKey: null,
      reads: {
        tool: 'search',
        callId: null,
        args: undefined,
        observation: undefined,
        failed: null,
        lane: null,
      },
    },
    {
      title: 'content in span events gen_ai.tool.message and gen_ai.choice',
      kind: 'tool',
      span: {
        name: 'execute_tool search',
        attributes: {
          'gen_ai.operation.name': 'execute_tool',
          'gen_ai.tool.name': 'search',
          'gen_ai.tool.call.id': 'call_1',
        },
        events: [
          { name: 'gen_ai.tool.message', attributes: { content: '{"q":"invoice 4411"}', id: 'call_1' } },
          { name: 'gen_ai.choice', attributes: { message: '[{"text":"no hits"}]', id: 'call_1' } },
        ],
      },
      argumentsKey: null,
      resultKey: null,
      callIdKey: 'gen_ai.tool.call.id',
      reads: { args: '{"q":"invoice 4411"}', observation: 'no hits', failed: false },
    },
    {
      title: 'content in events gen_ai.client.inference.operation.details',
      kind: 'tool',
      span: {
        name: 'execute_tool search',
        attributes: { 'gen_ai.operation.name': 'execute_tool', 'gen_ai.tool.name': 'search' },
        events: [
          {
            name: 'gen_ai.client.inference.operation.details',
            attributes: { 'gen_ai.input.messages': JSON.stringify([question, call('call_1')]) },
          },
          {
            name: 'gen_ai.client.inference.operation.details',
            attributes: { 'gen_ai.output.messages': JSON.stringify([answer('call_1', 'no hits')]) },
          },
        ],
      },
      argumentsKey: null,
      resultKey: null,
      callIdKey: null,
      reads: { args: { role: 'tool' }, observation: 'no hits' },
    },
    {
      title: 'a function of google-genai, each parameter an attribute',
      kind: 'tool',
      span: {
        name: 'execute_tool search',
        attributes: {
          'gen_ai.operation.name': 'execute_tool',
          'gen_ai.tool.name': 'search',
          'code.function.parameters.q.type': 'str',
          'code.function.parameters.q.value': 'invoice 4411',
          'code.function.parameters.page.value': 2,
          'code.function.return.value': 'no hits',
        },
      },
      argumentsKey: null,
      resultKey: 'code.function.return.value',
      callIdKey: null,
      reads: { args: { q: 'invoice 4411', page: 2 }, observation: 'no hits', failed: false },
    },
    {
      title: 'the tool call of an instrumentation that spells the operation its own way',
      kind: 'tool',
      span: {
        name: 'tool',
        attributes: {
          'gen_ai.operation.name': 'tool',
          'gen_ai.tool.name': 'search',
          'gen_ai.tool.call.id': 'c',
        },
      },
      argumentsKey: null,
      resultKey: null,
      callIdKey: 'gen_ai.tool.call.id',
      reads: { tool: 'search', dialect: 'generic' },
    },
    {
      title: 'a request to a provider that names no operation',
      kind: 'other',
      span: {
        name: 'openai.chat',
        kind: 3,
        attributes: {
          'gen_ai.system': 'openai',
          'gen_ai.request.model': 'm',
          'gen_ai.usage.prompt_tokens': 120,
          'gen_ai.usage.completion_tokens': 18,
        },
      },
      reads: [{ kind: 'model', dialect: 'generic', model: 'm', tokensIn: 120, tokensOut: 18 }],
    },
    {
      title: 'work that repeats the tokens of its requests, within the process',
      kind: 'silent',
      span: {
        name: 'agent',
        parentSpanId: 'a'.repeat(16),
        attributes: { 'gen_ai.request.model': 'm', 'gen_ai.usage.output_tokens': 18 },
      },
    },
    {
      title: 'a request to an agent of Microsoft Foundry, a turn of its model',
      kind: 'model',
      span: {
        name: 'invoke_agent finder',
        kind: 3,
        attributes: {
          'gen_ai.operation.name': 'invoke_agent',
          'gen_ai.provider.name': 'microsoft.foundry',
          'gen_ai.agent.name': 'finder',
          'gen_ai.usage.input_tokens': 120,
          'gen_ai.usage.output_tokens': 18,
          'gen_ai.input.messages': JSON.stringify([
            { role: 'tool', parts: [{ type: 'tool_call_response', id: 'call_0', result: 'no hits' }] },
          ]),
          'gen_ai.output.messages': JSON.stringify([
            {
              role: 'assistant',
              parts: [{ type: 'tool_call', id: 'call_1', name: 'search', arguments: '{"q":"x"}' }],
            },
          ]),
        },
      },
      reads: {
        tokensIn: 120,
        agent: 'finder',
        requests: [{ callId: 'call_1', tool: 'search', args: '{"q":"x"}' }],
      },
      answers: [{ callId: 'call_0', observation: 'no hits', failed: false }],
    },
    {
      title: 'the same from within the process: around the requests, as elsewhere',
      kind: 'silent',
      span: {
        name: 'invoke_agent finder',
        parentSpanId: 'a'.repeat(16),
        attributes: {
          'gen_ai.operation.name': 'invoke_agent',
          'gen_ai.provider.name': 'microsoft.foundry',
          'gen_ai.usage.input_tokens': 120,
        },
      },
    },
    {
      title: 'a phase of planning',
      kind: 'silent',
      span: { name: 'plan', attributes: { 'gen_ai.operation.name': 'plan', 'gen_ai.agent.name': 'finder' } },
    },
    {
      title: 'chat with messages as JSON text: only the answers after the last assistant message',
      kind: 'model',
      span: {
        name: 'chat m',
        kind: 3,
        attributes: {
          'gen_ai.operation.name': 'chat',
          'gen_ai.request.model': 'm',
          'gen_ai.response.model': 'm-2026',
          'gen_ai.usage.input_tokens': 120,
          'gen_ai.usage.output_tokens': 18,
          'gen_ai.input.messages': JSON.stringify([
            question,
            call('call_1'),
            answer('call_1', { hits: 0 }),
            call('call_2'),
            answer('call_2', { hits: 1 }),
            answer('call_3', 'Error: upstream 503'),
          ]),
          'gen_ai.output.messages': JSON.stringify([
            {
              role: 'assistant',
              parts: [
                { type: 'reasoning', content: 'thinking' },
                { type: 'text', content: 'Not found.' },
                { type: 'tool_call', id: 'call_4', name: 'search', arguments: {} },
              ],
            },
          ]),
        },
      },
      reads: { model: 'm-2026', tokensIn: 120, tokensOut: 18, costUsd: null, text: 'Not found.' },
      answers: [
        { callId: 'call_2', observation: { hits: 1 }, failed: false },
        { callId: 'call_3', observation: 'Error: upstream 503', failed: false },
      ],
    },
    {
      title: 'chat with messages as structured values',
      kind: 'model',
      span: {
        name: 'chat m',
        attributes: {
          'gen_ai.operation.name': 'chat',
          'gen_ai.request.model': 'm',
          'gen_ai.input.messages': [
            question,
            call('call_1'),
            {
              role: 'tool',
              parts: [
                { type: 'tool_call_response', id: 'call_1', response: [{ type: 'text', text: 'no hits' }] },
              ],
            },
          ],
          'gen_ai.output.messages': [{ role: 'assistant', parts: [{ type: 'text', content: 'Not found.' }] }],
        },
      },
      reads: { model: 'm', tokensIn: null, tokensOut: null, text: 'Not found.' },
      answers: [{ callId: 'call_1', observation: 'no hits', failed: false }],
    },
    {
      title: 'chat with the old token names and message events (until 1.36)',
      kind: 'model',
      span: {
        name: 'chat m',
        attributes: {
          'gen_ai.operation.name': 'chat',
          'gen_ai.request.model': 'm',
          'gen_ai.usage.prompt_tokens': 7,
          'gen_ai.usage.completion_tokens': 3,
        },
        events: [
          { name: 'gen_ai.tool.message', attributes: { id: 'call_1', content: 'no hits' } },
          {
            name: 'gen_ai.tool.message',
            attributes: { 'gen_ai.event.content': '{"id":"call_2","content":"one hit"}' },
          },
          {
            name: 'gen_ai.choice',
            attributes: { message: '{"role":"assistant","content":"Not found."}', index: 0 },
          },
        ],
      },
      reads: { tokensIn: 7, tokensOut: 3, text: 'Not found.' },
      answers: [
        { callId: 'call_1', observation: 'no hits', failed: false },
        { callId: 'call_2', observation: 'one hit', failed: false },
      ],
    },
    {
      title: 'invoke_agent, which repeats the tokens of its children',
      kind: 'silent',
      span: {
        name: 'invoke_agent finder',
        attributes: {
          'gen_ai.operation.name': 'invoke_agent',
          'gen_ai.usage.input_tokens': 480,
          'gen_ai.usage.output_tokens': 72,
        },
      },
    },
    {
      title: 'embeddings',
      kind: 'silent',
      span: { name: 'embeddings m', attributes: { 'gen_ai.operation.name': 'embeddings' } },
    },
    {
      title: 'an agent span that ended with the limit of its framework',
      kind: 'other',
      span: {
        name: 'invoke_agent finder',
        statusCode: 2,
        statusMessage: 'Recursion limit of 25 reached',
        attributes: { 'gen_ai.operation.name': 'invoke_agent', 'gen_ai.agent.name': 'finder' },
        events: [
          {
            name: 'exception',
            attributes: {
              'exception.type': 'langgraph.errors.GraphRecursionError',
              'exception.message': 'x',
            },
          },
        ],
      },
      reads: [{ kind: 'agent_limit', limit: 'GraphRecursionError', actor: 'finder' }],
    },
    {
      title: 'a workflow of LlamaIndex at its limit, told by the message',
      kind: 'other',
      span: {
        statusCode: 2,
        statusMessage:
          'WorkflowRuntimeError: Max iterations of 20 reached! Either something went wrong, or …',
        attributes: { 'gen_ai.operation.name': 'invoke_workflow' },
      },
      reads: [{ kind: 'agent_limit', limit: 'max_iterations' }],
    },
    {
      title: 'an agent span that failed for another reason',
      kind: 'other',
      span: {
        statusCode: 2,
        attributes: { 'gen_ai.operation.name': 'invoke_agent', 'error.type': 'TimeoutError' },
      },
      reads: [],
    },
  ],
}
