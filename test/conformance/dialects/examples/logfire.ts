import type { DialectExamples } from '../example.ts'
import { genaiChat, chatReads, searchExample } from '../tool-example.ts'

const agents = 'logfire.openai_agents'
const call = { id: 'call_1', type: 'function', function: { name: 'search', arguments: '{"q":"x"}' } }
const asked = [{ callId: 'call_1', tool: 'search', args: '{"q":"x"}' }]
const talk = [
  { role: 'user', content: 'find x' },
  { role: 'assistant', content: null, tool_calls: [{ ...call, id: 'call_0' }] },
  { role: 'tool', tool_call_id: 'call_0', content: 'no hits' },
]
const ask = { role: 'assistant', content: 'Looking.', tool_calls: [call] }
const answers = [{ callId: 'call_0', observation: 'no hits', failed: false }]
const usage = { 'gen_ai.usage.input_tokens': 120, 'gen_ai.usage.output_tokens': 18 }
const mcpSearch = {
  request: JSON.stringify({
    method: 'tools/call',
    params: { _meta: { traceparent: '00-1' }, name: 'search', arguments: { q: 'x' } },
  }),
  response: JSON.stringify({ _meta: null, content: [{ type: 'text', text: 'no hits' }], isError: false }),
}
const mcpKeys = { argumentsKey: null, resultKey: 'response', callIdKey: null }

export const logfire: DialectExamples = {
  dialect: 'logfire',
  examples: [
    searchExample({
      title: 'a function of OpenAI Agents',
      span: {
        name: 'Function: {name}',
        scopeName: agents,
        attributes: { name: 'search', input: '{"q":"x"}', output: 'no hits', 'gen_ai.system': 'openai' },
      },
      argumentsKey: 'input',
      resultKey: 'output',
      callIdKey: null,
      reads: { callId: null },
    }),
    {
      title: 'a function that failed without an exception',
      kind: 'other',
      span: {
        name: 'Function: {name}',
        scopeName: agents,
        attributes: {
          name: 'search',
          input: '{"q":"x"}',
          error: JSON.stringify({ message: 'Error running tool (non-fatal)', data: { error: 'boom' } }),
        },
      },
      reads: [{ kind: 'tool', tool: 'search', failed: true, errorText: 'boom' }],
    },
    {
      title: 'a chat of OpenAI Agents, whose prompt and answer are one list',
      kind: 'model',
      span: {
        name: 'Chat completion with {gen_ai.request.model!r}',
        scopeName: agents,
        attributes: {
          ...usage,
          'gen_ai.request.model': 'm',
          request_data: JSON.stringify({ model: 'm', messages: [...talk, ask] }),
        },
      },
      reads: { model: 'm', tokensIn: 120, tokensOut: 18, text: 'Looking.', requests: asked },
      answers,
    },
    {
      title: 'a response of OpenAI Agents, whose events are one list',
      kind: 'model',
      span: {
        name: 'Responses API with {gen_ai.request.model!r}',
        scopeName: agents,
        attributes: {
          ...usage,
          'gen_ai.operation.name': 'chat',
          'gen_ai.response.model': 'm',
          events: JSON.stringify([
            { 'event.name': 'gen_ai.user.message', role: 'user', content: 'find x' },
            { 'event.name': 'gen_ai.assistant.message', role: 'assistant', tool_calls: [call] },
            {
              'event.name': 'gen_ai.tool.message',
              role: 'tool',
              id: 'call_0',
              content: 'no hits',
              name: 'search',
            },
            { 'event.name': 'gen_ai.assistant.message', role: 'assistant', content: 'Looking.' },
            { 'event.name': 'gen_ai.assistant.message', role: 'assistant', tool_calls: [call] },
          ]),
        },
      },
      reads: { model: 'm', tokensIn: 120, text: 'Looking.', requests: asked },
      answers,
    },
    {
      title: "a request of OpenAI's client",
      kind: 'model',
      span: {
        name: 'Chat Completion with {request_data[model]!r}',
        scopeName: 'logfire.openai',
        attributes: {
          ...usage,
          'gen_ai.request.model': 'm',
          'gen_ai.response.model': 'm',
          request_data: JSON.stringify({ model: 'm', messages: talk }),
          response_data: JSON.stringify({ message: ask, usage: {} }),
        },
      },
      reads: { model: 'm', tokensIn: 120, tokensOut: 18, text: 'Looking.', requests: asked },
      answers,
    },
    {
      title: 'the request of a streamed answer, which has not come yet',
      kind: 'silent',
      span: {
        name: 'Chat Completion with {request_data[model]!r}',
        scopeName: 'logfire.openai',
        attributes: {
          'gen_ai.operation.name': 'chat',
          'gen_ai.request.model': 'm',
          request_data: '{"model":"m","stream":true}',
        },
      },
    },
    {
      title: 'a streamed answer, in the record at its end',
      kind: 'model',
      span: {
        name: 'streaming response from {request_data[model]!r} took {duration:.2f}s',
        scopeName: 'logfire.openai',
        attributes: { ...genaiChat, 'logfire.span_type': 'log' },
      },
      reads: chatReads,
    },
    {
      title: 'an embedding',
      kind: 'silent',
      span: {
        name: 'Embedding Creation with {request_data[model]!r}',
        scopeName: 'logfire.openai',
        attributes: { 'gen_ai.request.model': 'm', 'gen_ai.response.model': 'm' },
      },
    },
    searchExample({
      title: 'a request to an MCP server',
      span: { name: 'MCP request: tools/call search', scopeName: 'logfire.mcp', attributes: mcpSearch },
      ...mcpKeys,
      reads: { callId: null, rank: 'mcp_client', args: { q: 'x' } },
    }),
    searchExample({
      title: 'the same at the MCP server',
      span: {
        name: 'MCP server handle request: tools/call',
        scopeName: 'logfire.mcp',
        attributes: mcpSearch,
      },
      ...mcpKeys,
      reads: { callId: null, rank: 'mcp_server', args: { q: 'x' } },
    }),
    {
      title: 'another request to an MCP server',
      kind: 'silent',
      span: { name: 'MCP request: tools/list', scopeName: 'logfire.mcp', attributes: { request: '{}' } },
    },
    {
      title: 'a run of an agent at its limit',
      kind: 'other',
      span: {
        name: 'Agent run: {name!r}',
        scopeName: agents,
        parentSpanId: 'a'.repeat(16),
        attributes: { name: 'finder', error: '{"message":"Max turns exceeded","data":{"max_turns":10}}' },
      },
      reads: [{ kind: 'agent_limit', limit: 'MaxTurnsExceeded' }],
    },
  ],
}
