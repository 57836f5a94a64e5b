import type { LogVocabulary } from './log-vocabulary.ts'

/** Gemini CLI (packages/core/src/telemetry at 5411f113). */
export const geminiCliLogs: LogVocabulary = {
  name: 'gemini-cli-logs',
  besideSpans: 'gemini-cli',
  title: 'Gemini CLI, logs',
  covers: 'commit 5411f113 (August 2026)',
  proof: ['source'],
  capture: {
    results: 'never',
    advice:
      'Its logs hold arguments and no results: set telemetry.traces in its settings, or GEMINI_TELEMETRY_TRACES_ENABLED=true.',
  },
  tests: [
    { event: 'gemini_cli.tool_call', kind: 'tool' },
    { event: 'gemini_cli.api_response', kind: 'model' },
    { event: 'gemini_cli.user_prompt', kind: 'user' },
    { event: 'gemini_cli.api_request', kind: 'ignore' },
    { event: 'gemini_cli.api_error', kind: 'ignore' },
    { event: 'gemini_cli.config', kind: 'ignore' },
  ],
  fields: {
    toolName: ['function_name'],
    toolArguments: ['function_args'],
    resultSize: ['content_length'],
    success: ['success'],
    failureText: ['error', 'error.message'],
    failureType: ['error_type', 'error.type'],
    durationMs: ['duration_ms', 'duration'],
    modelName: ['model'],
    tokensIn: [['input_token_count']],
    tokensOut: ['output_token_count'],
    modelText: ['response_text'],
    session: ['session.id'],
  },
}
