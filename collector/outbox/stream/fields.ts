import type { OutboxItem, RunSummary } from '../../store/store.ts'
import { tenantOf } from '../about-run.ts'

/** Fields of an entry of a decision stream, with what each says; checked against the docs. All are text. */
export const streamFields = {
  id: 'Unique: told twice, it is the same decision.',
  tenant: 'Whose run it is.',
  run: 'Run id.',
  trace_ids: 'Trace ids of the run, separated by spaces; empty when none is known.',
  agent: 'Name of the agent; empty when it is not known.',
  seq: 'Number of the decision in its run.',
  action: '`nudge`, `halt` or `escalate`.',
  reason: 'Why: one of the reasons.',
  enforced: '`1` when it is to be acted on, `0` when the mode only recorded it.',
  scope: '`run`, or `lane` when only the lane is meant.',
  lane: 'The lane.',
  message: 'For the model.',
  explanation: 'For a person.',
  page: 'Link to the page of the run.',
  at: 'When it was decided, milliseconds since the epoch.',
} as const

/** The fields of one decision. */
export function fieldsOf(
  { id, key, decision }: Extract<OutboxItem, { kind: 'decision' }>,
  summary: RunSummary | null,
  page: string,
): Readonly<Record<keyof typeof streamFields, string>> {
  const { run, seq, action, reason, enforced, scope, lane, message, explanation, issuedAtMs } = decision
  return {
    id,
    tenant: tenantOf(key),
    run,
    trace_ids: (summary?.traceIds ?? []).join(' '),
    agent: summary?.agent ?? '',
    seq: String(seq),
    action,
    reason,
    enforced: enforced ? '1' : '0',
    scope,
    lane,
    message,
    explanation,
    page,
    at: String(Math.round(issuedAtMs)),
  }
}
