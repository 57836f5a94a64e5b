import type { Vocabulary } from '../vocabulary.ts'

const type = 'langwatch.span.type'

/** LangWatch's SDKs (langwatch/attributes.py, telemetry/span.py of 1.4.0): a value is JSON text `{type, value}`. */
export const langwatch: Vocabulary = {
  name: 'langwatch',
  title: 'LangWatch',
  covers: 'Python 1.4',
  proof: ['source'],
  capture: { results: 'on', advice: 'Spans of tools need the type `tool` (@langwatch.span(type="tool")).' },
  kinds: [
    { kind: 'tool', when: [{ attribute: type, is: ['tool'] }] },
    { kind: 'model', when: [{ attribute: type, is: ['llm'] }] },
    { kind: 'ignore', when: [{ attribute: type, is: ['rag', 'guardrail', 'evaluation', 'embedding'] }] },
    { kind: 'agent', when: [{ attribute: type, present: true }] },
  ],
  fields: {
    // Spans of other SDKs for it may write the value alone.
    toolArguments: [{ attribute: 'langwatch.input', path: ['value'] }, 'langwatch.input'],
    toolObservation: [{ attribute: 'langwatch.output', path: ['value'] }, 'langwatch.output'],
    tokensIn: [{ attribute: 'langwatch.metrics', path: ['prompt_tokens'] }],
    tokensOut: [{ attribute: 'langwatch.metrics', path: ['completion_tokens'] }],
    costUsd: [{ attribute: 'langwatch.metrics', path: ['cost'] }],
    modelText: [{ attribute: 'langwatch.output', path: ['value'] }],
    modelInput: [{ attribute: 'langwatch.input', path: ['value'] }],
    laneName: [],
    session: ['langwatch.thread.id'],
  },
  hints: { keys: ['langwatch.'] },
}
