import { describe, expect, it } from 'vitest'
import { PermanentError, RetryableError } from '../../../collector/errors/errors.ts'
import { createMetrics } from '../../../collector/metrics/metrics.ts'
import { backoffMs } from '../../../collector/outbox/backoff.ts'
import type { Sink } from '../../../collector/outbox/sink.ts'
import { createSinkQueue, mostWaiting } from '../../../collector/outbox/sink-queue.ts'
import { createLogger } from '../../../collector/start/logger.ts'
import { until } from '../../support/deadline.ts'
import { decided } from './items.ts'

function queueOf(deliver: Sink['deliver'], firstBackoffMs = 60_000) {
  const metrics = createMetrics({ process: false })
  const settled: string[] = []
  const queue = createSinkQueue({
    sink: { name: 'test', deliver },
    metrics,
    log: createLogger('silent', false),
    settled: ({ id }) => void settled.push(id),
    random: () => 0.5,
    firstBackoffMs,
  })
  const text = async (): Promise<string> => (await metrics.render()).text
  return { queue, settled, text }
}

describe('the queue of a sink', () => {
  it('gives up the oldest of a sink that refuses, and no more than it must', async () => {
    const { queue, settled, text } = queueOf(() => Promise.reject(new Error('away')))
    const keys = Array.from({ length: mostWaiting }, (_, i) => `default/run-${i}`)
    for (const key of keys) queue.push(decided(1, {}, key))
    await until(async () => (await text()).includes(`outbox_failures_total{sink="test"} ${mostWaiting}`), {
      what: 'each was tried once',
    })
    expect(settled).toEqual([])
    for (const key of ['default/new-1', 'default/new-2']) queue.push(decided(1, {}, key))
    expect(settled).toEqual(['default/run-0#1', 'default/run-1#1'])
    expect(await text()).toContain('outbox_dead_total{sink="test"} 2')
    expect(await text()).toContain(`outbox_waiting_messages{sink="test"} ${mostWaiting}`)
    await queue.drain(10)
  })

  it('stays bounded though most wait for their first try', async () => {
    let tries = 0
    const { queue, settled } = queueOf(() =>
      (tries += 1) === 1 ? Promise.reject(new Error('away')) : new Promise(() => undefined),
    )
    queue.push(decided(1, {}, 'default/first'))
    await until(() => tries === 1, { what: 'the first refusal' })
    for (let i = 0; i < mostWaiting + 50; i += 1) queue.push(decided(1, {}, `default/run-${i}`))
    expect(settled).toHaveLength(51)
    expect(settled[0]).toBe('default/first#1')
    await queue.drain(1)
  })

  it('leaves a receiver alone that asks for it, whatever the run', async () => {
    const atMs: number[] = []
    const { queue, settled } = queueOf(async () => {
      atMs.push(Date.now())
      if (atMs.length === 1) throw new RetryableError('unavailable', 'later', { retryAfterMs: 300 })
    }, 1)
    queue.push(decided(1))
    await until(() => atMs.length === 1, { what: 'the first try' })
    queue.push(decided(1, {}, 'default/run-2'))
    await until(() => settled.length === 2, { what: 'both are taken' })
    expect(Math.min(...atMs.slice(1)) - (atMs[0] ?? 0)).toBeGreaterThanOrEqual(295)
  })

  it('is full when a sink that works is slow: what comes waits in the store instead of being given up', async () => {
    const { queue, settled } = queueOf(() => new Promise(() => undefined))
    for (let i = 0; i < mostWaiting; i += 1) queue.push(decided(1, {}, `default/run-${i}`))
    expect(queue.isFull).toBe(true)
    expect(settled).toEqual([])
    await queue.drain(1)
  })

  it('tries several runs at once, and one message of a run at a time', async () => {
    let now = 0
    let most = 0
    const ofRun = new Map<string, number>()
    const { queue, settled } = queueOf(async (item) => {
      most = Math.max(most, (now += 1))
      const under = (ofRun.get(item.key) ?? 0) + 1
      ofRun.set(item.key, under)
      expect(under).toBe(1)
      await new Promise(setImmediate)
      ofRun.set(item.key, 0)
      now -= 1
    })
    for (let run = 0; run < 20; run += 1) {
      for (let seq = 1; seq <= 3; seq += 1) queue.push(decided(seq, {}, `default/run-${run}`))
    }
    await until(() => settled.length === 60, { what: 'all are delivered' })
    expect(most).toBe(8)
    expect(settled.filter((id) => id.startsWith('default/run-7#'))).toEqual(
      [1, 2, 3].map((seq) => `default/run-7#${seq}`),
    )
  })

  it('gives up at once what is refused for good, and goes on with what follows', async () => {
    const tried: number[] = []
    const { queue, settled } = queueOf(async (item) => {
      if (item.kind !== 'decision') return
      tried.push(item.decision.seq)
      if (item.decision.seq === 1) throw new PermanentError('bad_request', 'not understood')
    })
    queue.push(decided(1))
    queue.push(decided(2))
    await until(() => settled.length === 2, { what: 'both are settled' })
    expect(tried).toEqual([1, 2])
  })

  it('ends in time though a delivery hangs', async () => {
    const { queue } = queueOf(() => new Promise(() => undefined))
    queue.push(decided(1))
    const startedAtMs = performance.now()
    await queue.drain(20)
    expect(performance.now() - startedAtMs).toBeLessThan(2000)
  })
})

describe('the pause before another try', () => {
  it('doubles up to five minutes, and is between half and all of it', () => {
    expect([1, 2, 3, 4].map((attempts) => backoffMs(attempts, 1000, 1))).toEqual([1000, 2000, 4000, 8000])
    expect(backoffMs(3, 1000, 0)).toBe(2000)
    expect(backoffMs(40, 1000, 1)).toBe(300_000)
  })
})
