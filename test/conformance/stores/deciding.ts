import { describe, expect, it } from 'vitest'
import type { Notice } from '../../../collector/store/notice.ts'
import { until } from '../../support/deadline.ts'
import { decision, judged, records } from './builders.ts'
import { type Context, useClients } from './context.ts'

/** Decisions, hints and the outbox. */
export function deciding(context: Context): void {
  const key = 'default/run-1'
  const decide = (seqs: readonly number[], by = '') =>
    judged(key, 1, { decisions: seqs.map((s) => decision(key, s, by)) })

  describe('decisions', () => {
    const clients = useClients(context)

    it('are read after a number, ascending, as they were stored', async () => {
      await clients.a.commit([{ key, records: records('s1'), basis: 0, judged: decide([1, 2]) }])
      await clients.a.commit([{ key, records: records('s2'), basis: 1, judged: decide([3]) }])
      expect(await clients.b.decisions(key, 0)).toStrictEqual([1, 2, 3].map((seq) => decision(key, seq)))
      expect((await clients.b.decisions(key, 1)).map(({ seq }) => seq)).toEqual([2, 3])
      expect(await clients.b.decisions(key, 3)).toEqual([])
    })

    it('are written once by number: a later one of the same number changes nothing', async () => {
      await clients.a.commit([{ key, records: records('s1'), basis: 0, judged: decide([1], 'first') }])
      await clients.b.settle(key, 1, decide([1, 2], 'second'))
      const stored = await clients.a.decisions(key, 0)
      expect(stored).toStrictEqual([decision(key, 1, 'first'), decision(key, 2, 'second')])
    })

    it('are not stored when what was judged is not', async () => {
      await clients.a.commit([{ key, records: records('s1'), basis: 4, judged: decide([1]) }])
      expect(await clients.a.decisions(key, 0)).toEqual([])
      expect(await clients.a.takeOutbox(10, 1000)).toEqual([])
    })
  })

  describe('hints', () => {
    const clients = useClients(context)

    it('reach who watches in any observer, until it stops', async () => {
      let woken = 0
      const stop = clients.b.watch(key, () => woken++)
      await clients.a.commit([{ key, records: records('s1'), basis: 0, judged: decide([1]) }])
      await until(() => woken > 0, { timeoutMs: 5000, what: 'a hint from another observer' })
      stop()
      const before = woken
      const other = clients.b.watch('default/run-2', () => woken++)
      await clients.a.commit([{ key, records: records('s2'), basis: 1, judged: decide([2]) }])
      await clients.b.ping()
      expect(woken).toBe(before)
      other()
    })

    it('come at once in the observer that decided', async () => {
      let woken = 0
      clients.a.watch(key, () => woken++)
      await clients.a.commit([{ key, records: records('s1'), basis: 0, judged: decide([1]) }])
      expect(woken).toBe(1)
    })
  })

  describe('the outbox', () => {
    const clients = useClients(context)

    it('holds each new decision once, under an id that its run and number give', async () => {
      await clients.a.commit([{ key, records: records('s1'), basis: 0, judged: decide([1, 2]) }])
      await clients.b.settle(key, 1, decide([1, 2]))
      const items = await clients.b.takeOutbox(10, 60_000)
      expect(items.map(({ id }) => id).toSorted()).toEqual([`${key}#1`, `${key}#2`])
      const first = items.find(({ id }) => id.endsWith('#1'))
      expect(first).toStrictEqual({ id: `${key}#1`, kind: 'decision', key, decision: decision(key, 1) })
    })

    it('gives no more than asked for, and a leased item to nobody else', async () => {
      const keys = ['default/run-1', 'default/run-2', 'default/run-3']
      for (const each of keys) {
        const made = judged(each, 1, { decisions: [decision(each, 1)] })
        await clients.a.commit([{ key: each, records: records('s1'), basis: 0, judged: made }])
      }
      const [a, b] = await Promise.all([clients.a.takeOutbox(2, 60_000), clients.b.takeOutbox(2, 60_000)])
      expect(a.length).toBeLessThanOrEqual(2)
      expect(b.length).toBeLessThanOrEqual(2)
      const rest = await clients.a.takeOutbox(10, 60_000)
      const ids = [...a, ...b, ...rest].map(({ id }) => id)
      expect(ids.toSorted()).toEqual(keys.map((each) => `${each}#1`))
    })

    it('gives a decision only to who holds those before it in the run, or once they are confirmed', async () => {
      await clients.a.commit([{ key, records: records('s1'), basis: 0, judged: decide([1, 2]) }])
      const ids = async (by: 'a' | 'b', limit: number): Promise<readonly string[]> =>
        (await clients[by].takeOutbox(limit, 60_000, by)).map(({ id }) => id)
      expect(await ids('a', 1)).toEqual([`${key}#1`])
      expect(await ids('b', 10)).toEqual([])
      expect(await ids('a', 10)).toEqual([`${key}#2`])
      await clients.a.commit([{ key, records: records('s2'), basis: 1, judged: decide([3]) }])
      await clients.a.confirmOutbox([`${key}#1`])
      expect(await ids('b', 10)).toEqual([])
      await clients.a.confirmOutbox([`${key}#2`])
      expect(await ids('b', 10)).toEqual([`${key}#3`])
    })

    it('keeps an item for who renews its lease, and does not bring a confirmed one back', async () => {
      await clients.a.commit([{ key, records: records('s1'), basis: 0, judged: decide([1]) }])
      await clients.a.takeOutbox(10, 40)
      await clients.a.renewOutbox([`${key}#1`, 'default/unknown#1'], 60_000)
      const seenAtMs = clients.a.now()
      await until(() => clients.a.now() > seenAtMs + 60, { what: 'the first lease to be over' })
      expect(await clients.b.takeOutbox(10, 1000)).toEqual([])
      await clients.a.confirmOutbox([`${key}#1`])
      await clients.a.renewOutbox([`${key}#1`], 0)
      expect(await clients.b.takeOutbox(10, 1000)).toEqual([])
    })

    it('holds notices of a run besides, when what was judged is stored', async () => {
      const notice: Notice = {
        kind: 'lost',
        id: 'lost:3',
        run: 'run-1',
        atMs: 5,
        totals: decision(key, 1).totals,
      }
      const made = { ...decide([1]), notices: [notice] }
      await clients.a.commit([{ key, records: records('s1'), basis: 7, judged: made }])
      expect(await clients.a.takeOutbox(10, 0)).toEqual([])
      await clients.a.settle(key, 1, made)
      const items = await clients.a.takeOutbox(10, 60_000)
      expect(items.find(({ kind }) => kind === 'notice')).toStrictEqual({
        id: `${key}#!lost:3`,
        kind: 'notice',
        key,
        notice,
      })
      await clients.a.confirmOutbox(items.map(({ id }) => id))
      expect(await clients.b.takeOutbox(10, 0)).toEqual([])
    })

    it('gives an item that was not confirmed again after its lease, a confirmed one never', async () => {
      await clients.a.commit([{ key, records: records('s1'), basis: 0, judged: decide([1, 2]) }])
      await clients.a.takeOutbox(10, 50)
      await clients.a.confirmOutbox([`${key}#1`])
      const again = await until(
        async () => {
          const items = await clients.b.takeOutbox(10, 60_000)
          return items.length > 0 && items
        },
        { timeoutMs: 5000, what: 'the lease to end' },
      )
      expect(again.map(({ id }) => id)).toEqual([`${key}#2`])
      await clients.b.confirmOutbox([`${key}#2`, 'default/unknown#1'])
      expect(await clients.b.takeOutbox(10, 0)).toEqual([])
    })
  })
}
