import { bodyKey, type LogFields, type LogVocabulary } from './log-vocabulary.ts'

const body = (...path: readonly string[]) => ({ attribute: bodyKey, path })

const answer: LogFields = {
  callId: [body('id')],
  toolName: [body('name')],
  toolObservation: [body('content')],
}

/**
 * Events of the OpenTelemetry GenAI conventions beside the spans of model calls: until 1.36 one for
 * each message (docs/gen-ai/gen-ai-events.md), since 1.37 one for each call.
 */
export const genAiLogs: LogVocabulary = {
  name: 'otel-genai-logs',
  besideSpans: 'otel-genai',
  title: 'OpenTelemetry GenAI conventions, events',
  covers: '1.27 to 1.41',
  proof: ['docs', 'source'],
  capture: {
    results: 'off',
    advice:
      'Set OTEL_INSTRUMENTATION_GENAI_CAPTURE_MESSAGE_CONTENT=SPAN_AND_EVENT (older instrumentations: =true).',
  },
  tests: [
    { event: 'gen_ai.client.inference.operation.details', kind: 'model_content' },
    { event: 'gen_ai.tool.message', kind: 'answer', fields: answer },
    {
      event: 'gen_ai.choice',
      kind: 'model_content',
      fields: { modelText: [body('message')], modelRequests: [body('message'), body('tool_calls')] },
    },
    // What the prompt repeats on every call.
    { event: 'gen_ai.system.message', kind: 'ignore' },
    { event: 'gen_ai.user.message', kind: 'ignore' },
    { event: 'gen_ai.assistant.message', kind: 'ignore' },
    { event: 'gen_ai.client.operation.exception', kind: 'ignore' },
    { event: 'gen_ai.evaluation.result', kind: 'ignore' },
  ],
  fields: {
    modelName: ['gen_ai.response.model', 'gen_ai.request.model'],
    tokensIn: [['gen_ai.usage.input_tokens']],
    tokensOut: ['gen_ai.usage.output_tokens'],
    // Structured in attributes; some SDKs put them into the body.
    modelText: ['gen_ai.output.messages', body('gen_ai.output.messages')],
    modelInput: ['gen_ai.input.messages', body('gen_ai.input.messages')],
    session: ['gen_ai.conversation.id', 'session.id'],
    agentName: ['gen_ai.agent.name'],
    actorName: ['gen_ai.agent.name', 'gen_ai.agent.id'],
  },
}
