import type { Vocabulary } from '../vocabulary.ts'

const scope = 'com.anthropic.claude_code.tracing'

/** Claude Code and the Claude Agent SDK, which runs it (program text of 2.1.332; its tracing is beta). */
export const claudeCode: Vocabulary = {
  name: 'claude-code',
  title: 'Claude Code and Claude Agent SDK, traces',
  covers: 'Claude Code 2.1.332',
  proof: ['binary'],
  capture: {
    results: 'off',
    advice:
      'Set CLAUDE_CODE_ENABLE_TELEMETRY=1, CLAUDE_CODE_ENHANCED_TELEMETRY_BETA=1, OTEL_TRACES_EXPORTER=otlp, OTEL_LOG_TOOL_DETAILS=1 and OTEL_LOG_TOOL_CONTENT=1. Results of Read, Edit, Write, Bash and MCP tools are exported; its HTTP hooks carry all.',
  },
  kinds: [
    // The outcome stands on this child alone: the tool's own span never has status ERROR.
    { kind: 'outcome', when: [{ scope }, { name: 'claude_code.tool.execution' }] },
    { kind: 'ignore', when: [{ scope }, { name: 'claude_code.tool.blocked_on_user' }] },
    { kind: 'ignore', when: [{ scope }, { name: 'claude_code.hook' }] },
    { kind: 'tool', when: [{ scope }, { attribute: 'span.type', is: ['tool'] }] },
    // Titles, suggestions, quota checks.
    {
      kind: 'model',
      helper: true,
      when: [
        { scope },
        { attribute: 'span.type', is: ['llm_request'] },
        { attribute: 'query_source', isNot: ['repl_main_thread', 'sdk'] },
      ],
    },
    { kind: 'model', when: [{ scope }, { attribute: 'span.type', is: ['llm_request'] }] },
    { kind: 'agent', when: [{ scope }] },
  ],
  fields: {
    toolName: ['gen_ai.tool.name', { attribute: 'tool_name', own: true }],
    toolArguments: [
      { attribute: 'tool_input', own: true, without: /^\[TOOL INPUT[^\]]*\]\s*/ },
      {
        record: { command: 'full_command', file_path: 'file_path', pattern: 'pattern', url: 'url' },
        own: true,
      },
    ],
    toolObservation: [
      { event: 'tool.output', attribute: 'output' },
      { event: 'tool.output', attribute: 'content' },
      { event: 'tool.output', attribute: 'diff' },
      { attribute: 'new_context', own: true, without: /^\[TOOL RESULT[^\]]*\]\s*/ },
    ],
    resultSize: [
      { event: 'tool.output', attribute: 'output_original_length' },
      { event: 'tool.output', attribute: 'content_original_length' },
      { attribute: 'result_tokens', own: true },
    ],
    modelText: [{ attribute: 'response.model_output', own: true }],
    // `input_tokens` leaves cached tokens out; the conventions' name counts them.
    tokensIn: ['gen_ai.usage.input_tokens', { attribute: 'input_tokens', own: true }],
    tokensOut: ['gen_ai.usage.output_tokens', { attribute: 'output_tokens', own: true }],
    laneName: [],
    subAgent: [{ attribute: 'agent_id', own: true }],
    failureText: [
      { attribute: 'error', own: true },
      { attribute: 'error_class', own: true },
    ],
  },
  failures: [
    { source: { attribute: 'success', own: true }, is: [false, 'false'] },
    { source: { attribute: 'error', own: true } },
  ],
  // The field of the result message; on a span it has not been seen yet.
  limits: [
    { limit: 'max_turns', when: [{ scope }, { attribute: 'terminal_reason', is: ['max_turns'] }] },
    { limit: 'max_budget', when: [{ scope }, { attribute: 'terminal_reason', is: ['max_budget'] }] },
  ],
  hints: { keys: ['claude_code.'], scopes: ['com.anthropic.claude_code'] },
}
