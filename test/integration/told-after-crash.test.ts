import { afterEach, describe, expect, it } from 'vitest'
import type { WebhookMessage } from '../../collector/outbox/webhooks/message.ts'
import { startReceiver } from '../collector/outbox/receiver.ts'
import { until } from '../support/deadline.ts'
import { readRun } from '../support/observer-reading.ts'
import { startObserver } from '../support/observer.ts'
import { writePolicy } from '../support/policy-file.ts'
import { startSpanAgent } from '../support/span-agent.ts'

const stops: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const stop of stops.splice(0).toReversed()) await stop()
})

describe('a decision whose receiver is away', () => {
  it('outlives kill -9 of the observer, and is told in order once the receiver is back', async () => {
    let isBack = false
    const receiver = await startReceiver(() => ({ status: isBack ? 204 : 503 }))
    stops.push(() => receiver.stop())
    const policy = await writePolicy('mode: enforce\n')
    stops.push(policy.remove)
    const observer = await startObserver({
      args: ['--policy', policy.path],
      env: { LOOP_OBSERVER_WEBHOOKS: receiver.url },
    })
    stops.push(() => observer.stop())
    const agent = startSpanAgent(observer.otlpUrl)
    stops.push(() => agent.stop())
    const run = agent.startRun('searcher')
    for (let i = 0; i < 8; i++) {
      run.call({ tool: 'search', args: { query: 'pelican' }, result: 'No results for pelican.' })
      await agent.flush()
    }
    await until(
      async () => (await readRun(observer.controlUrl, `trace:${run.traceId}`))?.summary?.halted === true,
      { what: 'the halt' },
    )
    await until(() => receiver.got.length > 0, { what: 'the first try' })
    await observer.kill('SIGKILL')
    isBack = true
    const before = receiver.got.length
    await observer.restart()
    // The dead process's lease of ten seconds ends first.
    await until(() => receiver.got.length === before + 2, { what: 'both decisions' })
    const told = receiver.got.slice(before).map(({ body }) => JSON.parse(body) as WebhookMessage)
    expect(told.map(({ seq, action, run: id }) => [seq, action, id])).toEqual([
      [1, 'nudge', run.traceId],
      [2, 'halt', run.traceId],
    ])
    const text = await (await fetch(`${observer.controlUrl}/metrics`)).text()
    expect(text).not.toMatch(/outbox_dead_total\{/)
  }, 90_000)
})

describe('a receiver that hangs', () => {
  it('keeps neither the decision from being told elsewhere nor the observer from ending', async () => {
    const hanging = await startReceiver(() => null)
    stops.push(() => hanging.stop())
    const working = await startReceiver()
    stops.push(() => working.stop())
    const policy = await writePolicy('mode: enforce\n')
    stops.push(policy.remove)
    const observer = await startObserver({
      args: ['--policy', policy.path],
      env: {
        LOOP_OBSERVER_WEBHOOKS: `${hanging.url},${working.url}`,
        LOOP_OBSERVER_EXPORT_ENDPOINT: hanging.url,
        LOOP_OBSERVER_EXPORT_SIGNALS: 'both',
        LOOP_OBSERVER_EXPORT_METRICS_INTERVAL: '1s',
      },
    })
    stops.push(() => observer.stop())
    const agent = startSpanAgent(observer.otlpUrl)
    stops.push(() => agent.stop())
    const run = agent.startRun('searcher')
    for (let i = 0; i < 8; i++) {
      run.call({ tool: 'search', args: { query: 'pelican' }, result: 'No results for pelican.' })
      await agent.flush()
    }
    await until(() => working.got.length === 2, { what: 'nudge and halt at the receiver that works' })
    await until(() => hanging.got.length >= 3, { what: 'webhook, spans and metrics at the one that hangs' })
    const beganMs = performance.now()
    await observer.kill('SIGTERM')
    expect(observer.exit()).toEqual({ code: 0, signal: null })
    expect(performance.now() - beganMs).toBeLessThan(5000)
  }, 90_000)
})
