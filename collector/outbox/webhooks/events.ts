import { isLimit } from '@loop-observer/rules'
import type { OutboxItem } from '../../store/store.ts'
import { tenantOf } from '../about-run.ts'
import type { Webhook, WebhookEvent } from './webhook.ts'

/** The events that a message counts as, the most telling first. */
export function eventsOf(item: OutboxItem): readonly [WebhookEvent, ...WebhookEvent[]] {
  if (item.kind === 'notice') return [item.notice.kind]
  const { reason, action } = item.decision
  if (isLimit(reason)) return ['limit_hit', 'decision']
  return action === 'escalate' || reason === 'livelock' ? ['escalation', 'decision'] : ['decision']
}

/** Whether a webhook is to be told. A limit that was met is a fact, whatever the mode. */
export function isWanted({ events, recorded, tenant }: Webhook, item: OutboxItem): boolean {
  if (tenant !== null && tenantOf(item.key) !== tenant) return false
  const wanted = eventsOf(item).filter((event) => events.includes(event))
  if (item.kind === 'notice' || item.decision.enforced || recorded) return wanted.length > 0
  return wanted.includes('limit_hit')
}
