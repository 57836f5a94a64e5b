import { describe, expect, it } from 'vitest'
import { openStore } from '../../../../collector/store/open-store.ts'
import { idsOf, judged, records } from '../../../conformance/stores/builders.ts'
import { until } from '../../../support/deadline.ts'
import { startRedisCluster } from '../../../support/redis.ts'

describe('a cluster of which a master dies', () => {
  it(
    'refuses for a bounded time, comes back by itself and has lost nothing',
    { timeout: 120_000 },
    async () => {
      const cluster = await startRedisCluster({ appendonly: true })
      const store = await openStore({ url: cluster.url })
      const keys = Array.from({ length: 40 }, (_, i) => `default/run-${i}`)
      const append = (id: string) =>
        Promise.allSettled(
          keys.map((key) => store.commit([{ key, records: records(id), basis: null, judged: null }])),
        )
      try {
        expect((await append('s1')).every(({ status }) => status === 'fulfilled')).toBe(true)
        await cluster.nodes[1]?.kill('SIGKILL')
        const startMs = Date.now()
        const refused = (await append('s2')).filter((result) => result.status === 'rejected')
        expect(Date.now() - startMs).toBeLessThan(15_000)
        expect(refused.length).toBeGreaterThan(0)
        for (const { reason } of refused) {
          expect(reason).toMatchObject({ name: 'RetryableError', code: 'unavailable' })
        }
        await cluster.nodes[1]?.restart()
        await until(async () => (await append('s2')).every(({ status }) => status === 'fulfilled'), {
          timeoutMs: 60_000,
          what: 'the cluster to be whole again',
        })
        for (const key of keys) {
          expect(await store.settle(key, 2, judged(key, 1))).toBe(true)
          expect(idsOf((await store.steps(key, 0, 10)).records)).toEqual(['s1', 's2'])
        }
        expect((await store.list({ tenant: 'default' })).length).toBe(keys.length)
      } finally {
        await store.close()
        await cluster.stop()
      }
    },
  )
})
