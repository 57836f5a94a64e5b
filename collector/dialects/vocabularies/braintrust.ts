import type { Vocabulary } from '../vocabulary.ts'

const span = 'braintrust.span_attributes'
const input = 'braintrust.input_json'
const output = 'braintrust.output_json'
const metrics = 'braintrust.metrics'

/** Braintrust's OpenTelemetry spans (its SDKs for Go, Java, Ruby and .NET; values are JSON text). */
export const braintrust: Vocabulary = {
  name: 'braintrust',
  title: 'Braintrust',
  covers: 'SDKs of 2026 that export OpenTelemetry',
  proof: ['source'],
  capture: { results: 'on', advice: 'Spans of tools need the type `tool`.' },
  kinds: [
    ...(
      [
        ['tool', 'tool'],
        ['llm', 'model'],
      ] as const
    ).flatMap(([type, kind]) => [
      { kind, when: [{ attribute: span, matches: new RegExp(`"type"\\s*:\\s*"${type}"`) }] } as const,
      { kind, when: [{ attribute: `${span}.type`, is: [type] }] } as const,
    ]),
    { kind: 'agent', when: [{ attribute: span, present: true }] },
    { kind: 'agent', when: [{ attribute: `${span}.type`, present: true }] },
  ],
  fields: {
    toolName: [{ attribute: span, path: ['name'], own: true }],
    toolArguments: [input],
    toolObservation: [output],
    modelName: [{ attribute: 'braintrust.metadata', path: ['model'] }],
    tokensIn: [{ attribute: metrics, path: ['prompt_tokens'] }],
    tokensOut: [{ attribute: metrics, path: ['completion_tokens'] }],
    modelText: [output],
    modelInput: [{ attribute: input, path: ['messages'] }, input],
    laneName: [],
  },
  hints: { keys: ['braintrust.'] },
}
