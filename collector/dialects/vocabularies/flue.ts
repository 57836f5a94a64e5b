import type { Vocabulary } from '../vocabulary.ts'

/** Flue (from documentation). */
export const flue: Vocabulary = {
  name: 'flue',
  title: 'Flue',
  covers: 'documentation of 2026',
  proof: ['docs'],
  capture: { results: 'on', advice: 'Nothing to switch on.' },
  kinds: [{ kind: 'tool', when: [{ attribute: 'flue.tool.name', present: true }] }],
  fields: {
    toolName: ['flue.tool.name'],
    toolArguments: ['flue.tool.arguments'],
    toolObservation: ['flue.tool.result'],
  },
  hints: { keys: ['flue.'] },
}
