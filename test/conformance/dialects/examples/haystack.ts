import type { DialectExamples } from '../example.ts'
import { searchExample } from '../tool-example.ts'

const keys = {
  argumentsKey: 'haystack.agent.step.tool.input',
  resultKey: 'haystack.agent.step.tool.output',
  callIdKey: null,
} as const
const attributes = {
  'haystack.tool.name': 'search',
  'haystack.agent.step.tool.input': '{"q":"x"}',
  'haystack.agent.step.tool.output': '"no hits"',
}
const invoked = (error: boolean, result: string) =>
  JSON.stringify({
    tool_messages: [
      {
        role: 'tool',
        content: [
          {
            tool_call_result: {
              result,
              origin: { tool_name: 'search', arguments: { q: 'x' }, id: 'call_1' },
              error,
            },
          },
        ],
      },
    ],
  })

export const haystack: DialectExamples = {
  dialect: 'haystack',
  examples: [
    searchExample({
      title: 'a tool of 3',
      span: { name: 'haystack.agent.step.tool', attributes },
      ...keys,
      reads: { callId: null },
    }),
    searchExample({
      title: 'a tool of 3 that failed: only its result tells',
      span: {
        name: 'haystack.agent.step.tool',
        attributes: { ...attributes, 'haystack.agent.step.tool.output': '{"error":"upstream 503"}' },
      },
      ...keys,
      reads: {
        callId: null,
        observation: '{"error":"upstream 503"}',
        failed: true,
        errorText: '{"error":"upstream 503"}',
      },
    }),
    searchExample({
      title: 'a ToolInvoker of 2',
      span: {
        name: 'haystack.component.run',
        attributes: {
          'haystack.component.type': 'ToolInvoker',
          'haystack.component.name': 'tool_invoker',
          'haystack.component.output': invoked(false, 'no hits'),
        },
      },
      argumentsKey: null,
      resultKey: null,
      callIdKey: null,
      reads: { args: { q: 'x' } },
    }),
    searchExample({
      title: 'a ToolInvoker of 2 that failed',
      span: {
        name: 'haystack.component.run',
        attributes: {
          'haystack.component.type': 'ToolInvoker',
          'haystack.component.output': invoked(true, 'upstream 503'),
        },
      },
      argumentsKey: null,
      resultKey: null,
      callIdKey: null,
      reads: { args: { q: 'x' }, observation: 'upstream 503', failed: true, errorText: 'upstream 503' },
    }),
    {
      title: 'a generator of 2',
      kind: 'model',
      span: {
        name: 'haystack.component.run',
        attributes: {
          'haystack.component.type': 'OpenAIChatGenerator',
          'haystack.component.output': JSON.stringify({
            replies: [
              {
                role: 'assistant',
                content: [{ text: 'Looking.' }],
                meta: { model: 'm', usage: { prompt_tokens: 120, completion_tokens: 18 } },
              },
            ],
          }),
        },
      },
      reads: { model: 'm', tokensIn: 120, tokensOut: 18, text: 'Looking.' },
    },
    {
      title: 'another component',
      kind: 'silent',
      span: { name: 'haystack.component.run', attributes: { 'haystack.component.type': 'PromptBuilder' } },
    },
    { title: 'a step of an agent', kind: 'silent', span: { name: 'haystack.agent.step' } },
  ],
}
