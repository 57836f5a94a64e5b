import type { DialectExamples } from '../example.ts'
import { searchExample } from '../tool-example.ts'

const keys = { argumentsKey: 'mlflow.spanInputs', resultKey: 'mlflow.spanOutputs', callIdKey: null } as const
const type = 'mlflow.spanType'

export const mlflow: DialectExamples = {
  dialect: 'mlflow',
  examples: [
    searchExample({
      title: 'a tool; every value is JSON text',
      span: {
        name: 'search',
        attributes: {
          [type]: '"TOOL"',
          'mlflow.spanFunctionName': '"search"',
          'mlflow.spanInputs': '{"q":"x"}',
          'mlflow.spanOutputs': '"no hits"',
        },
      },
      ...keys,
      reads: { callId: null },
    }),
    {
      title: 'a model call',
      kind: 'model',
      span: {
        name: 'Completions',
        attributes: {
          [type]: '"CHAT_MODEL"',
          'mlflow.llm.model': '"m"',
          'mlflow.chat.tokenUsage': '{"input_tokens":120,"output_tokens":18,"total_tokens":138}',
          'mlflow.llm.cost': '{"input_cost":0.001,"output_cost":0.001,"total_cost":0.002}',
          'mlflow.spanInputs': JSON.stringify({
            model: 'm',
            messages: [
              { role: 'assistant', content: null },
              { role: 'tool', tool_call_id: 'call_1', content: 'no hits' },
            ],
          }),
          'mlflow.spanOutputs': JSON.stringify({
            id: 'c-1',
            choices: [
              {
                message: {
                  role: 'assistant',
                  content: 'Looking.',
                  tool_calls: [
                    { id: 'call_2', type: 'function', function: { name: 'search', arguments: '{"q":"y"}' } },
                  ],
                },
              },
            ],
          }),
        },
      },
      reads: {
        model: 'm',
        tokensIn: 120,
        tokensOut: 18,
        costUsd: 0.002,
        text: 'Looking.',
        requests: [{ callId: 'call_2', tool: 'search', args: '{"q":"y"}' }],
      },
      answers: [{ callId: 'call_1', observation: 'no hits', failed: false }],
    },
    {
      title: 'a retriever, which its other export calls a tool',
      kind: 'silent',
      span: { attributes: { [type]: '"RETRIEVER"', 'gen_ai.operation.name': 'execute_tool' } },
    },
    { title: 'an agent', kind: 'silent', span: { attributes: { [type]: '"AGENT"' } } },
  ],
}
