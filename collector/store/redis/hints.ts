import type { RunKey } from '../store.ts'
import { createWatchers } from '../watchers.ts'
import type { Client } from './client.ts'

/** Pub/sub channel on which commit.lua says the keys of runs with new decisions. */
export const decidedChannel = 'lo:decided'

/** Hints that a run has new decisions, from this process and from others. */
export interface Hints {
  /** See `Store.watch`. */
  readonly watch: (key: RunKey, wake: () => void) => () => void
  /** Wakes those who wait in this process at once, without the way over the server. */
  readonly wake: (key: RunKey) => void
  /** Subscribes, or makes sure that the subscription stands. Throws when the server does not answer. */
  listen(): Promise<void>
}

/**
 * Makes hints over one channel of the store: an observer is subscribed from the start, so that a
 * waiter need not wait for a subscription first. After a lost connection every waiter is woken,
 * since hints may have been missed.
 */
export function createHints(subscriber: Client): Hints {
  const watchers = createWatchers()
  const listen = async (): Promise<void> => {
    await subscriber.subscribe(decidedChannel)
  }
  const listenAgain = (): void => {
    // Should it fail, the next connection, or the next regular look, tries again.
    listen().then(watchers.wakeAll, () => {})
  }
  subscriber.on('message', (_channel, key) => watchers.wake(key))
  subscriber.on('ready', listenAgain)
  subscriber.on('+node', listenAgain)
  return {
    watch: (key, wake) => {
      watchers.add(key, wake)
      return () => watchers.remove(key, wake)
    },
    wake: watchers.wake,
    listen,
  }
}
