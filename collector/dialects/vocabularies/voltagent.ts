import type { Condition, Vocabulary } from '../vocabulary.ts'

const marks: readonly Condition[] = [
  { attribute: 'entity.type', present: true },
  { scopeStarts: 'voltagent' },
  { scopeStarts: '@voltagent/' },
]

/** VoltAgent (from other programs' mappings). Its keys have no prefix, so its entity's type is asked for, or its scope. */
export const voltagent: Vocabulary = {
  name: 'voltagent',
  title: 'VoltAgent',
  covers: 'documentation of 2026',
  proof: ['docs'],
  capture: { results: 'on', advice: 'Nothing to switch on.' },
  kinds: [
    // Before 1.0 its spans had no type.
    { kind: 'tool', when: [{ scopeStarts: 'voltagent' }, { nameStarts: 'tool.execution:' }] },
    ...marks.map((mark) => ({
      kind: 'tool' as const,
      when: [{ attribute: 'span.type', is: ['tool'] }, mark],
    })),
    ...marks.map((mark) => ({
      kind: 'model' as const,
      when: [{ attribute: 'span.type', is: ['llm'] }, mark],
    })),
    ...marks.map((mark) => ({
      kind: 'agent' as const,
      when: [{ attribute: 'span.type', present: true }, mark],
    })),
  ],
  fields: {
    toolName: [
      { attribute: 'tool.name', own: true },
      { nameAfter: 'tool.execution:', own: true },
    ],
    toolArguments: [
      { attribute: 'input', own: true },
      { attribute: 'tool.arguments', own: true },
    ],
    toolObservation: [
      { attribute: 'output', own: true },
      { attribute: 'tool.result', own: true },
    ],
    failureText: [{ attribute: 'tool.error.message', own: true }],
    modelText: [{ attribute: 'output', own: true }],
    laneName: [],
  },
  failures: [{ source: { attribute: 'tool.error.message', own: true } }],
  hints: { keys: ['voltagent.'], scopes: ['voltagent', '@voltagent/'] },
}
