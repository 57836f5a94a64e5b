import type { Condition, Vocabulary } from '../vocabulary.ts'

const operation = 'gen_ai.operation.name'
const markers: readonly Condition[] = [
  { scope: 'strands.telemetry.tracer' },
  { attribute: 'gen_ai.system', is: ['strands-agents'] },
  { attribute: 'gen_ai.provider.name', is: ['strands-agents'] },
]

/**
 * AWS Strands (src/strands/telemetry/tracer.py at 1232230d; strands-ts tracer.ts at 00e04880). In
 * TypeScript scope and provider are the service's name, and its spans are read as `otel-genai`.
 * Arguments and results are span events of the GenAI conventions.
 */
export const strands: Vocabulary = {
  name: 'strands',
  title: 'AWS Strands',
  covers: 'Python 1.40 to 1.62, TypeScript of June 2026',
  proof: ['live', 'source'],
  capture: { results: 'on', advice: 'Nothing to switch on: arguments and results are span events.' },
  kinds: [
    // Its event `gen_ai.choice` repeats the results of tools.
    { kind: 'agent', when: [{ name: 'execute_event_loop_cycle' }] },
    ...markers.flatMap((marker) => [
      { kind: 'tool', when: [marker, { attribute: operation, is: ['execute_tool'] }] } as const,
      { kind: 'model', when: [marker, { attribute: operation, is: ['chat'] }] } as const,
    ]),
  ],
  failures: [{ source: { attribute: 'tool.status', own: true }, is: ['error'] }],
  resultsTellFailure: true,
  hints: { scopes: ['strands.'] },
}
