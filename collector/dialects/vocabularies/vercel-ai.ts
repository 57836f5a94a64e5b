import type { Vocabulary } from '../vocabulary.ts'

/**
 * Vercel AI SDK (vercel/ai packages/otel: legacy-open-telemetry.ts and open-telemetry.ts; dist of ai
 * 4.3.19, 5.0.277, 6.0.326, 7.0.173). Applications pass their own tracer, so the scope's name says
 * nothing.
 */
export const vercelAi: Vocabulary = {
  name: 'vercel-ai',
  title: 'Vercel AI SDK',
  covers: '4 to 7; 7 with its legacy and its GenAI integration',
  proof: ['live', 'source'],
  capture: {
    results: 'on',
    advice:
      'Call the AI SDK with experimental_telemetry: { isEnabled: true, recordInputs: true, recordOutputs: true }; in 7 register an integration of @ai-sdk/otel. Tools without execute have no span.',
  },
  kinds: [
    { kind: 'tool', when: [{ attribute: 'ai.operationId', is: ['ai.toolCall'] }] },
    { kind: 'model', when: [{ attribute: 'ai.operationId', ends: '.doGenerate' }] },
    { kind: 'model', when: [{ attribute: 'ai.operationId', ends: '.doStream' }] },
    { kind: 'ignore', when: [{ attribute: 'ai.operationId', starts: 'ai.embed' }] },
    // `ai.generateText` and `ai.streamText` repeat the tokens of their last step (4, 5) or of all.
    { kind: 'agent', when: [{ attribute: 'ai.operationId', starts: 'ai.' }] },
    { kind: 'tool', when: [{ attribute: 'operation.name', starts: 'ai.toolCall' }] },
    { kind: 'agent', when: [{ attribute: 'operation.name', starts: 'ai.' }] },
    // 7 (@ai-sdk/otel): its steps carry an operation that the conventions do not have.
    { kind: 'agent', when: [{ attribute: 'gen_ai.operation.name', is: ['agent_step'] }] },
  ],
  fields: {
    toolName: ['ai.toolCall.name'],
    callId: ['ai.toolCall.id'],
    toolArguments: ['ai.toolCall.args'],
    toolObservation: ['ai.toolCall.result'],
    modelName: ['ai.response.model', 'gen_ai.response.model', 'ai.model.id'],
    // inputTokens: 5 streamText, 6. promptTokens: 4, 5 generateText.
    tokensIn: ['gen_ai.usage.input_tokens', 'ai.usage.inputTokens', 'ai.usage.promptTokens'],
    tokensOut: ['gen_ai.usage.output_tokens', 'ai.usage.outputTokens', 'ai.usage.completionTokens'],
    modelText: ['ai.response.text'],
    modelRequests: ['ai.response.toolCalls'],
    modelInput: ['ai.prompt.messages'],
    agentName: ['ai.telemetry.functionId', { attribute: 'resource.name', own: true }],
    laneName: ['gen_ai.agent.name', 'ai.telemetry.functionId'],
    session: [
      'ai.telemetry.metadata.sessionId',
      'ai.telemetry.metadata.threadId',
      'ai.telemetry.metadata.conversationId',
    ],
  },
  limits: [
    // 4: the last step wanted tools, and no further step was allowed. One step is the default, for
    // applications that loop by themselves. 5 and later do not export their stop condition.
    {
      limit: 'maxSteps',
      when: [
        { attribute: 'ai.response.finishReason', is: ['tool-calls'] },
        { attribute: 'ai.settings.maxSteps', isNot: [1, '1'] },
      ],
    },
  ],
  hints: { keys: ['ai.'] },
}
