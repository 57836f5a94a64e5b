import type { RunKey } from './store.ts'

/** Id of the outbox item of a decision: the same decision has the same id, whoever stores it. */
export function outboxId(key: RunKey, seq: number): string {
  return `${key}#${seq}`
}

/** The run that an outbox item belongs to. */
export function keyOfOutboxId(id: string): RunKey {
  return id.slice(0, id.lastIndexOf('#'))
}
