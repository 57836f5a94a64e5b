import type { DialectExamples } from '../example.ts'
import { searchExample } from '../tool-example.ts'

const scopeName = 'qwen-code'

export const qwenCode: DialectExamples = {
  dialect: 'qwen-code',
  examples: [
    searchExample({
      title: 'a tool with sensitive attributes',
      span: {
        name: 'qwen-code.tool',
        scopeName,
        statusCode: 1,
        attributes: {
          'tool.name': 'search',
          'tool.call_id': 'call_1',
          tool_input: '[TOOL INPUT: search]\n{"q":"x"}',
          tool_result: '[TOOL RESULT: search]\nno hits',
          duration_ms: 12,
          success: true,
        },
      },
      argumentsKey: 'tool_input',
      resultKey: 'tool_result',
      callIdKey: 'tool.call_id',
    }),
    {
      title: 'how a call ended',
      kind: 'other',
      span: {
        name: 'qwen-code.tool.execution',
        scopeName,
        parentSpanId: '00f067aa0ba902b7',
        statusCode: 2,
        statusMessage: 'no such file',
        attributes: { success: false, error: 'no such file' },
      },
      reads: [{ kind: 'outcome', parentSpanId: '00f067aa0ba902b7', failed: true, errorText: 'no such file' }],
    },
    {
      title: 'a model call',
      kind: 'model',
      span: {
        name: 'qwen-code.llm_request',
        scopeName,
        attributes: {
          'qwen-code.model': 'm',
          'gen_ai.request.model': 'm',
          'llm_request.context': 'interaction',
          'gen_ai.usage.input_tokens': 120,
          'gen_ai.usage.output_tokens': 18,
          'response.model_output': 'Looking.',
        },
      },
      reads: { model: 'm', tokensIn: 120, tokensOut: 18, text: 'Looking.' },
    },
    {
      title: "a helper's model call: counted, and not the agent's words",
      kind: 'model',
      span: {
        name: 'qwen-code.llm_request',
        scopeName,
        attributes: {
          'qwen-code.model': 'm',
          'llm_request.context': 'standalone',
          'response.model_output': 'A title',
        },
      },
      reads: { model: 'm', text: null },
    },
    {
      title: 'a wait for the user',
      kind: 'silent',
      span: {
        name: 'qwen-code.tool.blocked_on_user',
        scopeName,
        attributes: { 'tool.name': 'search', 'tool.call_id': 'call_1', decision: 'proceed_once' },
      },
    },
    {
      title: 'a turn',
      kind: 'silent',
      span: {
        name: 'qwen-code.interaction',
        scopeName,
        parentSpanId: 'a'.repeat(16),
        attributes: { 'session.id': 's', 'qwen-code.turn_status': 'ok' },
      },
    },
  ],
}
