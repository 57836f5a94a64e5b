import { Redis } from 'ioredis'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { openStore } from '../../../../collector/store/open-store.ts'
import type { Store } from '../../../../collector/store/store.ts'
import { decision, judged, records } from '../../../conformance/stores/builders.ts'
import { until } from '../../../support/deadline.ts'
import { type RunningRedis, startRedis } from '../../../support/redis.ts'

const key = 'default/run-1'
const away = { name: 'RetryableError', code: 'unavailable' }

describe('a Redis server that holds a store', () => {
  let server: RunningRedis
  let store: Store
  let raw: Redis
  beforeAll(async () => {
    server = await startRedis({ appendonly: true })
  })
  beforeEach(async () => {
    raw = new Redis(server.url, { protocol: 2 })
    raw.on('error', () => {})
    await raw.flushall()
    store = await openStore({ url: server.url, retention: { runMs: 60_000, recordMs: 600_000 } })
  })
  afterEach(async () => {
    raw.disconnect()
    await store.close()
  })
  afterAll(() => server?.stop())

  const append = (...ids: string[]) =>
    store.commit([{ key, records: records(...ids), basis: null, judged: null }])

  it('has every key of a run under the tag of its shard, all to expire together, the record later', async () => {
    const sequences: (() => Promise<unknown>)[] = [
      async () => {
        await append('s1')
        await store.settle(key, 1, judged(key, 1, { decisions: [decision(key, 1)] }))
      },
      async () => {
        const state = judged(key, 1)
        await store.commit([{ key, records: [], basis: 0, judged: state }])
        await append('s1')
        await store.settle(key, 1, judged(key, 1, { decisions: [decision(key, 1)] }))
      },
      async () => {
        const state = judged(key, 1, { decisions: [decision(key, 1)], summary: { outcome: 'suspended' } })
        await store.commit([{ key, records: records('s1'), basis: 0, judged: state }])
      },
    ]
    for (const sequence of sequences) {
      await raw.flushall()
      await sequence()
      const keys = (await raw.keys('*')).filter((name) => name.endsWith(`:${key}`))
      expect(keys.map((name) => name.split(':').at(-2) ?? '').toSorted((a, b) => a.localeCompare(b))).toEqual(
        ['decisions', 'ids', 'log', 'record', 'run'],
      )
      expect(new Set(keys.map((name) => /^\{lo:[0-9a-f]{2}\}/.exec(name)?.[0])).size).toBe(1)
      const expiry = new Map<string, number>()
      for (const name of keys) expiry.set(name.split(':').at(-2) ?? '', await raw.pexpiretime(name))
      const { run = 0, record = 0 } = Object.fromEntries(expiry)
      for (const name of ['log', 'ids', 'decisions']) expect(expiry.get(name), name).toBe(run)
      expect(run).toBeGreaterThan(store.now() + 58_000)
      expect(record).toBeGreaterThanOrEqual(run)
      expect(record).toBeGreaterThan(store.now() + 590_000)
    }
  })

  it('has nothing without a tag but the number of the layout', async () => {
    await store.commit([
      {
        key,
        records: records('s1'),
        basis: 0,
        judged: judged(key, 1, { decisions: [decision(key, 1)], wakeAtMs: 1 }),
      },
    ])
    await store.bind('default', 'trace:1', key)
    const untagged = (await raw.keys('*')).filter((name) => !/^\{lo:[0-9a-f]{2}\}:/.test(name))
    expect(untagged.filter((name) => name !== 'lo:layout')).toEqual([])
  })

  it('is refused when it holds another layout', async () => {
    await raw.set('lo:layout', '99')
    await expect(openStore({ url: server.url })).rejects.toMatchObject({
      name: 'PermanentError',
      code: 'conflict',
      message: expect.stringContaining('layout 99'),
    })
  })

  it('may forget its scripts', async () => {
    await append('s1')
    await raw.script('FLUSH')
    expect((await append('s1', 's2'))[0]).toMatchObject({ appended: 1, duplicates: 1 })
  })

  it('gives the time', async () => {
    const [seconds, micros] = await raw.time()
    expect(Math.abs(store.now() - (Number(seconds) * 1000 + Number(micros) / 1000))).toBeLessThan(250)
    const first = store.now()
    expect(store.now()).toBeGreaterThanOrEqual(first)
  })

  it('is away quickly when it dies, and back by itself when it returns', { timeout: 30_000 }, async () => {
    await append('s1')
    let woken = 0
    store.watch(key, () => woken++)
    await server.kill('SIGKILL')
    const startMs = Date.now()
    await expect(append('s2')).rejects.toMatchObject(away)
    await expect(store.read(key)).rejects.toMatchObject(away)
    await expect(store.ping()).rejects.toMatchObject(away)
    expect(Date.now() - startMs).toBeLessThan(4000)
    await server.restart()
    await until(() => store.ping().then(() => true), { timeoutMs: 10_000, what: 'the store to be back' })
    expect((await append('s1', 's2'))[0]).toMatchObject({ appended: 1, duplicates: 1 })
    await until(() => woken > 0, { timeoutMs: 5000, what: 'watchers to be told that hints may be lost' })
    woken = 0
    const other = await openStore({ url: server.url })
    await other.settle(key, 2, judged(key, 1, { decisions: [decision(key, 1)] }))
    await until(() => woken > 0, { timeoutMs: 5000, what: 'a hint after the return' })
    await other.close()
  })

  it('is away after a bounded wait when it hangs', { timeout: 40_000 }, async () => {
    await append('s1')
    process.kill(server.pid, 'SIGSTOP')
    try {
      const startMs = Date.now()
      await expect(append('s2')).rejects.toMatchObject(away)
      expect(Date.now() - startMs).toBeLessThan(12_000)
    } finally {
      process.kill(server.pid, 'SIGCONT')
    }
    await until(() => store.ping().then(() => true), { timeoutMs: 15_000, what: 'the store to be back' })
    await append('s2')
    const run = await store.read(key)
    expect(run?.version).toBe(2)
  })

  it('that is full refuses steps as something that may succeed later, and loses none', async () => {
    await append('s1')
    await raw.config('SET', 'maxmemory', '1mb')
    try {
      await expect(append('s2')).rejects.toMatchObject(away)
      expect((await store.read(key))?.version).toBe(1)
    } finally {
      await raw.config('SET', 'maxmemory', '1gb')
    }
    expect((await append('s2'))[0]).toMatchObject({ appended: 1, version: 2 })
  })
})
