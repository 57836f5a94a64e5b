import type { DialectExamples } from '../example.ts'
import { searchExample } from '../tool-example.ts'

const tool = { 'agentops.span.kind': 'tool' } as const

export const agentops: DialectExamples = {
  dialect: 'agentops',
  examples: [
    searchExample({
      title: 'a function with the decorator of tools',
      span: {
        name: 'search.tool',
        attributes: {
          ...tool,
          'operation.name': 'search',
          'agentops.tool.input': '{"args":[],"kwargs":{"q":"x"}}',
          'agentops.tool.output': '"no hits"',
        },
      },
      argumentsKey: 'agentops.tool.input',
      resultKey: 'agentops.tool.output',
      callIdKey: null,
      reads: { callId: null, args: { q: 'x' } },
    }),
    searchExample({
      title: 'a tool of a framework',
      span: {
        name: 'search.tool_usage',
        attributes: {
          ...tool,
          'tool.name': 'search',
          'tool.parameters': "{'q': 'x'}",
          'tool.result': 'no hits',
          'tool.status': 'succeeded',
        },
      },
      argumentsKey: 'tool.parameters',
      resultKey: 'tool.result',
      callIdKey: null,
      reads: { callId: null, args: { q: 'x' } },
    }),
    searchExample({
      title: 'a tool of LangChain',
      span: {
        name: 'tool',
        attributes: {
          ...tool,
          'langchain.tool.name': 'search',
          'langchain.tool.input': "{'q': 'x'}",
          'langchain.tool.output': 'no hits',
        },
      },
      argumentsKey: 'langchain.tool.input',
      resultKey: 'langchain.tool.output',
      callIdKey: null,
      reads: { callId: null, args: { q: 'x' } },
    }),
    searchExample({
      title: 'the inner layer of a call of CrewAI',
      span: {
        name: 'search.tool_usage',
        attributes: {
          'agentops.span.kind': 'tool.usage',
          'tool.name': 'search',
          'tool.parameters': "{'q': 'x'}",
          'tool.result': 'no hits',
        },
      },
      argumentsKey: 'tool.parameters',
      resultKey: 'tool.result',
      callIdKey: null,
      reads: { callId: null, args: { q: 'x' }, rank: 'mcp_client' },
    }),
    {
      title: 'a tool that failed under status OK',
      kind: 'other',
      span: {
        name: 'search.tool_usage',
        statusCode: 1,
        attributes: { ...tool, 'tool.name': 'search', 'tool.result': 'boom', 'tool.status': 'failed' },
      },
      reads: [{ kind: 'tool', tool: 'search', failed: true, errorText: 'boom' }],
    },
    {
      title: 'a model call',
      kind: 'model',
      span: {
        name: 'openai.chat.completion',
        attributes: {
          'agentops.span.kind': 'llm',
          'gen_ai.request.model': 'm',
          'gen_ai.usage.prompt_tokens': 120,
          'gen_ai.usage.completion_tokens': 18,
          'gen_ai.completion.0.content': 'Looking.',
          'gen_ai.completion.0.tool_calls.0.id': 'call_1',
          'gen_ai.completion.0.tool_calls.0.name': 'search',
          'gen_ai.completion.0.tool_calls.0.arguments': '{"q":"x"}',
        },
      },
      reads: {
        model: 'm',
        tokensIn: 120,
        tokensOut: 18,
        text: 'Looking.',
        requests: [{ callId: 'call_1', tool: 'search', args: '{"q":"x"}' }],
      },
    },
    {
      title: 'an agent',
      kind: 'silent',
      span: {
        name: 'finder.agent',
        parentSpanId: 'a'.repeat(16),
        attributes: { 'agentops.span.kind': 'agent', 'agent.name': 'finder' },
      },
    },
  ],
}
