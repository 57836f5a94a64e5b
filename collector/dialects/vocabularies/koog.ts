import type { Vocabulary } from '../vocabulary.ts'

const scope = 'ai.koog'

/** Koog (one recorded run of 0.3.0). Its tool spans carry no operation. */
export const koog: Vocabulary = {
  name: 'koog',
  title: 'Koog',
  covers: '0.3.0',
  proof: ['trace'],
  capture: { results: 'on', advice: 'Nothing to switch on.' },
  kinds: [
    {
      kind: 'tool',
      when: [{ scope }, { nameStarts: 'tool.' }, { attribute: 'gen_ai.tool.name', present: true }],
    },
    { kind: 'tool', when: [{ scope }, { attribute: 'gen_ai.operation.name', is: ['execute_tool'] }] },
    { kind: 'model', when: [{ scope }, { attribute: 'gen_ai.operation.name', is: ['chat'] }] },
    // `node.*`, `run.*` and `agent.*`, the last of which may outlive many runs.
    { kind: 'agent', when: [{ scope }] },
  ],
  fields: {
    toolArguments: [{ attribute: 'input.value', own: true }],
    toolObservation: [{ attribute: 'output.value', own: true }],
    laneName: [],
  },
  hints: { scopes: ['ai.koog'] },
}
