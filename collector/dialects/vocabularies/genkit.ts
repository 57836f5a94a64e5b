import type { Vocabulary } from '../vocabulary.ts'

const subtype = 'genkit:metadata:subtype'

/** Genkit (from documentation and other programs' mappings). */
export const genkit: Vocabulary = {
  name: 'genkit',
  title: 'Genkit',
  covers: 'JavaScript 1',
  proof: ['docs'],
  capture: { results: 'on', advice: 'Nothing to switch on.' },
  kinds: [
    { kind: 'tool', when: [{ attribute: subtype, is: ['tool', 'tool.v2'] }] },
    { kind: 'model', when: [{ attribute: subtype, is: ['model', 'background-model'] }] },
    { kind: 'ignore', when: [{ attribute: subtype, is: ['embedder', 'retriever', 'reranker', 'indexer'] }] },
    { kind: 'agent', when: [{ attribute: 'genkit:type', present: true }] },
  ],
  fields: {
    toolName: ['genkit:name'],
    toolArguments: ['genkit:input'],
    toolObservation: ['genkit:output'],
    modelName: ['genkit:name'],
    tokensIn: [{ attribute: 'genkit:output', path: ['usage', 'inputTokens'] }],
    tokensOut: [{ attribute: 'genkit:output', path: ['usage', 'outputTokens'] }],
    modelText: [{ attribute: 'genkit:output', path: ['message'] }],
    modelInput: [{ attribute: 'genkit:input', path: ['messages'] }],
    session: ['genkit:sessionId'],
  },
  failures: [{ source: 'genkit:state', is: ['error'] }],
  limits: [{ limit: 'maxTurns', message: /^(?:\w+: )?Exceeded maximum tool call iterations/ }],
  hints: { keys: ['genkit:'] },
}
