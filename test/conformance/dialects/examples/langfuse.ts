import type { DialectExamples } from '../example.ts'
import { searchExample } from '../tool-example.ts'

const keys = {
  argumentsKey: 'langfuse.observation.input',
  resultKey: 'langfuse.observation.output',
  callIdKey: null,
} as const
const type = 'langfuse.observation.type'
const message = JSON.stringify({
  content: 'no hits',
  additional_kwargs: {},
  type: 'tool',
  name: 'search',
  id: '77',
  tool_call_id: 'call_1',
  status: 'success',
})

export const langfuse: DialectExamples = {
  dialect: 'langfuse',
  examples: [
    searchExample({
      title: 'an observation of type tool',
      span: {
        name: 'search',
        attributes: {
          [type]: 'tool',
          'langfuse.observation.input': '{"q":"x"}',
          'langfuse.observation.output': '"no hits"',
        },
      },
      ...keys,
      reads: { callId: null },
    }),
    searchExample({
      title: 'a tool of the LangChain callback as a plain span',
      span: {
        name: 'search',
        scopeName: 'langfuse-sdk',
        attributes: {
          [type]: 'span',
          'langfuse.observation.input': "{'q': 'x'}",
          'langfuse.observation.output': message,
        },
      },
      argumentsKey: 'langfuse.observation.input',
      resultKey: null,
      callIdKey: null,
      reads: { args: { q: 'x' } },
    }),
    searchExample({
      title: 'a failure by its level',
      span: {
        name: 'search',
        attributes: {
          [type]: 'tool',
          'langfuse.observation.input': '{"q":"x"}',
          'langfuse.observation.level': 'ERROR',
          'langfuse.observation.status_message': 'upstream 503',
        },
      },
      argumentsKey: 'langfuse.observation.input',
      resultKey: null,
      callIdKey: null,
      reads: { callId: null, observation: undefined, failed: true, errorText: 'upstream 503' },
    }),
    {
      title: 'a generation',
      kind: 'model',
      span: {
        name: 'ChatOpenAI',
        attributes: {
          [type]: 'generation',
          'langfuse.observation.model.name': 'm',
          'langfuse.observation.usage_details': '{"input":120,"output":18,"total":138}',
          'langfuse.observation.cost_details': '{"input":0.001,"output":0.001,"total":0.002}',
          'langfuse.observation.input': JSON.stringify([
            { role: 'assistant', content: '' },
            { role: 'tool', content: 'no hits', tool_call_id: 'call_1' },
          ]),
          'langfuse.observation.output': '{"role":"assistant","content":"Looking."}',
        },
      },
      reads: { model: 'm', tokensIn: 120, tokensOut: 18, costUsd: 0.002, text: 'Looking.' },
      answers: [{ callId: 'call_1', observation: 'no hits', failed: false }],
    },
    {
      title: 'a generation that asks for tools only',
      kind: 'model',
      span: { attributes: { [type]: 'generation', 'langfuse.observation.output': 'None' } },
      reads: { text: null },
    },
    {
      title: 'a node of a graph, whose output holds the message of a tool',
      kind: 'silent',
      span: {
        name: 'tools',
        attributes: { [type]: 'span', 'langfuse.observation.output': `{"messages":[${message}]}` },
      },
    },
    {
      title: 'an event',
      kind: 'silent',
      span: { name: 'ChannelWrite<tools>', attributes: { [type]: 'event' } },
    },
  ],
}
