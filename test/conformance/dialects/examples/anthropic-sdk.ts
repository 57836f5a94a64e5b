import type { DialectExamples } from '../example.ts'
import { chatReads, genaiChat, searchExample } from '../tool-example.ts'

const scopeName = 'com.anthropic.sdk.typescript'
const keys = {
  argumentsKey: 'gen_ai.tool.call.arguments',
  resultKey: 'anthropic.tool_result.content',
  callIdKey: 'gen_ai.tool.call.id',
} as const
const attributes = {
  'gen_ai.operation.name': 'execute_tool',
  'gen_ai.tool.name': 'search',
  'gen_ai.tool.call.id': 'call_1',
  'gen_ai.tool.call.arguments': '{"q":"x"}',
  'anthropic.tool_result.content': '[{"type":"text","text":"no hits"}]',
}

export const anthropicSdk: DialectExamples = {
  dialect: 'anthropic-sdk',
  examples: [
    searchExample({
      title: 'a tool',
      span: { name: 'anthropic.tool_use search', scopeName, attributes },
      ...keys,
    }),
    searchExample({
      title: 'a tool of an MCP server, on the server side',
      span: {
        name: 'anthropic.mcp_tool_use search',
        scopeName: 'com.anthropic.claude-platform',
        attributes: { ...attributes, 'error.type': 'tool_error' },
      },
      ...keys,
      reads: { failed: true, errorText: 'no hits' },
    }),
    {
      title: 'a model call',
      kind: 'model',
      span: { name: 'anthropic.messages.create', scopeName, attributes: genaiChat },
      reads: chatReads,
    },
    {
      title: 'the loop that runs the tools',
      kind: 'silent',
      span: {
        name: 'anthropic.messages.tool_runner',
        scopeName,
        attributes: { 'gen_ai.usage.input_tokens': 480 },
      },
    },
  ],
}
