import { execFile } from 'node:child_process'
import { resolve } from 'node:path'
import { promisify } from 'node:util'
import { Redis } from 'ioredis'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { streamFields } from '../../../collector/outbox/stream/fields.ts'
import { runStream, tenantStream } from '../../../collector/outbox/stream/stream-sink.ts'
import { until } from '../../support/deadline.ts'
import { freePorts } from '../../support/free-port.ts'
import { readRun } from '../../support/observer-reading.ts'
import { startObserver, type RunningObserver } from '../../support/observer.ts'
import { writePolicy } from '../../support/policy-file.ts'
import { startRedis, type RunningRedis } from '../../support/redis.ts'

const execute = promisify(execFile)
const agent = resolve(import.meta.dirname, '../../fixtures/actuators/agent.mjs')
const secret = 'whsec_bG9vcC1vYnNlcnZlci10ZXN0LXNlY3JldA=='

interface Told {
  readonly traceId: string
  readonly calls: number
  readonly told: readonly string[]
  readonly reason: string | null
}

describe('an agent without the SDK, ended by', () => {
  let redis: RunningRedis
  let observer: RunningObserver
  let shadow: RunningObserver
  let policy: Awaited<ReturnType<typeof writePolicy>>
  let port = 0

  beforeAll(async () => {
    redis = await startRedis()
    const [free = 0] = await freePorts(1)
    port = free
    policy = await writePolicy('mode: enforce\n')
    const env = {
      LOOP_OBSERVER_STREAM: redis.url,
      LOOP_OBSERVER_WEBHOOKS: `http://127.0.0.1:${port}/`,
      LOOP_OBSERVER_WEBHOOK_SECRET: secret,
    }
    observer = await startObserver({ args: ['--policy', policy.path], env })
    shadow = await startObserver({ env })
  })
  afterAll(async () => {
    await observer.stop()
    await shadow.stop()
    await policy.remove()
    await redis.stop()
  })

  const run = async (actuator: string, mode: string, by = observer): Promise<Told> => {
    const env = {
      ...process.env,
      OTLP_URL: by.otlpUrl,
      REDIS_URL: redis.url,
      WEBHOOK_PORT: String(port),
      WEBHOOK_SECRET: secret,
    }
    const { stdout } = await execute(process.execPath, [agent, actuator, mode], { env, timeout: 60_000 })
    return JSON.parse(stdout) as Told
  }

  it.each(['stream', 'webhook'])(
    'the %s: its process ends itself when it loops',
    async (actuator) => {
      const { traceId, calls, told, reason } = await run(actuator, 'loops')
      expect(told).toEqual(['nudge', 'halt'])
      expect(reason).toBe('repetition')
      expect(calls).toBeLessThan(40)
      expect((await readRun(observer.controlUrl, `trace:${traceId}`))?.summary?.outcome).toBe('halted')
    },
    60_000,
  )

  it.each(['stream', 'webhook'])(
    'the %s: is left alone when it does not loop',
    async (actuator) => {
      expect(await run(actuator, 'works')).toMatchObject({ calls: 40, told: [], reason: null })
    },
    60_000,
  )

  it.each(['stream', 'webhook'])(
    'the %s: is told nothing in shadow mode',
    async (actuator) => {
      const { traceId, calls, told } = await run(actuator, 'loops', shadow)
      expect({ calls, told }).toEqual({ calls: 40, told: [] })
      const recorded = await readRun(shadow.controlUrl, `trace:${traceId}`)
      expect(recorded?.decisions.length).toBeGreaterThan(0)
    },
    60_000,
  )

  it('the stream: a group of readers sees every decision of the tenant, recorded ones marked', async () => {
    const client = new Redis(redis.url, { protocol: 2 })
    try {
      const key = tenantStream('default')
      await client.xgroup('CREATE', key, 'watchers', '0', 'MKSTREAM')
      const entries = await until(
        async () => {
          const read = await client.xreadgroup('GROUP', 'watchers', 'one', 'COUNT', 100, 'STREAMS', key, '>')
          return read as [string, [string, string[]][]][] | null
        },
        { what: 'entries of the stream' },
      )
      const found = (entries[0]?.[1] ?? []).map(([, flat]) => record(flat))
      expect(new Set(found.map(({ enforced }) => enforced))).toEqual(new Set(['0', '1']))
      for (const fields of found) expect(Object.keys(fields)).toEqual(Object.keys(streamFields))
      const halted = found.find(({ enforced, action }) => enforced === '1' && action === 'halt')
      const ids = (await client.xrange(runStream('default', halted?.['run'] ?? ''), '-', '+')).map(
        ([id]) => id,
      )
      expect(ids).toEqual(['1-0', '2-0'])
      expect(await client.pttl(runStream('default', halted?.['run'] ?? ''))).toBeGreaterThan(86_000_000)
    } finally {
      client.disconnect()
    }
  })
})

function record(flat: readonly string[]): Readonly<Record<string, string>> {
  return Object.fromEntries(flat.flatMap((name, i) => (i % 2 === 0 ? [[name, flat[i + 1] ?? '']] : [])))
}
