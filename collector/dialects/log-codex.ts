import type { LogVocabulary } from './log-vocabulary.ts'

/** Codex CLI (codex-rs/otel at 0136a731): its tool calls are log records only. */
export const codexLogs: LogVocabulary = {
  name: 'codex-logs',
  besideSpans: 'codex',
  title: 'Codex CLI, logs',
  covers: 'codex-rs/otel at 0136a731',
  proof: ['source', 'trace'],
  capture: {
    results: 'on',
    advice: 'Results are previews: a call that reads much is compared by its beginning.',
  },
  tests: [
    { event: 'codex.tool_result', kind: 'tool' },
    // Of the many events of a stream that with the totals; the stream's own last event has none.
    {
      event: 'codex.sse_event',
      kind: 'model',
      when: [
        { attribute: 'event.kind', is: ['response.completed'] },
        { attribute: 'input_token_count', present: true },
      ],
    },
    { event: 'codex.sse_event', kind: 'ignore' },
    { event: 'codex.user_prompt', kind: 'user' },
    { event: 'codex.tool_decision', kind: 'ignore' },
    { event: 'codex.api_request', kind: 'ignore' },
    { event: 'codex.conversation_starts', kind: 'ignore' },
    { event: 'codex.websocket_connect', kind: 'ignore' },
    { event: 'codex.websocket_request', kind: 'ignore' },
    { event: 'codex.sandbox_outcome', kind: 'ignore' },
    { event: 'codex.auth_recovery', kind: 'ignore' },
  ],
  fields: {
    toolName: ['tool_name'],
    callId: ['call_id'],
    toolArguments: ['arguments'],
    // The line with the time it took differs on every call.
    toolObservation: [{ attribute: 'output', without: /^Wall time: .*\r?\n?/m }],
    success: ['success'],
    durationMs: ['duration_ms'],
    modelName: ['model'],
    tokensIn: [['input_token_count']],
    tokensOut: ['output_token_count'],
    session: ['conversation.id', 'thread.id'],
  },
}
