import type { DialectExamples } from '../example.ts'
import { searchExample } from '../tool-example.ts'

const attributes = {
  'gen_ai.operation.name': 'execute_tool',
  'gen_ai.system': 'strands-agents',
  'gen_ai.tool.name': 'search',
  'gen_ai.tool.call.id': 'call_1',
}
const keys = { argumentsKey: null, resultKey: null, callIdKey: 'gen_ai.tool.call.id' } as const
const events = [
  { name: 'gen_ai.tool.message', attributes: { role: 'tool', content: '{"q":"x"}', id: 'call_1' } },
  { name: 'gen_ai.choice', attributes: { message: '[{"text":"no hits"}]', id: 'call_1' } },
]

export const strands: DialectExamples = {
  dialect: 'strands',
  examples: [
    searchExample({
      title: 'a tool in the default mode: content in events',
      span: { name: 'execute_tool search', attributes, events },
      ...keys,
    }),
    searchExample({
      title: 'a tool in the mode of the latest conventions: two events of one name',
      span: {
        name: 'execute_tool search',
        scopeName: 'strands.telemetry.tracer',
        attributes: { ...attributes, 'gen_ai.system': 'other' },
        events: [
          {
            name: 'gen_ai.client.inference.operation.details',
            attributes: {
              'gen_ai.input.messages': JSON.stringify([
                {
                  role: 'tool',
                  parts: [{ type: 'tool_call', id: 'call_1', name: 'search', arguments: { q: 'x' } }],
                },
              ]),
            },
          },
          {
            name: 'gen_ai.client.inference.operation.details',
            attributes: {
              'gen_ai.output.messages': JSON.stringify([
                {
                  role: 'tool',
                  parts: [{ type: 'tool_call_response', id: 'call_1', response: [{ text: 'no hits' }] }],
                },
              ]),
            },
          },
        ],
      },
      ...keys,
      reads: { args: { q: 'x' } },
    }),
    searchExample({
      title: 'a tool that failed by its status attribute',
      span: {
        name: 'execute_tool search',
        attributes: { ...attributes, 'gen_ai.tool.status': 'error' },
        events,
      },
      ...keys,
      reads: { failed: true, errorText: 'no hits' },
    }),
    {
      title: 'a model call, answers in an event',
      kind: 'model',
      span: {
        name: 'chat',
        attributes: {
          'gen_ai.operation.name': 'chat',
          'gen_ai.system': 'strands-agents',
          'gen_ai.request.model': 'm',
          'gen_ai.usage.prompt_tokens': 120,
          'gen_ai.usage.input_tokens': 120,
          'gen_ai.usage.output_tokens': 18,
        },
        events: [
          {
            name: 'gen_ai.tool.message',
            attributes: {
              content: JSON.stringify([
                { toolResult: { toolUseId: 'call_1', status: 'success', content: [{ text: 'no hits' }] } },
              ]),
            },
          },
          {
            name: 'gen_ai.choice',
            attributes: {
              finish_reason: 'tool_use',
              message: JSON.stringify([
                { text: 'Looking.' },
                { toolUse: { toolUseId: 'call_2', name: 'search', input: { q: 'y' } } },
              ]),
            },
          },
        ],
      },
      reads: {
        model: 'm',
        tokensIn: 120,
        tokensOut: 18,
        text: 'Looking.',
        requests: [{ callId: 'call_2', tool: 'search', args: { q: 'y' } }],
      },
      answers: [{ callId: 'call_1', observation: 'no hits', failed: false }],
    },
    {
      title: 'a cycle, whose event repeats the results',
      kind: 'silent',
      span: { name: 'execute_event_loop_cycle', attributes: { 'gen_ai.system': 'strands-agents' }, events },
    },
  ],
}
