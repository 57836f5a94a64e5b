import type { Vocabulary } from '../vocabulary.ts'

/** LiveKit Agents (agents/src/telemetry/trace_types.ts at 8c88e3b3). */
export const livekit: Vocabulary = {
  name: 'livekit',
  title: 'LiveKit Agents',
  covers: 'commit 8c88e3b3',
  proof: ['source'],
  capture: { results: 'on', advice: 'Nothing to switch on.' },
  kinds: [
    { kind: 'tool', when: [{ attribute: 'lk.function_tool.name', present: true }] },
    {
      kind: 'tool',
      when: [{ name: 'function_tool' }, { attribute: 'lk.function_tool.args', present: true }],
    },
  ],
  fields: {
    toolName: ['lk.function_tool.name'],
    callId: ['lk.function_tool.id'],
    toolArguments: ['lk.function_tool.args'],
    toolObservation: ['lk.function_tool.output'],
  },
  failures: [{ source: 'lk.function_tool.is_error', is: [true, 'true'] }],
  hints: { keys: ['lk.'] },
}
