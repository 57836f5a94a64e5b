import type { OutboxItem } from '../store/store.ts'

/** Somewhere that decisions go besides the agent. */
export interface Sink {
  /** For logs and the `sink` label of metrics. */
  readonly name: string
  /** Hands one message over; rejects when it must be tried again. May get the same message twice: `item.id` tells. */
  deliver(item: OutboxItem): Promise<void>
}
