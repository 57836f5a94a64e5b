import { claudeResultLimits } from '../claude-result.ts'
import type { Vocabulary } from '../vocabulary.ts'

const kind = 'langsmith.span.kind'

/** LangSmith's OpenTelemetry mode (python/langsmith/_internal/otel/_otel_exporter.py; js translator.ts). */
export const langsmith: Vocabulary = {
  name: 'langsmith',
  title: 'LangSmith, OpenTelemetry mode',
  covers: 'JS 0.12.0, Python at bc8dd672',
  proof: ['live', 'source', 'trace'],
  capture: {
    results: 'on',
    advice:
      'LANGSMITH_OTEL_ENABLED=true, or newer LANGSMITH_TRACING_MODE=otel; leave LANGSMITH_HIDE_INPUTS and _OUTPUTS unset. In JS only traceable functions make spans.',
  },
  kinds: [
    { kind: 'tool', when: [{ attribute: kind, is: ['tool'] }] },
    { kind: 'model', when: [{ attribute: kind, is: ['llm'] }] },
    { kind: 'ignore', when: [{ attribute: kind, is: ['retriever', 'embedding', 'prompt', 'parser'] }] },
    { kind: 'agent', when: [{ attribute: kind, present: true }] },
  ],
  fields: {
    toolName: ['gen_ai.tool.name', 'langsmith.trace.name'],
    // The whole input and output of a run, unlike the numbered `gen_ai.prompt.N.*`.
    toolArguments: [{ attribute: 'gen_ai.prompt', own: true }],
    toolObservation: [{ attribute: 'gen_ai.completion', own: true }],
    modelName: ['gen_ai.request.model', 'langsmith.metadata.ls_model_name'],
    modelText: [{ attribute: 'gen_ai.completion', own: true }],
    modelInput: [{ attribute: 'gen_ai.prompt', path: ['messages'], own: true }],
    session: [
      'langsmith.metadata.session_id',
      'langsmith.metadata.thread_id',
      'langsmith.metadata.conversation_id',
    ],
  },
  limits: claudeResultLimits('gen_ai.completion'),
  hints: { keys: ['langsmith.'], scopes: ['langsmith'] },
}
