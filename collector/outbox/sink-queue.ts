import { setTimeout as wait } from 'node:timers/promises'
import type { Logger } from 'pino'
import { PermanentError, RetryableError } from '../errors/errors.ts'
import type { Metrics } from '../metrics/metrics.ts'
import type { OutboxItem, RunKey } from '../store/store.ts'
import { backoffMs } from './backoff.ts'
import type { Sink } from './sink.ts'

/** What one sink has yet to take: one message of a run at a time, several runs at once. */
export interface SinkQueue {
  /** True when it takes no more for now though it works: what comes must wait in the store. */
  readonly isFull: boolean
  push(item: OutboxItem): void
  /** Tries what can be tried at once, for at most so long; nothing is tried after that. */
  drain(withinMs: number): Promise<void>
}

/** What a queue works with. */
export interface SinkQueueParts {
  readonly sink: Sink
  readonly metrics: Metrics
  readonly log: Logger
  /** Told once of each message that was taken, or given up. */
  readonly settled: (item: OutboxItem) => void
  /** Between 0 and 1; spreads the retries. */
  readonly random: () => number
  /** Pause after the first refusal, doubling with each. */
  readonly firstBackoffMs: number
}

/** Messages that wait for a sink; a sink that refuses gives up the oldest beyond it. */
export const mostWaiting = 1000
const mostAtOnce = 8
const defaultAttempts = 12

/** Messages of one run that wait in line: one at a time is tried. */
interface Line {
  readonly items: OutboxItem[]
  /** Of the first item. */
  attempts: number
  isUnderWay: boolean
  timer: NodeJS.Timeout | null
}

/** Makes the queue of one sink. A sink that is away delays nobody but itself. */
export function createSinkQueue(parts: SinkQueueParts): SinkQueue {
  const { sink, metrics, log, random } = parts
  const lines = new Map<RunKey, Line>()
  const ready: RunKey[] = []
  const underWay = new Set<Promise<void>>()
  let waiting = 0
  let refusals = 0
  let restUntilMs = 0
  let restTimer: NodeJS.Timeout | null = null
  let draining = false

  function push(item: OutboxItem): void {
    if (sink.wants !== undefined && !sink.wants(item)) return parts.settled(item)
    let line = lines.get(item.key)
    if (line === undefined) {
      lines.set(item.key, (line = { items: [], attempts: 0, isUnderWay: false, timer: null }))
      ready.push(item.key)
    }
    line.items.push(item)
    setWaiting(waiting + 1)
    if (waiting > mostWaiting && refusals > 0) giveUpOldest()
    pump()
  }

  function setWaiting(count: number): void {
    waiting = count
    metrics.set('outbox_waiting_messages', { sink: sink.name }, count)
  }

  function pump(): void {
    if (isResting()) return
    while (underWay.size < mostAtOnce) {
      const key = ready.shift()
      const line = key === undefined ? undefined : lines.get(key)
      if (key === undefined) return
      if (line === undefined || line.isUnderWay || line.timer !== null) continue
      line.isUnderWay = true
      const delivery: Promise<void> = deliverNext(key, line).then(() => {
        underWay.delete(delivery)
        pump()
      })
      underWay.add(delivery)
    }
  }

  /** The receiver asked to be left alone: nothing is sent until then. */
  function isResting(): boolean {
    const restMs = restUntilMs - Date.now()
    if (restMs <= 0) return false
    restTimer ??= setTimeout(() => {
      restTimer = null
      pump()
    }, restMs).unref()
    return true
  }

  async function deliverNext(key: RunKey, line: Line): Promise<void> {
    const [item] = line.items
    if (item === undefined) return
    try {
      await sink.deliver(item)
    } catch (error) {
      line.isUnderWay = false
      refused(key, line, { item, error })
      return
    }
    line.isUnderWay = false
    refusals = 0
    metrics.count('outbox_delivered_total', { sink: sink.name })
    finish(key, line, item)
  }

  function refused(key: RunKey, line: Line, { item, error }: { item: OutboxItem; error: unknown }): void {
    refusals += 1
    line.attempts += 1
    metrics.count('outbox_failures_total', { sink: sink.name })
    const isInVain = error instanceof PermanentError
    if (isInVain || line.attempts >= (sink.attempts ?? defaultAttempts)) {
      giveUp(item, isInVain ? 'refused for good' : 'refused too often', error)
      finish(key, line, item)
      return
    }
    // An outage is said once, not with every try.
    const entry = { sink: sink.name, item: item.id, attempt: line.attempts, err: error }
    if (refusals === 1) log.warn(entry, 'outbox: a sink refused, it is tried again')
    else log.debug(entry, 'outbox: a sink refused again')
    const askedMs = error instanceof RetryableError ? error.retryAfterMs : 0
    if (askedMs > 0) restUntilMs = Math.max(restUntilMs, Date.now() + askedMs)
    if (draining) return
    const pauseMs = backoffMs(line.attempts, parts.firstBackoffMs, random())
    line.timer = setTimeout(() => {
      line.timer = null
      ready.push(key)
      pump()
    }, pauseMs)
    line.timer.unref()
  }

  function giveUp(item: OutboxItem, why: string, error?: unknown): void {
    metrics.count('outbox_dead_total', { sink: sink.name })
    log.error(
      { event: 'outbox_dead', sink: sink.name, item: item.id, err: error },
      `outbox: message ${why}, given up`,
    )
  }

  /** The oldest that is not under way: lines are in the order in which they began to wait. */
  function giveUpOldest(): void {
    for (const [key, line] of lines) {
      const [item] = line.items
      if (line.isUnderWay || item === undefined) continue
      giveUp(item, 'pushed out by newer ones')
      finish(key, line, item)
      return
    }
  }

  function finish(key: RunKey, line: Line, item: OutboxItem): void {
    line.items.splice(line.items.indexOf(item), 1)
    line.attempts = 0
    setWaiting(waiting - 1)
    if (line.items.length === 0) {
      if (line.timer !== null) clearTimeout(line.timer)
      lines.delete(key)
    } else {
      ready.push(key)
    }
    parts.settled(item)
    pump()
  }

  return {
    get isFull() {
      return waiting >= mostWaiting && refusals === 0
    },
    push,
    async drain(withinMs) {
      draining = true
      for (const line of lines.values()) if (line.timer !== null) clearTimeout(line.timer)
      if (restTimer !== null) clearTimeout(restTimer)
      pump()
      const end = wait(withinMs, 'late' as const, { ref: false })
      while (underWay.size > 0) {
        if ((await Promise.race([Promise.all(underWay), end])) === 'late') break
      }
      ready.length = 0
    },
  }
}
