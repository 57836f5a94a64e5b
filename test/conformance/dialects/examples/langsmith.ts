import type { DialectExamples } from '../example.ts'
import { searchExample } from '../tool-example.ts'

const keys = { argumentsKey: 'gen_ai.prompt', resultKey: 'gen_ai.completion', callIdKey: null } as const
const kind = 'langsmith.span.kind'

export const langsmith: DialectExamples = {
  dialect: 'langsmith',
  examples: [
    searchExample({
      title: 'a traceable function in JS',
      span: {
        name: 'search',
        scopeName: 'langsmith',
        statusCode: 1,
        attributes: {
          [kind]: 'tool',
          'gen_ai.operation.name': 'execute_tool',
          'gen_ai.tool.name': 'search',
          'langsmith.trace.name': 'search',
          'gen_ai.prompt': '{"q":"x"}',
          'gen_ai.completion': 'no hits',
        },
      },
      ...keys,
      reads: { callId: null },
    }),
    searchExample({
      title: 'a traceable function in JS whose result is no object',
      span: {
        name: 'search',
        scopeName: 'langsmith',
        statusCode: 1,
        attributes: {
          [kind]: 'tool',
          'gen_ai.operation.name': 'execute_tool',
          'gen_ai.tool.name': 'search',
          'gen_ai.prompt': '{"q":"x"}',
          'gen_ai.completion': '{"outputs":"no hits"}',
        },
      },
      ...keys,
      reads: { callId: null },
    }),
    searchExample({
      title: 'a tool of the Claude Agent SDK in Python, input and result in envelopes',
      span: {
        name: 'search',
        attributes: {
          [kind]: 'tool',
          'langsmith.trace.name': 'search',
          'gen_ai.prompt': '{"input":{"q":"x"}}',
          'gen_ai.completion': '{"content":[{"type":"text","text":"no hits"}]}',
        },
      },
      ...keys,
      reads: { callId: null, args: { q: 'x' } },
    }),
    searchExample({
      title: 'a tool of LangChain in Python',
      span: {
        name: 'search',
        attributes: {
          [kind]: 'tool',
          'gen_ai.prompt': '{"input":"{\'q\': \'x\'}"}',
          'gen_ai.completion': JSON.stringify({
            output: {
              content: 'no hits',
              type: 'tool',
              name: 'search',
              tool_call_id: 'call_1',
              status: 'success',
            },
          }),
        },
      },
      ...keys,
      reads: { args: { q: 'x' } },
    }),
    {
      title: 'a model call',
      kind: 'model',
      span: {
        name: 'chat',
        attributes: {
          [kind]: 'llm',
          'gen_ai.operation.name': 'chat',
          'langsmith.metadata.ls_model_name': 'm',
          'gen_ai.usage.input_tokens': 120,
          'gen_ai.usage.output_tokens': 18,
          'gen_ai.prompt': JSON.stringify({
            messages: [
              [
                { role: 'assistant', content: '' },
                { role: 'tool', tool_call_id: 'call_1', content: 'no hits' },
              ],
            ],
          }),
          'gen_ai.completion': JSON.stringify({
            messages: [
              {
                role: 'assistant',
                content: [
                  { type: 'text', text: 'Looking.' },
                  { type: 'tool_use', id: 'call_2', name: 'search', input: { q: 'y' } },
                ],
              },
            ],
          }),
        },
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
      title: 'a chain',
      kind: 'silent',
      span: { attributes: { [kind]: 'chain', 'gen_ai.completion': '{"role":"assistant","content":"a"}' } },
    },
    {
      title: 'a retriever',
      kind: 'silent',
      span: { attributes: { [kind]: 'retriever', 'gen_ai.operation.name': 'embeddings' } },
    },
  ],
}
