import type { Source, Vocabulary } from '../vocabulary.ts'

const type = 'haystack.component.type'

/** A field of the first result of a ToolInvoker, whose content key was renamed in 2.x. */
function ofResult(...path: readonly string[]): readonly Source[] {
  return ['content', '_content'].map((content) => ({
    attribute: 'haystack.component.output',
    path: ['tool_messages', '*', content, '*', 'tool_call_result', ...path],
    own: true,
  }))
}

/** Haystack (haystack/components/agents/tool_calling.py and haystack/tracing at c7cb46c0f; v2.20.0). */
export const haystack: Vocabulary = {
  name: 'haystack',
  title: 'Haystack',
  covers: '2.20 and 3',
  proof: ['source'],
  capture: { results: 'off', advice: 'Set HAYSTACK_CONTENT_TRACING_ENABLED=true.' },
  kinds: [
    { kind: 'tool', when: [{ name: 'haystack.agent.step.tool' }] },
    { kind: 'model', when: [{ name: 'haystack.agent.step.llm' }] },
    // 2: one span for all calls of a turn, of which the first is read.
    { kind: 'tool', when: [{ name: 'haystack.component.run' }, { attribute: type, is: ['ToolInvoker'] }] },
    { kind: 'model', when: [{ name: 'haystack.component.run' }, { attribute: type, ends: 'Generator' }] },
    { kind: 'ignore', when: [{ name: 'haystack.component.run' }] },
    { kind: 'agent', when: [{ nameStarts: 'haystack.' }] },
  ],
  fields: {
    toolName: ['haystack.tool.name', ...ofResult('origin', 'tool_name'), 'haystack.component.name'],
    callId: ofResult('origin', 'id'),
    toolArguments: ['haystack.agent.step.tool.input', ...ofResult('origin', 'arguments')],
    toolObservation: ['haystack.agent.step.tool.output', ...ofResult('result')],
    modelName: replies('meta', 'model'),
    tokensIn: replies('meta', 'usage', 'prompt_tokens'),
    tokensOut: replies('meta', 'usage', 'completion_tokens'),
    modelText: replies(),
  },
  failures: ofResult('error').map((source) => ({ source, is: [true, 'true'] })),
  resultsTellFailure: true,
  hints: { keys: ['haystack.'] },
}

/** A field of the first reply of a generator. */
function replies(...path: readonly string[]): readonly Source[] {
  return ['haystack.agent.step.llm.output', 'haystack.component.output'].map((attribute) => ({
    attribute,
    path: ['replies', '*', ...path],
    own: true,
  }))
}
