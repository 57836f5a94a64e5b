import type { DialectExamples } from '../example.ts'
import { searchExample } from '../tool-example.ts'

const scopeName = 'gemini-cli'
const request = { callId: 'call_1', name: 'search', args: { q: 'x' }, isClientInitiated: false }
const completed = {
  status: 'success',
  request,
  response: {
    callId: 'call_1',
    responseParts: [{ functionResponse: { id: 'call_1', name: 'search', response: { output: 'no hits' } } }],
  },
}
const attributes = {
  'gen_ai.operation.name': 'tool_call',
  'gen_ai.agent.name': 'gemini-cli',
  'gen_ai.tool.name': 'search',
  'gen_ai.tool.call_id': 'call_1',
  'gen_ai.input.messages': JSON.stringify(request),
  'gen_ai.output.messages': JSON.stringify(completed),
}
const keys = { argumentsKey: null, resultKey: null, callIdKey: 'gen_ai.tool.call_id' } as const
const reads = { args: { q: 'x' } } as const

export const geminiCli: DialectExamples = {
  dialect: 'gemini-cli',
  examples: [
    searchExample({
      title: 'a tool call',
      span: { name: 'tool_call', scopeName, attributes },
      ...keys,
      callIdKey: null,
      reads,
    }),
    searchExample({
      title: 'a tool call that failed: only its JSON tells',
      span: {
        name: 'tool_call',
        scopeName,
        attributes: {
          ...attributes,
          'gen_ai.output.messages': JSON.stringify({
            ...completed,
            status: 'error',
            error: { message: 'upstream 503' },
          }),
        },
      },
      ...keys,
      callIdKey: null,
      reads: { ...reads, failed: true, errorText: 'upstream 503' },
    }),
    searchExample({
      title: 'a tool call whose JSON was cut: unknown',
      span: {
        name: 'tool_call',
        scopeName,
        attributes: {
          ...attributes,
          'gen_ai.output.messages': `${JSON.stringify(completed).slice(0, 90)}...[TRUNCATED: original length 90000]`,
        },
      },
      ...keys,
      callIdKey: null,
      reads: { ...reads, observation: undefined, failed: null },
    }),
    {
      title: 'a model call',
      kind: 'model',
      span: {
        name: 'llm_call',
        scopeName,
        attributes: {
          'gen_ai.operation.name': 'llm_call',
          'gen_ai.request.model': 'm',
          'gen_ai.usage.input_tokens': 120,
          'gen_ai.usage.output_tokens': 18,
        },
      },
      reads: { model: 'm', tokensIn: 120, tokensOut: 18 },
    },
    {
      title: 'a batch of calls',
      kind: 'silent',
      span: { scopeName, attributes: { ...attributes, 'gen_ai.operation.name': 'schedule_tool_calls' } },
    },
    {
      title: "a user's prompt",
      kind: 'silent',
      span: { scopeName, attributes: { 'gen_ai.operation.name': 'user_prompt' } },
    },
  ],
}
