import type { Vocabulary } from '../vocabulary.ts'

const scope = 'qwen-code'

/** Qwen Code (packages/core/src/telemetry/session-tracing.ts and detailed-span-attributes.ts at faed8ea9). */
export const qwenCode: Vocabulary = {
  name: 'qwen-code',
  title: 'Qwen Code, traces',
  covers: 'commits of 2026, faed8ea9 and 0177d67b',
  proof: ['source'],
  capture: {
    results: 'off',
    advice: 'Set telemetry.enabled and telemetry.includeSensitiveSpanAttributes in its settings.',
  },
  kinds: [
    { kind: 'outcome', when: [{ scope }, { name: 'qwen-code.tool.execution' }] },
    { kind: 'tool', when: [{ scope }, { name: 'qwen-code.tool' }] },
    {
      kind: 'model',
      helper: true,
      when: [
        { scope },
        { name: 'qwen-code.llm_request' },
        { attribute: 'llm_request.context', is: ['standalone'] },
      ],
    },
    { kind: 'model', when: [{ scope }, { name: 'qwen-code.llm_request' }] },
    { kind: 'agent', when: [{ scope }, { name: 'qwen-code.interaction' }] },
    { kind: 'agent', when: [{ scope }, { name: 'qwen-code.subagent' }] },
    // Hooks, waits for the user, and log records made spans where only traces are exported.
    { kind: 'ignore', when: [{ scope }] },
  ],
  fields: {
    toolName: [{ attribute: 'tool.name', own: true }],
    callId: [{ attribute: 'tool.call_id', own: true }],
    toolArguments: [{ attribute: 'tool_input', own: true, without: /^\[TOOL INPUT[^\]]*\]\s*/ }],
    toolObservation: [{ attribute: 'tool_result', own: true, without: /^\[TOOL RESULT[^\]]*\]\s*/ }],
    modelName: [{ attribute: 'qwen-code.model', own: true }],
    modelText: [{ attribute: 'response.model_output', own: true }],
    laneName: [],
    failureText: [{ attribute: 'error', own: true }],
  },
  failures: [{ source: { attribute: 'success', own: true }, is: [false, 'false'] }],
  hints: { keys: ['qwen-code.'], scopes: ['qwen-code'] },
}
