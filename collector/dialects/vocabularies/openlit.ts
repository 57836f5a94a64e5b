import type { Vocabulary } from '../vocabulary.ts'

const scope = { scopeStarts: 'openlit.' } as const
const operation = 'gen_ai.operation.name'

/** OpenLIT (sdk/python/src/openlit/semcov at ad20b7b4c). Its spellings stand with the GenAI conventions. */
export const openlit: Vocabulary = {
  name: 'openlit',
  title: 'OpenLIT',
  covers: 'Python 1.45.0',
  proof: ['source'],
  capture: {
    results: 'on',
    advice: 'Leave capture_message_content true. Content beyond max_content_length is cut.',
  },
  kinds: [
    { kind: 'tool', when: [scope, { attribute: operation, is: ['execute_tool'] }] },
    { kind: 'model', when: [scope, { attribute: operation, is: ['chat'] }] },
  ],
  hints: { scopes: ['openlit.'] },
}
