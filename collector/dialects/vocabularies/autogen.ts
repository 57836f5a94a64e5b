import type { Vocabulary } from '../vocabulary.ts'

const operation = 'gen_ai.operation.name'

/** AutoGen core (autogen_core/_telemetry/_genai.py at 027ecf0a3) and AG2 (09caf6a8). */
export const autogen: Vocabulary = {
  name: 'autogen',
  title: 'AutoGen, AG2',
  covers: 'autogen-core at 027ecf0a3, AG2 at 09caf6a8',
  proof: ['source'],
  capture: {
    results: 'off',
    advice:
      'AG2: set AG2_OTEL_RECORD_CONTENT=1. AutoGen core exports neither arguments nor results; bridge its Python logger autogen_core.events to OTLP.',
  },
  kinds: [
    { kind: 'tool', when: [{ scope: 'autogen-core' }, { attribute: operation, is: ['execute_tool'] }] },
    {
      kind: 'tool',
      when: [
        { attribute: 'gen_ai.system', is: ['autogen'] },
        { attribute: operation, is: ['execute_tool'] },
      ],
    },
    {
      kind: 'tool',
      when: [
        { attribute: 'ag2.span.type', present: true },
        { attribute: operation, is: ['execute_tool', 'execute_code'] },
      ],
    },
    {
      kind: 'model',
      when: [
        { attribute: 'ag2.span.type', present: true },
        { attribute: operation, is: ['chat'] },
      ],
    },
    { kind: 'agent', when: [{ attribute: 'ag2.span.type', present: true }] },
    // Messages between agents.
    { kind: 'ignore', when: [{ scopeStarts: 'autogen' }, { nameStarts: 'autogen ' }] },
  ],
  fields: { toolObservation: ['gen_ai.tool.call.result', 'ag2.code_execution.output'] },
  // AG2 leaves the status alone.
  failures: [{ source: 'ag2.code_execution.exit_code', isNot: [0, '0'] }],
  hints: { keys: ['ag2.'], scopes: ['autogen'] },
}
