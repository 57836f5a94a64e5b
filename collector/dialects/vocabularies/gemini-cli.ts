import type { Vocabulary } from '../vocabulary.ts'

const scope = 'gemini-cli'
const operation = 'gen_ai.operation.name'

/** Gemini CLI (packages/core/src/telemetry/trace.ts, scheduler/tool-executor.ts at 5411f113). */
export const geminiCli: Vocabulary = {
  name: 'gemini-cli',
  title: 'Gemini CLI, traces',
  covers: 'commit 5411f113 (August 2026)',
  proof: ['source', 'trace'],
  capture: {
    results: 'off',
    advice:
      'Set telemetry.enabled and telemetry.traces in its settings, or GEMINI_TELEMETRY_TRACES_ENABLED=true. Its logs hold no results; content beyond 10 000 characters is cut and then unknown.',
  },
  kinds: [
    { kind: 'tool', when: [{ scope }, { attribute: operation, is: ['tool_call'] }] },
    {
      kind: 'tool',
      when: [
        { attribute: 'gen_ai.agent.name', is: ['gemini-cli'] },
        { attribute: operation, is: ['tool_call'] },
      ],
    },
    { kind: 'model', when: [{ scope }, { attribute: operation, is: ['llm_call'] }] },
    // A batch of calls, which have spans of their own.
    {
      kind: 'ignore',
      when: [{ scope }, { attribute: operation, is: ['schedule_tool_calls', 'system_prompt'] }],
    },
    { kind: 'agent', when: [{ scope }] },
  ],
  fields: {
    toolName: ['gen_ai.tool.name', { attribute: 'gen_ai.input.messages', path: ['name'], own: true }],
    callId: ['gen_ai.tool.call_id', { attribute: 'gen_ai.input.messages', path: ['callId'], own: true }],
    toolArguments: [{ attribute: 'gen_ai.input.messages', path: ['args'], own: true }],
    toolObservation: [
      {
        attribute: 'gen_ai.output.messages',
        path: ['response', 'responseParts', '*', 'functionResponse', 'response'],
        own: true,
      },
    ],
    failureText: [
      { attribute: 'gen_ai.output.messages', path: ['error', 'message'], own: true },
      { attribute: 'gen_ai.output.messages', path: ['response', 'error', 'message'], own: true },
    ],
  },
  failures: [
    // An ordinary failure of a tool leaves the span without status ERROR.
    { source: { attribute: 'gen_ai.output.messages', path: ['status'], own: true }, is: ['error'] },
    { source: { attribute: 'gen_ai.output.messages', path: ['error'], own: true } },
  ],
  hints: { scopes: ['gemini-cli'] },
}
