import type { LogVocabulary } from './log-vocabulary.ts'

const scope = [{ scope: 'com.anthropic.claude_code.events' }] as const

/** Claude Code and the Claude Agent SDK, which runs it (program text of 2.1.332). */
export const claudeCodeLogs: LogVocabulary = {
  name: 'claude-code-logs',
  besideSpans: 'claude-code',
  title: 'Claude Code and Claude Agent SDK, logs',
  covers: 'Claude Code 2.1.332',
  proof: ['binary'],
  capture: {
    results: 'never',
    advice:
      'Its logs never hold results, and arguments only with OTEL_LOG_TOOL_DETAILS=1: switch on its traces as well, or its HTTP hooks, which carry all.',
  },
  tests: [
    { event: 'tool_result', kind: 'tool', when: scope },
    // Titles, suggestions, quota checks are not the agent's turns.
    {
      event: 'api_request',
      kind: 'ignore',
      when: [...scope, { attribute: 'query_source', isNot: ['repl_main_thread', 'sdk'] }],
    },
    { event: 'api_request', kind: 'model', when: scope },
    { event: 'user_prompt', kind: 'user', when: scope },
    { event: 'tool_decision', kind: 'ignore', when: scope },
    { event: 'api_error', kind: 'ignore', when: scope },
    { event: 'api_request_body', kind: 'ignore', when: scope },
    { event: 'api_response_body', kind: 'ignore', when: scope },
    { event: 'assistant_response', kind: 'ignore', when: scope },
  ],
  fields: {
    toolName: ['tool_name'],
    callId: ['tool_use_id'],
    toolArguments: ['tool_input', 'tool_parameters'],
    resultSize: ['tool_result_size_bytes'],
    success: ['success'],
    failureText: ['error'],
    failureType: ['error_type'],
    durationMs: ['duration_ms'],
    modelName: ['model'],
    // `input_tokens` leaves cached tokens out.
    tokensIn: [['input_tokens'], ['cache_read_tokens'], ['cache_creation_tokens']],
    tokensOut: ['output_tokens'],
    costUsd: ['cost_usd'],
    session: ['session.id'],
    subAgent: ['agent_id'],
  },
}
