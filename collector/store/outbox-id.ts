import { decode } from './codec.ts'
import type { Notice } from './notice.ts'
import type { OutboxItem, RunKey } from './store.ts'
import type { Decision } from '@loop-observer/rules'

/** Id of the outbox item of a decision: the same decision has the same id, whoever stores it. */
export function outboxId(key: RunKey, seq: number): string {
  return `${key}#${seq}`
}

/** Id of the outbox item of a notice. */
export function noticeId(key: RunKey, id: string): string {
  return `${key}#!${id.replaceAll('#', '_')}`
}

/** The run that an outbox item belongs to. */
export function keyOfOutboxId(id: string): RunKey {
  return id.slice(0, id.lastIndexOf('#'))
}

/** The item as it was put in. */
export function outboxItem(id: string, bytes: Uint8Array): OutboxItem {
  const key = keyOfOutboxId(id)
  return id.startsWith('!', key.length + 1)
    ? { id, kind: 'notice', key, notice: decode<Notice>(bytes) }
    : { id, kind: 'decision', key, decision: decode<Decision>(bytes) }
}
