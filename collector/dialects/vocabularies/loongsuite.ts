import type { Vocabulary } from '../vocabulary.ts'

const kind = 'gen_ai.span.kind'

/** Alibaba LoongSuite and ARMS (loongsuite-python-agent at 0ae17251). */
export const loongsuite: Vocabulary = {
  name: 'loongsuite',
  title: 'Alibaba LoongSuite, ARMS',
  covers: 'Python at 0ae17251',
  proof: ['source'],
  capture: {
    results: 'off',
    advice: 'Set OTEL_INSTRUMENTATION_GENAI_CAPTURE_MESSAGE_CONTENT=SPAN_ONLY (older: true).',
  },
  kinds: [
    { kind: 'tool', when: [{ attribute: kind, is: ['TOOL'] }] },
    { kind: 'model', when: [{ attribute: kind, is: ['LLM'] }] },
    {
      kind: 'agent',
      when: [{ attribute: kind, is: ['AGENT', 'STEP', 'CHAIN', 'TASK', 'ENTRY', 'WORKFLOW'] }],
    },
    { kind: 'ignore', when: [{ attribute: kind, present: true }] },
  ],
  fields: {
    toolArguments: ['gen_ai.tool.call.arguments', { attribute: 'input.value', own: true }],
    toolObservation: ['gen_ai.tool.call.result', { attribute: 'output.value', own: true }],
  },
  hints: { keys: ['gen_ai.span.kind'] },
}
