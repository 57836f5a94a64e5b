import type { Vocabulary } from '../vocabulary.ts'

const scope = { scopeStarts: 'codex_' } as const

/** Codex CLI (codex-rs/otel). Its tool calls are log records; its spans only repeat totals. */
export const codex: Vocabulary = {
  name: 'codex',
  title: 'Codex CLI, traces',
  covers: 'codex-rs/otel at 0136a731',
  proof: ['source', 'trace'],
  capture: {
    results: 'never',
    advice:
      'Its spans hold no tool calls: export its logs as well, in the [otel] section of its configuration.',
  },
  kinds: [
    { kind: 'agent', when: [scope, { name: 'session_task.turn' }] },
    { kind: 'ignore', when: [scope] },
  ],
  hints: { keys: ['codex.'], scopes: ['codex_'] },
}
