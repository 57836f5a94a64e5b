import type { Vocabulary } from '../vocabulary.ts'

/** What is left: instrumentations that name the tool and spell the operation their own way. */
export const generic: Vocabulary = {
  name: 'generic',
  title: 'Any span that names a tool, or a model and its tokens',
  covers: 'spans with `gen_ai.tool.name`, and requests with `gen_ai.request.model`, that no other row knows',
  proof: ['docs'],
  capture: {
    results: 'off',
    advice: 'Switch on content capture in the instrumentation; without results only repeated calls are seen.',
  },
  kinds: [
    // A request to a provider, by the conventions before they had operations (until 1.27), or half by them.
    {
      kind: 'model',
      when: [
        { attribute: 'gen_ai.request.model', present: true },
        { attribute: 'gen_ai.operation.name', present: false },
        { attribute: 'gen_ai.usage.output_tokens', present: true },
        { spanKind: [3] },
      ],
    },
    {
      kind: 'model',
      when: [
        { attribute: 'gen_ai.request.model', present: true },
        { attribute: 'gen_ai.operation.name', present: false },
        { attribute: 'gen_ai.usage.completion_tokens', present: true },
        { spanKind: [3] },
      ],
    },
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
