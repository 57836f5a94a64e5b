import { afterEach, describe, expect, it } from 'vitest'
import type { WebhookMessage } from '../../collector/outbox/webhooks/message.ts'
import { startReceiver } from '../collector/outbox/receiver.ts'
import { until } from '../support/deadline.ts'
import { startObserver } from '../support/observer.ts'
import { writePolicy } from '../support/policy-file.ts'
import { startRedis } from '../support/redis.ts'
import { startSpanAgent } from '../support/span-agent.ts'

const stops: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const stop of stops.splice(0).toReversed()) await stop()
})

describe('two observers on one Redis', () => {
  it('tell each decision once, those of a run in order, whichever got its spans', async () => {
    const redis = await startRedis()
    stops.push(() => redis.stop())
    const receiver = await startReceiver((index) => ({ status: index % 5 === 3 ? 503 : 204 }))
    stops.push(() => receiver.stop())
    const policy = await writePolicy('mode: enforce\n')
    stops.push(policy.remove)
    const env = { LOOP_OBSERVER_STORE: redis.url, LOOP_OBSERVER_WEBHOOKS: receiver.url }
    const observers = await Promise.all(
      [0, 1].map(() => startObserver({ args: ['--policy', policy.path], env })),
    )
    const agents = observers.map(({ otlpUrl }) => startSpanAgent(otlpUrl))
    for (const each of [...observers, ...agents]) stops.push(() => each.stop())
    const runs = [0, 1, 2, 3].map((i) => agents[i % 2]?.startRun(`searcher ${i}`))
    for (let i = 0; i < 8; i++) {
      for (const run of runs) run?.call({ tool: 'search', args: { query: 'pelican' }, result: 'No results.' })
      await Promise.all(agents.map((agent) => agent.flush()))
    }
    const told = (): readonly string[] =>
      receiver.got.flatMap(({ body }, index) => {
        const { run, seq } = JSON.parse(body) as WebhookMessage
        return index % 5 === 3 ? [] : [`${run}:${seq}`]
      })
    await until(() => new Set(told()).size === 8, { what: 'nudge and halt of four runs' })
    expect(told()).toHaveLength(8)
    for (const run of runs) {
      const id = run?.traceId ?? ''
      expect(told().filter((each) => each.startsWith(id))).toEqual([`${id}:1`, `${id}:2`])
    }
  }, 90_000)
})
