import type { LimitClass, Reason } from '@loop-observer/rules'
import { describe, expect, it } from 'vitest'
import { until } from '../../support/deadline.ts'
import { judged, records, type SummaryPart } from './builders.ts'
import { type Context, useClients } from './context.ts'

/** Finding runs again: deadlines, aliases, lists. */
export function finding(context: Context): void {
  const staleMs = 5000

  describe('runs that are due', () => {
    const clients = useClients(context, { staleMs })
    const commit = (key: string, wakeAtMs: number | null, basis: number | null = 0) =>
      clients.a.commit([
        { key, records: records('s1'), basis, judged: basis === null ? null : judged(key, 1, { wakeAtMs }) },
      ])

    it('are those whose deadline has passed, the longest overdue first', async () => {
      const nowMs = clients.a.now()
      await commit('default/third', nowMs - 10.5)
      await commit('default/first', nowMs - 30_000)
      await commit('default/never', null)
      await commit('default/second', nowMs - 20)
      await commit('default/later', nowMs + 60_000)
      expect(await clients.b.due(nowMs, 10)).toEqual(['default/first', 'default/second', 'default/third'])
      expect(await clients.b.due(nowMs, 2)).toEqual(['default/first', 'default/second'])
      expect(await clients.b.due(nowMs + 61_000, 10)).toContain('default/later')
    })

    it('stay so until somebody settles them with another deadline', async () => {
      const key = 'default/run-1'
      const nowMs = clients.a.now()
      await commit(key, nowMs - 10)
      expect(await clients.a.due(nowMs, 10)).toEqual([key])
      expect(await clients.b.due(nowMs, 10)).toEqual([key])
      await clients.b.commit([
        { key, records: records('tick:1'), basis: 1, judged: judged(key, 2, { wakeAtMs: null }) },
      ])
      expect(await clients.a.due(nowMs + 1e9, 10)).toEqual([])
    })

    it('are those whose log is ahead of what was judged for too long', async () => {
      const key = 'default/run-1'
      await commit(key, null, null)
      expect(await clients.a.due(clients.a.now(), 10)).toEqual([])
      expect(await clients.b.due(clients.a.now() + staleMs, 10)).toEqual([key])
      expect(await clients.b.settle(key, 1, judged(key, 1))).toBe(true)
      expect(await clients.b.due(clients.a.now() + staleMs, 10)).toEqual([])
    })

    it('keep their deadline when steps come that nobody judged', async () => {
      const key = 'default/run-1'
      const nowMs = clients.a.now()
      await commit(key, nowMs - 10)
      await clients.a.commit([{ key, records: records('s2'), basis: null, judged: null }])
      expect(await clients.a.due(nowMs, 10)).toEqual([key])
    })
  })

  describe('aliases', () => {
    const clients = useClients(context)

    it('lead to the run they were bound to first', async () => {
      expect(await clients.a.resolve('default', 'trace:1')).toBeNull()
      expect(await clients.a.bind('default', 'trace:1', 'default/run-1')).toBe('default/run-1')
      expect(await clients.b.bind('default', 'trace:1', 'default/run-2')).toBe('default/run-1')
      expect(await clients.b.resolve('default', 'trace:1')).toBe('default/run-1')
    })

    it('are free again after the time for which they were claimed', async () => {
      expect(await clients.a.bind('default', 'turn:1', 'one', 300)).toBe('one')
      expect(await clients.b.bind('default', 'turn:1', 'other', 300)).toBe('one')
      const takes = async () => (await clients.b.bind('default', 'turn:1', 'other', 300)) === 'other'
      await until(takes, { timeoutMs: 5000, what: 'the claim to end' })
    })

    it('belong to a tenant', async () => {
      await clients.a.bind('red', 'trace:1', 'red/run-1')
      expect(await clients.a.resolve('blue', 'trace:1')).toBeNull()
      expect(await clients.a.bind('blue', 'trace:1', 'blue/run-9')).toBe('blue/run-9')
    })

    it('are bound once, however many observers try at the same time', async () => {
      const bound = await Promise.all(
        Array.from({ length: 20 }, (_, i) =>
          (i % 2 === 0 ? clients.a : clients.b).bind('default', 'trace:1', `default/run-${i}`),
        ),
      )
      expect(new Set(bound).size).toBe(1)
      expect(await clients.a.resolve('default', 'trace:1')).toBe(bound[0])
    })
  })

  describe('lists', () => {
    const clients = useClients(context)
    const add = async (run: string, updatedAtMs: number, part: SummaryPart = {}) => {
      const key = run.includes('/') ? run : `default/${run}`
      const state = judged(key, 1, { summary: { ...part, updatedAtMs } })
      await clients.a.commit([{ key, records: records('s1'), basis: 0, judged: state }])
    }
    const list = async (filter: Parameters<typeof clients.a.list>[0]) =>
      (await clients.b.list(filter)).map(({ key }) => key)

    it('show the runs of a tenant, newest first, at most so many', async () => {
      const nowMs = clients.a.now()
      for (let i = 0; i < 250; i++) await add(`run-${i}`, nowMs - i * 10)
      await add('other/run-1', nowMs)
      const newest = Array.from({ length: 250 }, (_, i) => `default/run-${i}`)
      expect(await list({ tenant: 'default' })).toEqual(newest.slice(0, 100))
      expect(await list({ tenant: 'default', limit: 7 })).toEqual(newest.slice(0, 7))
      expect(await list({ tenant: 'default', limit: 1000 })).toEqual(newest)
      expect(await list({ tenant: 'default', sinceMs: nowMs - 30 })).toEqual(newest.slice(0, 4))
      expect(await list({ tenant: 'other' })).toEqual(['other/run-1'])
      expect(await list({ tenant: 'oth' })).toEqual([])
    })

    it('go on behind any place, also among runs of one instant', async () => {
      const nowMs = clients.a.now()
      for (let i = 0; i < 40; i++) await add(`run-${i}`, nowMs - (i % 3) * 10)
      const whole = await clients.b.list({ tenant: 'default' })
      const found: string[] = []
      for (let last = whole[0]; last !== undefined;) {
        const page = await clients.b.list({ tenant: 'default', limit: 7, before: last })
        found.push(...page.map(({ key }) => key))
        last = page.at(-1)
      }
      expect(found).toEqual(whole.slice(1).map(({ key }) => key))
      expect(new Set(found).size).toBe(39)
      const gone = { updatedAtMs: nowMs - 10, key: 'default/run-zzz' }
      expect((await list({ tenant: 'default', before: gone }))[0]).toBe('default/run-7')
    })

    it('can be narrowed by outcome, reason and agent', async () => {
      const nowMs = clients.a.now()
      await add('a', nowMs - 1, { outcome: 'halted', reason: 'repetition' })
      await add('b', nowMs - 2, { outcome: 'halted', reason: 'exhaustion' })
      await add('c', nowMs - 3, { outcome: 'answered', agent: 'search' })
      expect(await list({ tenant: 'default', outcome: 'halted' })).toEqual(['default/a', 'default/b'])
      expect(await list({ tenant: 'default', reason: 'exhaustion' })).toEqual(['default/b'])
      expect(await list({ tenant: 'default', agent: 'search' })).toEqual(['default/c'])
      expect(await list({ tenant: 'default', outcome: 'answered', agent: 'billing' })).toEqual([])
    })

    it('can be narrowed to runs that met a limit, and to what they were doing then', async () => {
      const nowMs = clients.a.now()
      const met = (reason: Reason, doing: LimitClass) => ({ limit: { reason, class: doing } })
      await add('a', nowMs - 1, met('budget_steps', 'exhaustion'))
      await add('b', nowMs - 2, { outcome: 'halted', reason: 'repetition' })
      await add('c', nowMs - 3, met('agent_limit', 'genuine_complexity'))
      expect(await list({ tenant: 'default', limitHit: true })).toEqual(['default/a', 'default/c'])
      expect(await list({ tenant: 'default', class: 'exhaustion' })).toEqual(['default/a'])
      expect(await list({ tenant: 'default', limitHit: true, class: 'completion' })).toEqual([])
    })

    it('can be narrowed to the attempts at one task, of one tenant', async () => {
      const nowMs = clients.a.now()
      await add('a', nowMs - 1, { task: 'fix #7', outcome: 'failed' })
      await add('b', nowMs - 3, { task: 'fix #7' })
      await add('c', nowMs - 2, { task: 'fix #8' })
      await add('d', nowMs - 2, {})
      await add('other/e', nowMs - 2, { task: 'fix #7' })
      expect(await list({ tenant: 'default', task: 'fix #7' })).toEqual(['default/a', 'default/b'])
      expect(await list({ tenant: 'default', task: 'fix #7', limit: 1 })).toEqual(['default/a'])
      expect(await list({ tenant: 'default', task: 'fix #7', outcome: 'failed' })).toEqual(['default/a'])
      expect(await list({ tenant: 'default', task: 'fix #7', sinceMs: nowMs - 2 })).toEqual(['default/a'])
      expect(await list({ tenant: 'default', task: 'fix' })).toEqual([])
      await clients.b.settle(
        'default/b',
        1,
        judged('default/b', 2, { summary: { task: 'fix #7', updatedAtMs: nowMs } }),
      )
      expect(await list({ tenant: 'default', task: 'fix #7' })).toEqual(['default/b', 'default/a'])
    })

    it('find the few that match among many that do not', async () => {
      const nowMs = clients.a.now()
      const keys = Array.from({ length: 600 }, (_, i) => `default/run-${i}`)
      await clients.a.commit(
        keys.map((key, i) => ({
          key,
          records: records('s1'),
          basis: 0,
          judged: judged(key, 1, {
            summary: { updatedAtMs: nowMs - i, outcome: i === 599 ? 'lost' : 'open' },
          }),
        })),
      )
      expect(await list({ tenant: 'default', outcome: 'lost' })).toEqual(['default/run-599'])
    })

    it('show a run once, as it is now', async () => {
      await add('a', 1000)
      await add('b', 2000)
      await clients.a.settle('default/a', 1, judged('default/a', 2, { summary: { updatedAtMs: 3000 } }))
      const runs = await clients.b.list({ tenant: 'default' })
      expect(runs.map(({ key, nudges }) => [key, nudges])).toEqual([
        ['default/a', 2],
        ['default/b', 1],
      ])
    })
  })
}
