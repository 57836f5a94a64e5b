import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import type { Logger } from 'pino'
import type { Metrics } from '../metrics/metrics.ts'
import type { OutboxItem, Store } from '../store/store.ts'
import type { Sink } from './sink.ts'
import { createSinkQueue } from './sink-queue.ts'

/** The stage after the store: takes messages from the outbox and hands them to the sinks. */
export interface RunningOutbox {
  /** Something was put in: look now. */
  wake(): void
  /** Delivers what can be delivered at once, then ends. */
  stop(): Promise<void>
}

/** What the outbox works with. */
export interface OutboxParts {
  readonly store: Store
  /** Every message goes to each of them; none waits for another. */
  readonly sinks: readonly Sink[]
  readonly metrics: Metrics
  readonly log: Logger
  /** How long a message taken is kept from other observers; renewed while it is tried. Default 10 s. */
  readonly leaseMs?: number
  /** Longest pause between two looks when nothing wakes it. Default 1 s. */
  readonly idleMs?: number
  /** Pause of a sink after its first refusal of a message, doubling with each. Default 1 s. */
  readonly firstBackoffMs?: number
  /** Between 0 and 1. Default Math.random. */
  readonly random?: () => number
}

const mostItems = 100
/** How long an end waits for messages that are under way; what is not taken by then is for the next observer. */
const drainMs = 1000
/** How long sinks may take to let go. */
const closeMs = 500

/**
 * Starts delivering: at least once, in the order of `seq` within a run. A message leaves the outbox when every
 * sink has taken it or given it up; until then it is tried again here, and by another observer when this one dies.
 */
export function startOutbox(parts: OutboxParts): RunningOutbox {
  const { store, sinks, log, leaseMs = 10_000, idleMs = 1000 } = parts
  const by = randomUUID()
  /** Messages that this process holds, with how many sinks have yet to settle them. */
  const held = new Map<string, number>()
  /** Settled by every sink, not yet confirmed in the store. */
  const settled = new Set<string>()
  const queues = sinks.map((sink) =>
    createSinkQueue({
      ...parts,
      sink,
      settled: settle,
      random: parts.random ?? Math.random,
      firstBackoffMs: parts.firstBackoffMs ?? 1000,
    }),
  )
  let timer: NodeJS.Timeout | null = null
  let looking: Promise<void> | null = null
  let again = false
  let stopped = false
  let failures = 0
  let renewedAtMs = Date.now()

  function settle({ id }: OutboxItem): void {
    const left = (held.get(id) ?? 1) - 1
    if (left > 0) return void held.set(id, left)
    held.delete(id)
    settled.add(id)
    wake()
  }

  async function look(): Promise<void> {
    try {
      await confirm()
      await renew()
      while (!queues.some(({ isFull }) => isFull)) {
        const items = await store.takeOutbox(mostItems, leaseMs, by)
        items.forEach(hold)
        await confirm()
        if (items.length === 0) break
      }
      failures = 0
    } catch (error) {
      failures += 1
      if (failures === 1) log.warn({ err: error }, 'outbox: the store is away')
    }
  }

  function hold(item: OutboxItem): void {
    // Held here since before its lease ended: taking it again has renewed it.
    if (held.has(item.id) || settled.has(item.id)) return
    if (queues.length === 0) return void settled.add(item.id)
    held.set(item.id, queues.length)
    for (const queue of queues) queue.push(item)
  }

  async function confirm(): Promise<void> {
    const ids = [...settled]
    if (ids.length === 0) return
    await store.confirmOutbox(ids)
    for (const id of ids) settled.delete(id)
  }

  async function renew(): Promise<void> {
    if (held.size === 0 || Date.now() - renewedAtMs < leaseMs / 3) return
    renewedAtMs = Date.now()
    await store.renewOutbox([...held.keys()], leaseMs)
  }

  function wake(): void {
    if (!stopped && failures === 0) start()
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
      const pauseMs = Math.min(idleMs * 2 ** failures, Math.max(idleMs, leaseMs / 3))
      timer = setTimeout(start, again && failures === 0 ? 0 : pauseMs)
      timer.unref()
      again = false
    })
  }

  start()
  return {
    wake,
    async stop() {
      if (timer !== null) clearTimeout(timer)
      await looking
      stopped = true
      if (timer !== null) clearTimeout(timer)
      await look()
      await Promise.all(queues.map((queue) => queue.drain(drainMs)))
      await confirm().catch(() => undefined)
      await within(closeMs, Promise.all(sinks.map(async (sink) => sink.close?.())))
    },
  }
}

async function within(ms: number, work: Promise<unknown>): Promise<void> {
  await Promise.race([work.catch(() => undefined), wait(ms, undefined, { ref: false })])
}
