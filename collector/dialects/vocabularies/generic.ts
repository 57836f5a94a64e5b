import type { Vocabulary } from '../vocabulary.ts'

/** What is left: instrumentations that name the tool and spell the operation their own way. */
export const generic: Vocabulary = {
  name: 'generic',
  title: 'Any span that names a tool',
  covers: 'spans with `gen_ai.tool.name` that no other row knows',
  proof: ['docs'],
  capture: {
    results: 'off',
    advice: 'Switch on content capture in the instrumentation; without results only repeated calls are seen.',
  },
  kinds: [
    {
      kind: 'tool',
      when: [
        { attribute: 'gen_ai.operation.name', is: ['tool', 'tool_call'] },
        { attribute: 'gen_ai.tool.name', present: true },
      ],
    },
    {
      kind: 'tool',
      when: [{ nameStarts: 'execute_tool ' }, { attribute: 'gen_ai.tool.name', present: true }],
    },
    {
      kind: 'tool',
      when: [{ nameStarts: 'running tool' }, { attribute: 'gen_ai.tool.name', present: true }],
    },
    { kind: 'tool', when: [{ nameStarts: 'tool.' }, { attribute: 'gen_ai.tool.name', present: true }] },
  ],
}
