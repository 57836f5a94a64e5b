import { describe, expect, it } from 'vitest'
import { idsOf, judged, memory, record, records } from './builders.ts'
import { type Context, useClients } from './context.ts'

/** Append, then judge. */
export function appending(context: Context): void {
  const key = 'default/run-1'

  describe('appending steps', () => {
    const clients = useClients(context)

    it('says nothing about a run that it does not know', async () => {
      expect(await clients.a.read(key)).toBeNull()
      expect(await clients.a.steps(key, 0, 10)).toEqual({ from: 0, records: [] })
      expect(await clients.a.decisions(key, 0)).toEqual([])
      expect(await clients.a.commit([{ key, records: [], basis: null, judged: null }])).toEqual([
        { key, appended: 0, duplicates: 0, version: 0, applied: false },
      ])
      expect(await clients.a.read(key)).toBeNull()
    })

    it('gives a step back exactly as it was, to another client as well', async () => {
      await clients.a.commit([{ key, records: [record('s1')], basis: null, judged: null }])
      const stored = await clients.b.read(key)
      expect(stored?.unjudged).toStrictEqual([record('s1')])
    })

    it('drops steps that the run already has, and appends the rest in order', async () => {
      await clients.a.commit([{ key, records: records('s1', 's2'), basis: null, judged: null }])
      const [result] = await clients.b.commit([
        { key, records: records('s2', 's3', 's1', 's4'), basis: null, judged: null },
      ])
      expect(result).toEqual({ key, appended: 2, duplicates: 2, version: 4, applied: false })
      expect(idsOf((await clients.a.read(key))?.unjudged ?? [])).toEqual(['s1', 's2', 's3', 's4'])
    })

    it('drops a step that occurs twice in the same commit', async () => {
      const [result] = await clients.a.commit([
        { key, records: records('s1', 's1', 's2', 's1'), basis: 0, judged: judged(key, 1) },
      ])
      expect(result).toEqual({ key, appended: 2, duplicates: 2, version: 2, applied: false })
    })

    it('knows a step id per run: the same id in another run is another step', async () => {
      const other = 'default/run-2'
      const results = await clients.a.commit([
        { key, records: records('s1'), basis: null, judged: null },
        { key: other, records: records('s1'), basis: null, judged: null },
      ])
      expect(results.map(({ appended }) => appended)).toEqual([1, 1])
    })

    it('answers for many runs in the order given, the same run twice included', async () => {
      const keys = Array.from({ length: 300 }, (_, i) => `default/run-${i % 250}`)
      const results = await clients.a.commit(
        keys.map((each, i) => ({ key: each, records: records(`s${i}`), basis: null, judged: null })),
      )
      expect(results.map((result) => result.key)).toEqual(keys)
      expect(results.map(({ version }) => version)).toEqual(keys.map((_, i) => (i < 250 ? 1 : 2)))
    })

    it('takes a run with thousands of steps at once', async () => {
      const ids = Array.from({ length: 4000 }, (_, i) => `s${i}`)
      const [result] = await clients.a.commit([
        { key, records: records(...ids), basis: 0, judged: judged(key, 1) },
      ])
      expect(result).toMatchObject({ appended: 4000, version: 4000, applied: true })
      expect(idsOf((await clients.a.steps(key, 3990, 100)).records)).toEqual(ids.slice(3990))
    })

    it('keeps every step of commits that come at the same time, once', async () => {
      const commits = Array.from({ length: 40 }, (_, i) => {
        const store = i % 2 === 0 ? clients.a : clients.b
        const ids = [`s${i}`, `s${i + 1}`, `s${(i * 7) % 41}`]
        return store.commit([{ key, records: records(...ids), basis: null, judged: null }])
      })
      const results = (await Promise.all(commits)).flat()
      const ids = idsOf((await clients.a.read(key))?.unjudged ?? [])
      expect(ids.toSorted()).toEqual(Array.from({ length: 41 }, (_, i) => `s${i}`).toSorted())
      expect(results.reduce((sum, { appended }) => sum + appended, 0)).toBe(41)
    })

    it('takes keys and ids with any characters', async () => {
      const odd = 'ten{ant}/run {lo:00} ünï 🙂 #7'
      await clients.a.commit([
        { key: odd, records: records('', 'é\n#', '{x}'), basis: 0, judged: judged(odd, 1) },
      ])
      const stored = await clients.b.read(odd)
      expect(stored).toMatchObject({ key: odd, version: 3, judgedVersion: 3, unjudged: [] })
      expect(idsOf((await clients.b.steps(odd, 0, 10)).records)).toEqual(['', 'é\n#', '{x}'])
    })
  })

  describe('storing what was judged', () => {
    const clients = useClients(context)

    it('stores it with the steps when nothing came between', async () => {
      const [result] = await clients.a.commit([
        { key, records: records('s1'), basis: 0, judged: judged(key, 1) },
      ])
      expect(result).toEqual({ key, appended: 1, duplicates: 0, version: 1, applied: true })
      const stored = await clients.b.read(key)
      expect(stored).toMatchObject({ key, version: 1, judgedVersion: 1, unjudged: [] })
      expect(stored?.memory).toStrictEqual(memory(key, 1))
      expect(stored?.summary).toMatchObject({ key, nudges: 1 })
    })

    it('drops it, not the steps, when another observer appended in between', async () => {
      await clients.a.commit([{ key, records: records('s1'), basis: 0, judged: judged(key, 1) }])
      await clients.b.commit([{ key, records: records('s2'), basis: 1, judged: judged(key, 2) }])
      const [late] = await clients.a.commit([
        { key, records: records('s3'), basis: 1, judged: judged(key, 9) },
      ])
      expect(late).toEqual({ key, appended: 1, duplicates: 0, version: 3, applied: false })
      const stored = await clients.a.read(key)
      expect(stored).toMatchObject({ version: 3, judgedVersion: 2 })
      expect(stored?.memory).toStrictEqual(memory(key, 2))
      expect(idsOf(stored?.unjudged ?? [])).toEqual(['s3'])
    })

    it('drops it when one of the steps was known, since it was judged as if it were new', async () => {
      await clients.a.commit([{ key, records: records('s1'), basis: 0, judged: judged(key, 1) }])
      const [result] = await clients.a.commit([
        { key, records: records('s1', 's2'), basis: 1, judged: judged(key, 9) },
      ])
      expect(result).toEqual({ key, appended: 1, duplicates: 1, version: 2, applied: false })
      expect((await clients.a.read(key))?.memory).toStrictEqual(memory(key, 1))
    })

    it('settles what was missed, when the log has not grown since', async () => {
      await clients.a.commit([{ key, records: records('s1', 's2'), basis: null, judged: null }])
      expect(await clients.a.settle(key, 1, judged(key, 8))).toBe(false)
      expect(await clients.b.settle(key, 3, judged(key, 8))).toBe(false)
      expect((await clients.a.read(key))?.memory).toBeNull()
      expect(await clients.b.settle(key, 2, judged(key, 2))).toBe(true)
      expect(await clients.a.read(key)).toMatchObject({ version: 2, judgedVersion: 2, unjudged: [] })
    })

    it('refuses to settle with an old basis after others went further', async () => {
      await clients.a.commit([{ key, records: records('s1'), basis: null, judged: null }])
      await clients.b.commit([{ key, records: records('s2'), basis: 1, judged: judged(key, 2) }])
      expect(await clients.a.settle(key, 1, judged(key, 9))).toBe(false)
      expect((await clients.a.read(key))?.memory).toStrictEqual(memory(key, 2))
    })

    it('lets exactly one of two observers settle first, and both end with the same state', async () => {
      await clients.a.commit([{ key, records: records('s1'), basis: null, judged: null }])
      const both = await Promise.all([
        clients.a.settle(key, 1, judged(key, 1)),
        clients.b.settle(key, 1, judged(key, 1)),
      ])
      expect(both).toContain(true)
      expect(await clients.a.read(key)).toMatchObject({ version: 1, judgedVersion: 1 })
    })
  })
}
