import type { Logger } from 'pino'
import type { Metrics } from '../metrics/metrics.ts'
import type { OutboxItem, RunKey, Store } from '../store/store.ts'
import type { Sink } from './sink.ts'

/** The stage after the store: takes decisions from the outbox and hands them to the sinks. */
export interface RunningOutbox {
  /** Something was put in: look now. */
  wake(): void
  /** Delivers what can be delivered at once, then ends. */
  stop(): Promise<void>
}

/** What the outbox works with. */
export interface OutboxParts {
  readonly store: Store
  /** Every message goes to each of them, in this order. */
  readonly sinks: readonly Sink[]
  readonly metrics: Metrics
  readonly log: Logger
  /** How long a message taken is kept from other observers. Default 10 s. */
  readonly leaseMs?: number
  /** Longest pause between two looks when nothing wakes it. Default 1 s. */
  readonly idleMs?: number
}

const mostItems = 100
/** Pause after a refusal, doubling from this to `idleMs` times 32. */
const firstBackoffMs = 250

/**
 * Starts delivering: at least once, in the order of `seq` within a run as long as one observer
 * delivers it. What a sink refuses stays in the outbox, with everything after it of the same run.
 */
export function startOutbox(parts: OutboxParts): RunningOutbox {
  const { store, log, leaseMs = 10_000, idleMs = 1000 } = parts
  const delivered = new Map<string, Set<Sink>>()
  let timer: NodeJS.Timeout | null = null
  let looking: Promise<void> | null = null
  let again = false
  let stopped = false
  let failures = 0

  async function look(): Promise<void> {
    try {
      for (;;) {
        const items = await store.takeOutbox(mostItems, leaseMs)
        if (items.length === 0) break
        const done = await deliverAll(parts, items, delivered)
        if (done.length > 0) await store.confirmOutbox(done)
        for (const id of done) delivered.delete(id)
        failures = done.length < items.length ? failures + 1 : 0
        if (failures > 0) break
      }
    } catch (error) {
      failures += 1
      if (failures === 1) log.warn({ err: error }, 'outbox: the store is away')
    }
  }

  function start(): void {
    if (timer !== null) clearTimeout(timer)
    if (looking !== null) {
      again = true
      return
    }
    looking = look().then(() => {
      looking = null
      if (stopped) return
      const pauseMs = failures > 0 ? Math.min(firstBackoffMs * 2 ** failures, idleMs * 32) : idleMs
      timer = setTimeout(start, again && failures === 0 ? 0 : pauseMs)
      timer.unref()
      again = false
    })
  }

  start()
  return {
    wake() {
      if (!stopped && failures === 0) start()
    },
    async stop() {
      if (timer !== null) clearTimeout(timer)
      await looking
      stopped = true
      if (timer !== null) clearTimeout(timer)
      await look()
    },
  }
}

/** Ids of the messages that every sink took. */
async function deliverAll(
  parts: OutboxParts,
  items: readonly OutboxItem[],
  delivered: Map<string, Set<Sink>>,
): Promise<readonly string[]> {
  const byRun = Map.groupBy(items, ({ key }): RunKey => key)
  const done = await Promise.all([...byRun.values()].map((ofRun) => deliverInOrder(parts, ofRun, delivered)))
  return done.flat()
}

async function deliverInOrder(
  { sinks, metrics, log }: OutboxParts,
  items: readonly OutboxItem[],
  delivered: Map<string, Set<Sink>>,
): Promise<readonly string[]> {
  const done: string[] = []
  for (const item of items.toSorted((a, b) => a.decision.seq - b.decision.seq)) {
    const taken = delivered.get(item.id) ?? new Set<Sink>()
    for (const sink of sinks.filter((each) => !taken.has(each))) {
      try {
        await sink.deliver(item)
        taken.add(sink)
        metrics.count('outbox_delivered_total', { sink: sink.name })
      } catch (error) {
        delivered.set(item.id, taken)
        metrics.count('outbox_failures_total', { sink: sink.name })
        log.warn({ sink: sink.name, item: item.id, err: error }, 'outbox: a sink refused, it is tried again')
        return done
      }
    }
    done.push(item.id)
  }
  return done
}
