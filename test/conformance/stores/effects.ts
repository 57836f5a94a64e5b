import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { EffectRequest } from '../../../collector/store/effect.ts'
import { until } from '../../support/deadline.ts'
import { type Context, useClients } from './context.ts'

const key = 'default/run-1'

/** Effects that are reserved before they happen. */
export function effects(context: Context): void {
  describe('effects', () => {
    const clients = useClients(context)
    const ask = (id: string, part: Partial<EffectRequest> = {}): EffectRequest => ({
      id,
      tool: 'send_mail',
      note: 'to the customer',
      limit: 2,
      needsApproval: false,
      ttlMs: 60_000,
      ...part,
    })
    const state = async (id: string) => (await clients.b.effects(key)).find((each) => each.id === id)?.state

    it('are granted as long as there are places, then refused', async () => {
      const first = await clients.a.reserveEffect(key, ask('m1'))
      const nowMs = clients.a.now()
      expect(first).toMatchObject({
        used: 1,
        accepted: true,
        effect: { id: 'm1', state: 'granted', attempt: 1, tool: 'send_mail', note: 'to the customer' },
      })
      expect((first.effect.expiresAtMs ?? 0) - first.effect.atMs).toBe(60_000)
      expect(Math.abs(first.effect.atMs - nowMs)).toBeLessThan(5000)
      expect(await clients.b.reserveEffect(key, ask('m2'))).toMatchObject({
        used: 2,
        effect: { state: 'granted' },
      })
      expect(await clients.a.reserveEffect(key, ask('m3'))).toMatchObject({
        used: 2,
        effect: { state: 'refused' },
      })
    })

    it('are answered the same however often they are asked for, and count once', async () => {
      const answers = []
      for (let i = 0; i < 3; i++) answers.push(await clients.a.reserveEffect(key, ask('m1')))
      expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1)
      await clients.b.reserveEffect(key, ask('m2'))
      const refused = await clients.a.reserveEffect(key, ask('m3'))
      expect(await clients.b.reserveEffect(key, ask('m3'))).toStrictEqual(refused)
    })

    it('are held by the first with a name who is told that they may be made', async () => {
      const holderOf = async (asked: EffectRequest) =>
        (await clients.b.reserveEffect(key, asked)).effect.holder
      expect(await holderOf(ask('m1', { holder: 'first' }))).toBe('first')
      expect(await holderOf(ask('m1', { holder: 'second' }))).toBe('first')
      expect(await holderOf(ask('m1'))).toBe('first')
      expect(await holderOf(ask('m2', { needsApproval: true, holder: 'first' }))).toBeNull()
      await clients.a.changeEffect(key, 'm2', 'approved')
      const claims = await Promise.all(
        ['first', 'second'].map((holder) => clients.a.reserveEffect(key, ask('m2', { holder }))),
      )
      const [holder, ...others] = new Set(claims.map(({ effect }) => effect.holder))
      expect(['first', 'second']).toContain(holder)
      expect(others).toEqual([])
      expect(claims.map(({ used }) => used)).toEqual([2, 2])
    })

    it('have one winner when two observers are asked for the last place at a time', async () => {
      for (let round = 0; round < 10; round++) {
        const run = `default/race-${round}`
        const [a, b] = await Promise.all([
          clients.a.reserveEffect(run, ask('a', { limit: 1 })),
          clients.b.reserveEffect(run, ask('b', { limit: 1 })),
        ])
        expect([a.effect.state, b.effect.state].toSorted()).toEqual(['granted', 'refused'])
      }
    })

    it('take one place when the same is asked of two observers at a time', async () => {
      const answers = await Promise.all(
        Array.from({ length: 20 }, (_, i) => (i % 2 ? clients.a : clients.b).reserveEffect(key, ask('m1'))),
      )
      expect(new Set(answers.map(({ effect }) => effect.state))).toEqual(new Set(['granted']))
      expect(await clients.a.reserveEffect(key, ask('m2'))).toMatchObject({ used: 2 })
    })

    it('have no bound when there is no limit, and none at all at zero', async () => {
      for (let i = 0; i < 5; i++) await clients.a.reserveEffect(key, ask(`m${i}`, { limit: null }))
      expect(await clients.a.reserveEffect(key, ask('n', { limit: null }))).toMatchObject({ used: 6 })
      for (const limit of [0, -3]) {
        const other = `default/none${limit}`
        expect(await clients.a.reserveEffect(other, ask('m', { limit }))).toMatchObject({
          used: 0,
          effect: { state: 'refused' },
        })
      }
    })

    it('give their place back when they were not made, and may be asked for again', async () => {
      await clients.a.reserveEffect(key, ask('m1'))
      await clients.a.reserveEffect(key, ask('m2'))
      expect(await clients.b.changeEffect(key, 'm1', 'released')).toMatchObject({
        used: 1,
        accepted: true,
        effect: { state: 'released', expiresAtMs: null },
      })
      expect(await clients.a.changeEffect(key, 'm1', 'released')).toMatchObject({ used: 1, accepted: true })
      expect(await clients.a.reserveEffect(key, ask('m3'))).toMatchObject({
        used: 2,
        effect: { state: 'granted' },
      })
      expect(await clients.b.reserveEffect(key, ask('m1'))).toMatchObject({
        effect: { state: 'refused', attempt: 2 },
      })
    })

    it('keep their place once they are done: that cannot be taken back', async () => {
      await clients.a.reserveEffect(key, ask('m1'))
      expect(await clients.b.changeEffect(key, 'm1', 'done')).toMatchObject({ accepted: true, used: 1 })
      expect(await clients.a.changeEffect(key, 'm1', 'done')).toMatchObject({ accepted: true, used: 1 })
      expect(await clients.a.changeEffect(key, 'm1', 'released')).toMatchObject({
        accepted: false,
        effect: { state: 'done' },
      })
      expect(await clients.a.reserveEffect(key, ask('m1'))).toMatchObject({
        used: 1,
        effect: { state: 'done' },
      })
    })

    it('count as used when nobody confirms them in time, and may still be confirmed', async () => {
      await clients.a.reserveEffect(key, ask('m1', { ttlMs: 50, limit: 1 }))
      await until(async () => (await state('m1')) === 'expired', { what: 'the reservation to expire' })
      expect(await clients.b.reserveEffect(key, ask('m2', { limit: 1 }))).toMatchObject({
        used: 1,
        effect: { state: 'refused' },
      })
      expect(await clients.a.reserveEffect(key, ask('m1', { limit: 1 }))).toMatchObject({
        effect: { state: 'expired', attempt: 1 },
      })
      expect(await clients.a.changeEffect(key, 'm1', 'released')).toMatchObject({
        accepted: false,
        used: 1,
        effect: { state: 'expired' },
      })
      expect(await clients.a.changeEffect(key, 'm1', 'done')).toMatchObject({ accepted: true, used: 1 })
    })

    it('wait for a person, holding their place, and expire only after the answer', async () => {
      const waiting = await clients.a.reserveEffect(
        key,
        ask('m1', { needsApproval: true, limit: 1, ttlMs: 400 }),
      )
      expect(waiting).toMatchObject({ used: 1, effect: { state: 'waiting', expiresAtMs: null } })
      expect(await clients.b.reserveEffect(key, ask('m2', { limit: 1 }))).toMatchObject({
        effect: { state: 'refused' },
      })
      expect(await clients.a.changeEffect(key, 'm1', 'done')).toMatchObject({ accepted: false })
      const approved = await clients.b.changeEffect(key, 'm1', 'approved')
      expect(approved).toMatchObject({ accepted: true, used: 1, effect: { state: 'granted' } })
      expect((approved?.effect.expiresAtMs ?? 0) - (approved?.effect.atMs ?? 0)).toBe(400)
      expect(await clients.a.changeEffect(key, 'm1', 'approved')).toMatchObject({ accepted: true })
      expect(await clients.a.changeEffect(key, 'm1', 'denied')).toMatchObject({ accepted: false })
      expect(await clients.a.reserveEffect(key, ask('m1', { needsApproval: true, limit: 1 }))).toMatchObject({
        used: 1,
        effect: { attempt: 1 },
      })
    })

    it('free their place when a person says no, and that stands', async () => {
      await clients.a.reserveEffect(key, ask('m1', { needsApproval: true, limit: 1 }))
      expect(await clients.b.changeEffect(key, 'm1', 'denied')).toMatchObject({
        accepted: true,
        used: 0,
        effect: { state: 'denied' },
      })
      expect(await clients.a.changeEffect(key, 'm1', 'approved')).toMatchObject({ accepted: false })
      expect(await clients.a.reserveEffect(key, ask('m1', { limit: 1 }))).toMatchObject({
        used: 0,
        effect: { state: 'denied' },
      })
      expect(await clients.a.reserveEffect(key, ask('m2', { limit: 1 }))).toMatchObject({
        effect: { state: 'granted' },
      })
    })

    it('have one answer when two people answer at a time', async () => {
      await clients.a.reserveEffect(key, ask('m1', { needsApproval: true }))
      const [yes, no] = await Promise.all([
        clients.a.changeEffect(key, 'm1', 'approved'),
        clients.b.changeEffect(key, 'm1', 'denied'),
      ])
      expect([yes, no].filter((each) => each?.accepted === true)).toHaveLength(1)
      expect(await state('m1')).toBe(yes?.accepted === true ? 'granted' : 'denied')
    })

    it('that were refused are granted once the limit is higher', async () => {
      await clients.a.reserveEffect(key, ask('m1', { limit: 0 }))
      expect(await clients.a.reserveEffect(key, ask('m1', { limit: 0 }))).toMatchObject({
        effect: { state: 'refused', attempt: 1 },
      })
      expect(await clients.b.reserveEffect(key, ask('m1', { limit: 1 }))).toMatchObject({
        used: 1,
        effect: { state: 'granted', attempt: 2 },
      })
    })

    it('of which nothing is known are null, and lists of them empty', async () => {
      expect(await clients.a.changeEffect(key, 'm1', 'done')).toBeNull()
      expect(await clients.a.effects(key)).toEqual([])
    })

    it('belong to one run, whatever their names', async () => {
      const odd = ['a|b', 'e:x', 'u', 'ä\n☃', '"quoted"', ' ']
      for (const id of odd) await clients.a.reserveEffect(key, ask(id, { limit: null, note: id, tool: null }))
      await clients.a.reserveEffect('default/run-2', ask('m1', { limit: 1 }))
      const listed = await clients.b.effects(key)
      expect(listed.map(({ id }) => id).toSorted()).toEqual(odd.toSorted())
      for (const { id, note, tool } of listed) expect({ note, tool }).toEqual({ note: id, tool: null })
    })

    it('never take more places than there are, whatever is asked in whatever order', async () => {
      let runs = 0
      const name = fc.constantFrom('a', 'b', 'c', 'd')
      const act = fc.oneof(
        { weight: 3, arbitrary: fc.record({ id: name, approval: fc.boolean() }) },
        fc.record({ id: name, event: fc.constantFrom('approved', 'denied', 'done', 'released') }),
      )
      await fc.assert(
        fc.asyncProperty(
          fc.array(fc.array(act, { minLength: 1, maxLength: 4 }), { maxLength: 8 }),
          async (rounds) => {
            const run = `default/any-${runs++}`
            for (const round of rounds) {
              const answers = await Promise.all(
                round.map((each, i) => {
                  const store = i % 2 ? clients.a : clients.b
                  if ('event' in each) return store.changeEffect(run, each.id, each.event as 'done')
                  return store.reserveEffect(run, ask(each.id, { needsApproval: each.approval }))
                }),
              )
              for (const answer of answers) expect(answer?.used ?? 0).toBeLessThanOrEqual(2)
            }
            const all = await clients.a.effects(run)
            const used = all.filter(({ state: each }) => ['granted', 'waiting', 'done'].includes(each))
            const probe = await clients.a.reserveEffect(run, ask('probe', { limit: 0 }))
            expect(probe.used).toBe(used.length)
          },
        ),
        { numRuns: 40 },
      )
    })
  })

  describe('effects of a run long gone', () => {
    const clients = useClients(context, { retention: { runMs: 100, recordMs: 200 } })

    it('are forgotten', async () => {
      const request = { id: 'm', tool: null, note: null, limit: 1, needsApproval: false, ttlMs: 10 }
      await clients.a.reserveEffect(key, request)
      const gone = await until(
        async () => {
          await clients.a.sweep(clients.a.now())
          return (await clients.b.effects(key)).length === 0
        },
        { what: 'the effect to be forgotten' },
      )
      expect(gone).toBe(true)
    })
  })
}
