import { geminiCliLogs } from './log-gemini-cli.ts'
import type { LogVocabulary } from './log-vocabulary.ts'

/** Qwen Code, which began as Gemini CLI: the same fields under names of its own, and the calls' ids (packages/core/src/telemetry/loggers.ts at 5a818341). */
export const qwenCodeLogs: LogVocabulary = {
  name: 'qwen-code-logs',
  besideSpans: 'qwen-code',
  title: 'Qwen Code, logs',
  covers: 'commit 5a818341',
  proof: ['source'],
  capture: {
    results: 'never',
    advice:
      'Its logs hold arguments and no results: set telemetry.includeSensitiveSpanAttributes in its settings, and export its traces.',
  },
  tests: [
    { event: 'qwen-code.tool_call', kind: 'tool' },
    { event: 'qwen-code.api_response', kind: 'model' },
    { event: 'qwen-code.user_prompt', kind: 'user' },
    { event: 'qwen-code.api_request', kind: 'ignore' },
    { event: 'qwen-code.api_error', kind: 'ignore' },
    { event: 'qwen-code.api_retry', kind: 'ignore' },
    { event: 'qwen-code.config', kind: 'ignore' },
  ],
  fields: { ...geminiCliLogs.fields, callId: ['call_id'] },
}
