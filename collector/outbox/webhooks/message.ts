import { counted, type Evidence, type LimitClass, type Reason, type Totals } from '@loop-observer/rules'
import type { Notice } from '../../store/notice.ts'
import type { OutboxItem, RunSummary } from '../../store/store.ts'
import { tenantOf } from '../about-run.ts'
import { eventsOf } from './events.ts'
import type { WebhookEvent } from './webhook.ts'

/** What a webhook is told, as JSON: the same fields for every event, null or empty where one has nothing to say. */
export interface WebhookMessage {
  /** The same for every try: told twice, it is the same message. */
  readonly id: string
  readonly type: WebhookEvent
  /** ISO 8601. */
  readonly at: string
  readonly tenant: string
  readonly run: string
  readonly agent: string | null
  readonly task: string | null
  /** The newest of `trace_ids`. */
  readonly trace_id: string | null
  readonly trace_ids: readonly string[]
  readonly page: string
  /** Of a decision: its number in the run. */
  readonly seq: number | null
  readonly action: 'nudge' | 'halt' | 'escalate' | null
  /** False when the mode only recorded the decision: then nothing may be done about it. Null when there is none. */
  readonly enforced: boolean | null
  readonly scope: 'run' | 'lane' | null
  readonly lane: string | null
  readonly reason: Reason | null
  /** Of a limit: what the run was doing when it met it. */
  readonly class: LimitClass | null
  /** For the model. */
  readonly message: string | null
  /** For a person. */
  readonly explanation: string
  readonly evidence: Evidence | null
  readonly tried: readonly string[]
  readonly missing: string | null
  readonly resumable: boolean | null
  readonly totals: Totals
  /** Of `approval_needed`: what waits. */
  readonly effect: { readonly id: string; readonly tool: string | null; readonly note: string | null } | null
}

/** What a message is made of. */
export interface MessageParts {
  readonly item: OutboxItem
  readonly id: string
  readonly summary: RunSummary | null
  readonly page: string
}

/** What a webhook is told about a message of the outbox. */
export function webhookMessage({ item, id, summary, page }: MessageParts): WebhookMessage {
  const base = {
    ...nothingDecided,
    id,
    type: eventsOf(item)[0],
    tenant: tenantOf(item.key),
    agent: summary?.agent ?? null,
    task: summary?.task ?? null,
    trace_id: summary?.traceIds.at(-1) ?? null,
    trace_ids: summary?.traceIds ?? [],
    page,
  }
  if (item.kind === 'notice') return { ...base, ...ofNotice(item.notice) }
  const { decision } = item
  return {
    ...base,
    at: new Date(decision.issuedAtMs).toISOString(),
    run: decision.run,
    seq: decision.seq,
    action: decision.action,
    enforced: decision.enforced,
    scope: decision.scope,
    lane: decision.lane,
    reason: decision.reason,
    class: decision.class ?? null,
    message: decision.message,
    explanation: decision.explanation,
    evidence: decision.evidence,
    tried: decision.tried,
    missing: decision.missing === '' ? null : decision.missing,
    resumable: decision.resumable,
    totals: decision.totals,
  }
}

const nothingDecided = {
  seq: null,
  action: null,
  enforced: null,
  scope: null,
  lane: null,
  reason: null,
  class: null,
  message: null,
  evidence: null,
  tried: [],
  missing: null,
  resumable: null,
  effect: null,
} as const

function ofNotice(notice: Notice) {
  const { run, atMs, totals } = notice
  const base = { run, totals, at: new Date(atMs).toISOString() }
  switch (notice.kind) {
    case 'budget_warning': {
      const { reason, used, limit } = notice.warning
      const name = reason.replace('budget_', '').replaceAll('_', ' ')
      return { ...base, reason, explanation: `The limit of ${name} is near: ${used} of ${limit} used.` }
    }
    case 'limit_hit': {
      const { reason, class: limitClass } = notice.limit
      const doing = limitClass.replaceAll('_', ' ')
      return {
        ...base,
        reason,
        class: limitClass,
        explanation: `A limit was met (${reason}), in the middle of: ${doing}.`,
      }
    }
    case 'approval_needed': {
      const { effect: id, tool, note } = notice
      const what = [tool ?? 'an effect', note].filter((part) => part !== null).join(': ')
      const effect = { id, tool, note }
      return {
        ...base,
        effect,
        explanation: `Waits for a person to approve ${what}. On its page, or: loop-observer approve ${run} ${id}`,
      }
    }
    case 'lost':
      return { ...base, explanation: `The run fell silent after ${counted(totals.toolCalls, 'tool call')}.` }
  }
}
