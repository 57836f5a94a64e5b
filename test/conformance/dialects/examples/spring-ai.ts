import type { DialectExamples } from '../example.ts'
import { searchExample } from '../tool-example.ts'

const keys = {
  argumentsKey: 'spring.ai.tool.call.arguments',
  resultKey: 'spring.ai.tool.call.result',
  callIdKey: 'spring.ai.tool.call.id',
} as const
const attributes = {
  'spring.ai.kind': 'tool_call',
  'gen_ai.operation.name': 'framework',
  'spring.ai.tool.definition.name': 'search',
  'spring.ai.tool.call.id': 'call_1',
  'spring.ai.tool.call.arguments': '{"q":"x"}',
  'spring.ai.tool.call.result': 'no hits',
}

export const springAi: DialectExamples = {
  dialect: 'spring-ai',
  examples: [
    searchExample({ title: 'a tool', span: { name: 'tool_call search', attributes }, ...keys }),
    searchExample({
      title: 'a tool without content, which Micrometer spells none',
      span: {
        name: 'execute_tool search',
        attributes: {
          ...attributes,
          'spring.ai.tool.call.id': 'none',
          'spring.ai.tool.call.arguments': 'none',
          'spring.ai.tool.call.result': 'none',
        },
      },
      argumentsKey: null,
      resultKey: null,
      callIdKey: null,
      reads: { callId: null, args: undefined, observation: undefined, failed: null },
    }),
    {
      title: 'a chat client',
      kind: 'silent',
      span: { attributes: { 'spring.ai.kind': 'chat_client', 'gen_ai.operation.name': 'framework' } },
    },
    {
      title: 'an advisor',
      kind: 'silent',
      span: { attributes: { 'spring.ai.kind': 'advisor', 'gen_ai.operation.name': 'framework' } },
    },
  ],
}
