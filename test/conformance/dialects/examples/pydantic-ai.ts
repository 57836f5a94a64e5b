import type { DialectExamples } from '../example.ts'
import { chatReads, genaiChat, genaiKeys, genaiSearch, searchExample } from '../tool-example.ts'

const scopeName = 'pydantic-ai'
const oldKeys = {
  argumentsKey: 'tool_arguments',
  resultKey: 'tool_response',
  callIdKey: 'gen_ai.tool.call.id',
} as const
const old = {
  'gen_ai.tool.name': 'search',
  'gen_ai.tool.call.id': 'call_1',
  tool_arguments: '{"q":"x"}',
  tool_response: 'no hits',
  'logfire.msg': 'running tool: search',
}

export const pydanticAi: DialectExamples = {
  dialect: 'pydantic-ai',
  examples: [
    searchExample({
      title: 'a tool of version 3 and later',
      span: { name: 'execute_tool search', scopeName, attributes: genaiSearch },
      ...genaiKeys,
    }),
    searchExample({
      title: 'a tool of version 2',
      span: { name: 'running tool: search', scopeName, attributes: old },
      ...oldKeys,
    }),
    searchExample({
      title: 'a tool of version 1, in the scope of Logfire',
      span: {
        name: 'running tool',
        scopeName: 'logfire',
        attributes: { ...old, 'logfire.json_schema': '{"type":"object"}' },
      },
      ...oldKeys,
    }),
    searchExample({
      title: 'a tool that never ran, its arguments being refused',
      span: {
        name: 'execute_tool search',
        scopeName,
        attributes: { ...genaiSearch, 'pydantic_ai.tool.failure_stage': 'validation' },
      },
      ...genaiKeys,
      reads: { failed: true, errorText: 'no hits' },
    }),
    {
      title: 'a model call with its cost',
      kind: 'model',
      span: { name: 'chat m', scopeName, attributes: { ...genaiChat, 'operation.cost': '0.002' } },
      reads: { ...chatReads, costUsd: 0.002 },
    },
    {
      title: 'a model call of version 1, whose events are one list',
      kind: 'model',
      span: {
        name: 'chat m',
        scopeName,
        attributes: {
          'gen_ai.operation.name': 'chat',
          'gen_ai.request.model': 'm',
          events: JSON.stringify([
            { 'event.name': 'gen_ai.user.message', role: 'user', content: 'find x' },
            {
              'event.name': 'gen_ai.assistant.message',
              role: 'assistant',
              tool_calls: [{ id: 'call_0', function: { name: 'search', arguments: '{"q":"x"}' } }],
            },
            { 'event.name': 'gen_ai.tool.message', role: 'tool', id: 'call_0', content: 'no hits' },
            {
              'event.name': 'gen_ai.choice',
              index: 0,
              message: {
                role: 'assistant',
                content: 'Looking.',
                tool_calls: [{ id: 'call_1', function: { name: 'search', arguments: '{"q":"x"}' } }],
              },
            },
          ]),
        },
      },
      reads: {
        model: 'm',
        text: 'Looking.',
        requests: [{ callId: 'call_1', tool: 'search', args: '{"q":"x"}' }],
      },
      answers: [{ callId: 'call_0', observation: 'no hits', failed: false }],
    },
    {
      title: 'a wrapper around several calls',
      kind: 'silent',
      span: { name: 'running 3 tools', scopeName, attributes: { tools: ['search'] } },
    },
    {
      title: 'the final answer',
      kind: 'silent',
      span: {
        name: 'execute_tool final_result',
        scopeName,
        attributes: { ...genaiSearch, 'gen_ai.tool.name': 'final_result' },
      },
    },
    {
      title: 'a call that waits for approval',
      kind: 'silent',
      span: {
        name: 'execute_tool search',
        scopeName,
        attributes: { ...genaiSearch, 'pydantic_ai.tool.deferral.name': 'ApprovalRequired' },
      },
    },
    {
      title: 'a run of an agent, which repeats the tokens of its model calls',
      kind: 'silent',
      span: {
        name: 'finder run',
        scopeName,
        attributes: { agent_name: 'finder', 'gen_ai.usage.input_tokens': 682 },
      },
    },
    {
      title: 'a run at its limit',
      kind: 'other',
      span: {
        name: 'finder run',
        scopeName,
        statusCode: 2,
        attributes: { agent_name: 'finder' },
        events: [
          {
            name: 'exception',
            attributes: {
              'exception.type': 'pydantic_ai.exceptions.UsageLimitExceeded',
              'exception.message': 'x',
            },
          },
        ],
      },
      reads: [{ kind: 'agent_limit', limit: 'UsageLimitExceeded', agent: 'finder' }],
    },
  ],
}
