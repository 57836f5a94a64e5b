import type { Vocabulary } from '../vocabulary.ts'

const type = 'lmnr.span.type'

/** Laminar (from documentation and other programs' mappings). */
export const laminar: Vocabulary = {
  name: 'laminar',
  title: 'Laminar',
  covers: 'SDKs of 2026',
  proof: ['docs'],
  capture: { results: 'on', advice: 'Nothing to switch on.' },
  kinds: [
    { kind: 'tool', when: [{ attribute: type, is: ['TOOL'] }] },
    { kind: 'model', when: [{ attribute: type, is: ['LLM'] }] },
    { kind: 'agent', when: [{ attribute: type, present: true }] },
  ],
  fields: {
    toolArguments: ['lmnr.span.input'],
    toolObservation: ['lmnr.span.output'],
    modelText: ['lmnr.span.output'],
    modelInput: ['lmnr.span.input'],
    session: ['lmnr.association.properties.session_id'],
  },
  hints: { keys: ['lmnr.'] },
}
