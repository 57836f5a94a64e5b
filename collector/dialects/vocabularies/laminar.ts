import type { Vocabulary } from '../vocabulary.ts'

const type = 'lmnr.span.type'

/** Laminar (lmnr/opentelemetry_lib of 0.8.2). */
export const laminar: Vocabulary = {
  name: 'laminar',
  title: 'Laminar',
  covers: 'Python 0.8',
  proof: ['source'],
  capture: { results: 'on', advice: 'Nothing to switch on.' },
  kinds: [
    { kind: 'tool', when: [{ attribute: type, is: ['TOOL'] }] },
    { kind: 'model', when: [{ attribute: type, is: ['LLM'] }] },
    // An answer of an earlier run, played back.
    { kind: 'ignore', when: [{ attribute: type, is: ['CACHED'] }] },
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
