import type { Vocabulary } from '../vocabulary.ts'

const sdk = { scopeStarts: 'com.anthropic.' } as const

/** The Anthropic SDKs' own tracing and the API's server side (dist of @anthropic-ai/sdk 1.14.0). */
export const anthropicSdk: Vocabulary = {
  name: 'anthropic-sdk',
  title: 'Anthropic SDK',
  covers: '@anthropic-ai/sdk 1.14.0',
  proof: ['live', 'binary'],
  capture: { results: 'off', advice: 'Set ANTHROPIC_OPEN_TELEMETRY_TRACES_CONTENT_MODE=content.' },
  kinds: [
    { kind: 'tool', when: [sdk, { nameStarts: 'anthropic.tool_use' }] },
    { kind: 'tool', when: [sdk, { nameStarts: 'anthropic.custom_tool_use' }] },
    { kind: 'tool', when: [sdk, { nameStarts: 'anthropic.mcp_tool_use' }] },
    { kind: 'agent', when: [sdk, { nameStarts: 'anthropic.messages.tool_runner' }] },
    { kind: 'tool', when: [sdk, { attribute: 'gen_ai.operation.name', is: ['execute_tool'] }] },
    { kind: 'model', when: [sdk, { attribute: 'gen_ai.operation.name', is: ['chat'] }] },
    { kind: 'model', when: [sdk, { nameStarts: 'anthropic.messages.create' }] },
  ],
  fields: {
    toolObservation: ['anthropic.tool_result.content'],
    session: ['anthropic.session.id'],
  },
  hints: { keys: ['anthropic.'], scopes: ['com.anthropic.'] },
}
