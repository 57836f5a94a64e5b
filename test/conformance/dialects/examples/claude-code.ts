import type { DialectExamples } from '../example.ts'
import { searchExample } from '../tool-example.ts'

const scopeName = 'com.anthropic.claude_code.tracing'
const tool = {
  'span.type': 'tool',
  'session.id': 's-1',
  'gen_ai.operation.name': 'execute_tool',
  'gen_ai.tool.name': 'Grep',
  'gen_ai.tool.call.id': 'toolu_1',
}
const reads = { tool: 'Grep', callId: 'toolu_1' } as const

export const claudeCode: DialectExamples = {
  dialect: 'claude-code',
  examples: [
    searchExample({
      title: 'a tool of a sub-agent in detailed mode',
      span: {
        name: 'claude_code.tool',
        scopeName,
        attributes: {
          ...tool,
          agent_id: 'a-2',
          tool_input: '[TOOL INPUT: Grep]\n{"q":"x"}',
          new_context: '[TOOL RESULT: Grep]\nno hits',
        },
      },
      argumentsKey: 'tool_input',
      resultKey: 'new_context',
      callIdKey: 'gen_ai.tool.call.id',
      reads: { ...reads, lane: 'a-2' },
    }),
    searchExample({
      title: 'a tool whose output is an event',
      span: {
        name: 'claude_code.tool',
        scopeName,
        attributes: { ...tool, 'gen_ai.tool.name': 'Bash', full_command: 'ls -la' },
        events: [{ name: 'tool.output', attributes: { output: 'no hits', output_truncated: false } }],
      },
      argumentsKey: null,
      resultKey: null,
      callIdKey: 'gen_ai.tool.call.id',
      reads: { ...reads, tool: 'Bash', args: { command: 'ls -la' } },
    }),
    searchExample({
      title: 'a tool without content',
      span: {
        name: 'claude_code.tool',
        scopeName,
        attributes: { 'span.type': 'tool', tool_name: 'Grep', tool_input: '<REDACTED>', result_tokens: 12 },
      },
      argumentsKey: null,
      resultKey: null,
      callIdKey: null,
      reads: { tool: 'Grep', callId: null, args: undefined, observation: undefined, failed: null },
    }),
    {
      title: 'how a call ended, on a span of its own',
      kind: 'other',
      span: {
        name: 'claude_code.tool.execution',
        scopeName,
        parentSpanId: '00f067aa0ba902b7',
        attributes: {
          'span.type': 'tool.execution',
          success: 'false',
          error: 'upstream 503',
          error_class: 'Error',
        },
      },
      reads: [{ kind: 'outcome', parentSpanId: '00f067aa0ba902b7', failed: true, errorText: 'upstream 503' }],
    },
    {
      title: 'how a call ended well',
      kind: 'other',
      span: {
        name: 'claude_code.tool.execution',
        scopeName,
        attributes: { 'span.type': 'tool.execution', success: true },
      },
      reads: [{ kind: 'outcome', failed: null, errorText: null }],
    },
    {
      title: 'a model call, cached tokens counted',
      kind: 'model',
      span: {
        name: 'claude_code.llm_request',
        scopeName,
        attributes: {
          'span.type': 'llm_request',
          query_source: 'repl_main_thread',
          'gen_ai.operation.name': 'chat',
          'gen_ai.request.model': 'm',
          input_tokens: 20,
          'gen_ai.usage.input_tokens': 120,
          'gen_ai.usage.output_tokens': 18,
          'response.model_output': 'Looking.',
        },
      },
      reads: { model: 'm', tokensIn: 120, tokensOut: 18, text: 'Looking.' },
    },
    {
      title: 'a title made on the side: its tokens count, its words are not the agent’s',
      kind: 'model',
      span: {
        name: 'claude_code.llm_request',
        scopeName,
        attributes: {
          'span.type': 'llm_request',
          query_source: 'generate_session_title',
          input_tokens: 20,
          'response.model_output': 'Invoices',
        },
      },
      reads: { tokensIn: 20, text: null },
    },
    {
      title: 'the wait for a person',
      kind: 'silent',
      span: {
        name: 'claude_code.tool.blocked_on_user',
        scopeName,
        attributes: { 'span.type': 'tool.blocked_on_user' },
      },
    },
    {
      title: 'a turn',
      kind: 'silent',
      span: { name: 'claude_code.interaction', scopeName, attributes: { 'span.type': 'interaction' } },
    },
  ],
}
