import type { OutboxItem } from '../store/store.ts'

/** Somewhere that decisions and notices go besides the agent. */
export interface Sink {
  /** For logs and the `sink` label of metrics. */
  readonly name: string
  /** Whether it wants the message at all. Default: all. */
  readonly wants?: (item: OutboxItem) => boolean
  /**
   * Hands one message over; may get the same message twice: `item.id` tells. Rejects with PermanentError
   * when trying again is in vain, with anything else when it must be tried again, RetryableError saying when.
   */
  deliver(item: OutboxItem): Promise<void>
  /** How often a message is tried before it is given up. Default 12: about half an hour. */
  readonly attempts?: number
  /** Lets go of connections, after the last delivery. */
  close?(): Promise<void>
}
