import type { DialectExamples } from '../example.ts'
import { chatReads, genaiChat, genaiKeys, genaiSearch, searchExample } from '../tool-example.ts'

const type = 'mastra.span.type'

export const mastra: DialectExamples = {
  dialect: 'mastra',
  examples: [
    searchExample({
      title: 'a tool call; an agent’s name on it would be of some spans only',
      span: {
        name: 'execute_tool search',
        attributes: { ...genaiSearch, [type]: 'tool_call', 'gen_ai.agent.name': 'finder' },
      },
      ...genaiKeys,
      reads: { agent: 'finder' },
    }),
    searchExample({
      title: 'a tool call in the client',
      span: {
        attributes: {
          [type]: 'client_tool_call',
          'gen_ai.tool.name': 'search',
          'gen_ai.tool.call.id': 'call_1',
          'mastra.client_tool_call.input': '{"q":"x"}',
          'mastra.client_tool_call.output': 'no hits',
        },
      },
      argumentsKey: 'mastra.client_tool_call.input',
      resultKey: 'mastra.client_tool_call.output',
      callIdKey: 'gen_ai.tool.call.id',
    }),
    searchExample({
      title: 'a tool call of the exporter 0.3 that failed',
      span: {
        name: 'tool.execute search',
        scopeName: '@mastra/otel',
        attributes: {
          'gen_ai.tool.input': '{"q":"x"}',
          'gen_ai.tool.success': false,
          'error.message': 'upstream 503',
        },
      },
      argumentsKey: 'gen_ai.tool.input',
      resultKey: null,
      callIdKey: null,
      reads: { callId: null, observation: undefined, failed: true, errorText: 'upstream 503' },
    }),
    {
      title: 'an inference',
      kind: 'model',
      span: { attributes: { ...genaiChat, [type]: 'model_inference', 'gen_ai.agent.name': 'finder' } },
      reads: chatReads,
    },
    {
      title: 'a generation before inferences were told',
      kind: 'model',
      span: { attributes: { ...genaiChat, [type]: 'model_generation' } },
      reads: chatReads,
    },
    {
      title: 'a generation that rolls up inferences',
      kind: 'silent',
      span: {
        attributes: { ...genaiChat, [type]: 'model_generation', 'gen_ai.operation.name': 'model_generation' },
      },
    },
    {
      title: 'a step',
      kind: 'silent',
      span: { attributes: { [type]: 'model_step', 'gen_ai.operation.name': 'agent_step' } },
    },
    {
      title: 'a chunk whose metadata names a tool',
      kind: 'silent',
      span: { attributes: { [type]: 'model_chunk', 'mastra.metadata.toolName': 'search' } },
    },
  ],
}
