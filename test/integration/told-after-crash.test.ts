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
