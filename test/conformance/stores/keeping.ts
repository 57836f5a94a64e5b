import { describe, expect, it } from 'vitest'
import { openStore } from '../../../collector/store/open-store.ts'
import type { Store } from '../../../collector/store/store.ts'
import { until } from '../../support/deadline.ts'
import { decision, idsOf, judged, memory, records } from './builders.ts'
import { type Context, useClients } from './context.ts'

const key = 'default/run-1'

/** How long things are kept, and that they are found again. */
export function keeping(context: Context): void {
  describe('a log', () => {
    const clients = useClients(context, { retention: { logLimit: 5 } })
    const ids = (from: number, to: number) => Array.from({ length: to - from }, (_, i) => `s${from + i}`)

    it('keeps its newest records once they are judged, under the positions they always had', async () => {
      await clients.a.commit([{ key, records: records(...ids(0, 8)), basis: 0, judged: judged(key, 1) }])
      await clients.a.commit([{ key, records: records('s8'), basis: 8, judged: judged(key, 2) }])
      const all = await clients.b.steps(key, 0, 100)
      expect(all.from).toBe(4)
      expect(idsOf(all.records)).toEqual(ids(4, 9))
      const part = await clients.b.steps(key, 6, 2)
      expect({ from: part.from, ids: idsOf(part.records) }).toEqual({ from: 6, ids: ['s6', 's7'] })
      expect((await clients.b.steps(key, 9, 5)).records).toEqual([])
      expect((await clients.b.steps(key, 0, 0)).records).toEqual([])
    })

    it('keeps everything that is not judged, however much', async () => {
      await clients.a.commit([{ key, records: records(...ids(0, 20)), basis: null, judged: null }])
      await clients.a.commit([{ key, records: records(...ids(20, 30)), basis: null, judged: null }])
      expect(idsOf((await clients.a.read(key))?.unjudged ?? [])).toEqual(ids(0, 30))
      await clients.a.settle(key, 30, judged(key, 1))
      expect(await clients.a.read(key)).toMatchObject({ version: 30, judgedVersion: 30, unjudged: [] })
      expect(idsOf((await clients.a.steps(key, 0, 100)).records)).toEqual(ids(25, 30))
    })

    it('recognises a step that was trimmed', async () => {
      await clients.a.commit([{ key, records: records(...ids(0, 9)), basis: 0, judged: judged(key, 1) }])
      const [again] = await clients.b.commit([{ key, records: records('s0'), basis: null, judged: null }])
      expect(again).toMatchObject({ appended: 0, duplicates: 1, version: 9 })
    })
  })

  describe('a run that turned out to be a part of another', () => {
    const clients = useClients(context, {})

    it('is removed as it was seen last, and not when it has grown since', async () => {
      await clients.a.commit([{ key, records: records('s0', 's1'), basis: 0, judged: judged(key, 1) }])
      await clients.b.commit([{ key, records: records('s2'), basis: null, judged: null }])
      expect(await clients.a.remove(key, 2)).toBe(false)
      expect(await clients.a.read(key)).toMatchObject({ version: 3 })
      expect(await clients.a.remove(key, 3)).toBe(true)
      expect(await clients.b.read(key)).toBeNull()
      expect(await clients.b.list({ tenant: 'default' })).toEqual([])
      expect(await clients.b.due(clients.b.now() + 86_400_000, 10)).toEqual([])
      expect((await clients.b.steps(key, 0, 10)).records).toEqual([])
      expect(await clients.a.remove(key, 3)).toBe(false)
      // What came once is new again.
      const [again] = await clients.b.commit([{ key, records: records('s0'), basis: null, judged: null }])
      expect(again).toMatchObject({ appended: 1, version: 1 })
    })

    it('leaves its alias to the other', async () => {
      await clients.a.bind('default', 'trace:moved', key)
      await clients.a.rebind('default', 'trace:moved', 'default/whole')
      expect(await clients.b.resolve('default', 'trace:moved')).toBe('default/whole')
      expect(await clients.b.bind('default', 'trace:moved', key)).toBe('default/whole')
    })
  })

  describe('step ids', () => {
    const duplicateMs = 300
    const clients = useClients(context, { retention: { duplicateMs } })

    it('are known at least as long as they must be, and not for ever while the run goes on', async () => {
      await clients.a.commit([{ key, records: records('old'), basis: null, judged: null }])
      const bornMs = clients.a.now()
      const again = await clients.b.commit([{ key, records: records('old'), basis: null, judged: null }])
      if (clients.a.now() - bornMs < duplicateMs) expect(again[0]?.duplicates).toBe(1)
      let next = 0
      const forgotten = await until(
        async () => {
          await clients.a.commit([{ key, records: records(`s${next++}`), basis: null, judged: null }])
          const [result] = await clients.a.commit([
            { key, records: records('old'), basis: null, judged: null },
          ])
          return result?.appended === 1
        },
        { timeoutMs: 10_000, what: 'an id to be forgotten' },
      )
      expect(forgotten).toBe(true)
      expect(clients.a.now() - bornMs).toBeGreaterThanOrEqual(duplicateMs - 1)
    })
  })

  describe('a run that nothing happens to', () => {
    const clients = useClients(context, { retention: { runMs: 400, recordMs: 60_000 } })
    const expired = (store: Store, which = key) =>
      until(
        async () => {
          await store.sweep(store.now())
          const run = await store.read(which)
          return run?.memory === null && run
        },
        { timeoutMs: 10_000, what: 'the run to expire' },
      )

    it('leaves a tombstone: its summary, the length of its log, no steps, no decisions', async () => {
      const state = judged(key, 1, { decisions: [decision(key, 1)], summary: { seq: 1, outcome: 'halted' } })
      await clients.a.commit([{ key, records: records('s1', 's2'), basis: 0, judged: state }])
      const tombstone = await expired(clients.b)
      expect(tombstone).toMatchObject({ version: 2, judgedVersion: 2, unjudged: [] })
      expect(tombstone.summary).toStrictEqual(state.summary)
      expect((await clients.a.steps(key, 0, 10)).records).toEqual([])
      expect(await clients.a.decisions(key, 0)).toEqual([])
      expect(await clients.a.list({ tenant: 'default' })).toStrictEqual([state.summary])
      expect(await clients.a.due(clients.a.now() + 1e9, 10)).toEqual([])
    })

    it('goes on where it was when a step comes after all, and uses no decision number twice', async () => {
      const state = judged(key, 1, { decisions: [decision(key, 1)], summary: { seq: 1 } })
      await clients.a.commit([{ key, records: records('s1', 's2'), basis: 0, judged: state }])
      await expired(clients.a)
      const next = judged(key, 2, { decisions: [decision(key, 1, 'again'), decision(key, 2)] })
      const [stale] = await clients.b.commit([{ key, records: records('s3'), basis: 0, judged: next }])
      expect(stale).toMatchObject({ appended: 1, version: 3, applied: false })
      expect(idsOf((await clients.a.read(key))?.unjudged ?? [])).toEqual(['s3'])
      expect(await clients.b.settle(key, 3, next)).toBe(true)
      expect(await clients.a.decisions(key, 0)).toStrictEqual([decision(key, 2)])
      const steps = await clients.a.steps(key, 0, 10)
      expect({ from: steps.from, ids: idsOf(steps.records) }).toEqual({ from: 2, ids: ['s3'] })
    })

    it('lives on while steps keep coming', async () => {
      const startMs = clients.a.now()
      await clients.a.commit([{ key, records: records('s0'), basis: 0, judged: judged(key, 7) }])
      let next = 1
      await until(
        async () => {
          await clients.a.commit([{ key, records: records(`s${next++}`), basis: null, judged: null }])
          await clients.a.sweep(clients.a.now())
          return clients.a.now() - startMs > 1000
        },
        { timeoutMs: 10_000, what: 'a second of steps' },
      )
      const run = await clients.b.read(key)
      expect(run?.memory).toStrictEqual(memory(key, 7))
      expect(run?.unjudged.length).toBe(next - 1)
    })

    it('waits much longer when it is suspended, or has a deadline', async () => {
      const suspended = 'default/suspended'
      const waiting = 'default/waiting'
      await clients.a.commit([
        {
          key: suspended,
          records: records('s1'),
          basis: 0,
          judged: judged(suspended, 1, { summary: { outcome: 'suspended' } }),
        },
        {
          key: waiting,
          records: records('s1'),
          basis: 0,
          judged: judged(waiting, 1, { wakeAtMs: clients.a.now() + 30_000 }),
        },
        { key, records: records('s1'), basis: 0, judged: judged(key, 1) },
      ])
      await expired(clients.a)
      expect((await clients.b.read(suspended))?.memory).not.toBeNull()
      expect((await clients.b.read(waiting))?.memory).not.toBeNull()
    })
  })

  describe('a record', () => {
    const clients = useClients(context, { retention: { runMs: 200, recordMs: 400 } })

    it('goes as well in the end, and nothing of the run is left', async () => {
      const state = judged(key, 1, { decisions: [decision(key, 1)] })
      const bornMs = clients.a.now()
      await clients.a.commit([{ key, records: records('s1'), basis: 0, judged: state }])
      await clients.a.bind('default', 'trace:1', key)
      await until(
        async () => {
          for (let i = 0; i < 8; i++) await clients.a.sweep(clients.a.now())
          const listed = await clients.b.list({ tenant: 'default' })
          const bound = await clients.b.resolve('default', 'trace:1')
          const gone = (await clients.b.read(key)) === null && listed.length === 0 && bound === null
          return gone && clients.a.now() > bornMs + 1000
        },
        { timeoutMs: 10_000, what: 'the record to go' },
      )
      expect(await clients.b.takeOutbox(10, 0)).toEqual([])
    })
  })

  if (context.subject.lasting) reopened(context)

  describe('a closed store', () => {
    it('refuses everything as something that may succeed later', async () => {
      await context.place().clear()
      const store = await openStore({ url: context.place().url })
      await store.close()
      await store.close()
      const refused = { name: 'RetryableError', code: 'unavailable' }
      await expect(store.ping()).rejects.toMatchObject(refused)
      await expect(store.read(key)).rejects.toMatchObject(refused)
      const commit = { key, records: records('s1'), basis: null, judged: null }
      await expect(store.commit([commit])).rejects.toMatchObject(refused)
    })
  })
}

function reopened(context: Context): void {
  describe('a store opened again', () => {
    it('has everything that was acknowledged', async () => {
      await context.place().clear()
      const first = await openStore({ url: context.place().url })
      const state = judged(key, 1, { decisions: [decision(key, 1)], wakeAtMs: 5 })
      await first.commit([{ key, records: records('s1'), basis: 0, judged: state }])
      await first.commit([{ key, records: records('s2'), basis: null, judged: null }])
      await first.bind('default', 'trace:1', key)
      await first.close()
      const second = await openStore({ url: context.place().url })
      try {
        const run = await second.read(key)
        expect(run?.memory).toStrictEqual(memory(key, 1))
        expect(run?.summary).toStrictEqual(state.summary)
        expect(run?.unjudged).toStrictEqual(records('s2'))
        expect(await second.decisions(key, 0)).toStrictEqual([decision(key, 1)])
        expect(await second.due(second.now(), 10)).toEqual([key])
        expect(await second.resolve('default', 'trace:1')).toBe(key)
        expect((await second.takeOutbox(10, 1000)).map(({ id }) => id)).toEqual([`${key}#1`])
      } finally {
        await second.close()
      }
    })
  })
}
