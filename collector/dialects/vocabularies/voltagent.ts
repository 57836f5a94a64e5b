import type { Vocabulary } from '../vocabulary.ts'

const ofVoltAgent = { attribute: 'entity.type', present: true } as const

/** VoltAgent (from other programs' mappings). Its keys have no prefix, so its entity's type is asked for. */
export const voltagent: Vocabulary = {
  name: 'voltagent',
  title: 'VoltAgent',
  covers: 'documentation of 2026',
  proof: ['docs'],
  capture: { results: 'on', advice: 'Nothing to switch on.' },
  kinds: [
    { kind: 'tool', when: [{ attribute: 'span.type', is: ['tool'] }, ofVoltAgent] },
    { kind: 'model', when: [{ attribute: 'span.type', is: ['llm'] }, ofVoltAgent] },
    { kind: 'agent', when: [{ attribute: 'span.type', present: true }, ofVoltAgent] },
  ],
  fields: {
    toolName: [{ attribute: 'tool.name', own: true }],
    toolArguments: [{ attribute: 'input', own: true }],
    toolObservation: [{ attribute: 'output', own: true }],
    modelText: [{ attribute: 'output', own: true }],
    laneName: [],
  },
  hints: { keys: ['voltagent.'], scopes: ['voltagent', '@voltagent/'] },
}
