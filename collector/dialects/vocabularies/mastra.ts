import type { Vocabulary } from '../vocabulary.ts'

const type = 'mastra.span.type'
const operation = 'gen_ai.operation.name'

/** Mastra (dist of @mastra/otel-exporter 0.3.3, 1.0.0, 1.4.0 and @mastra/observability 1.17.9). */
export const mastra: Vocabulary = {
  name: 'mastra',
  title: 'Mastra',
  covers: 'otel-exporter 0.3 to 1.4',
  proof: ['live', 'source'],
  capture: {
    results: 'on',
    advice: 'Nothing to switch on; a span output processor may have removed results.',
  },
  kinds: [
    {
      kind: 'tool',
      when: [
        { attribute: type, is: ['tool_call', 'mcp_tool_call', 'client_tool_call', 'provider_tool_call'] },
      ],
    },
    { kind: 'model', when: [{ attribute: type, is: ['model_inference'] }] },
    // Until model_inference came, model_generation was the model call; since then it rolls them up
    // and carries its own operation.
    {
      kind: 'model',
      when: [
        { attribute: type, is: ['model_generation', 'llm_generation'] },
        { attribute: operation, is: ['chat'] },
      ],
    },
    // Parts of an answer; their metadata may name a tool.
    { kind: 'ignore', when: [{ attribute: type, is: ['model_chunk', 'llm_chunk'] }] },
    { kind: 'agent', when: [{ attribute: type, present: true }] },
    { kind: 'tool', when: [{ scopeStarts: '@mastra/' }, { nameStarts: 'tool.execute ' }] },
  ],
  fields: {
    toolName: ['gen_ai.tool.name', { nameAfter: 'tool.execute ', own: true }],
    toolArguments: ['mastra.client_tool_call.input'],
    toolObservation: ['mastra.client_tool_call.output'],
    // On agent and model spans, never on tool spans.
    laneName: [],
    session: ['mastra.metadata.threadId', 'mastra.metadata.sessionId'],
  },
  hints: { keys: ['mastra.'], scopes: ['@mastra/'] },
}
