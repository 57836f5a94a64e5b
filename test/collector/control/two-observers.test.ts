import { afterAll, beforeAll, expect, test } from 'vitest'
import { openStore } from '../../../collector/store/open-store.ts'
import type { Store } from '../../../collector/store/store.ts'
import { until } from '../../support/deadline.ts'
import { startRedis, type RunningRedis } from '../../support/redis.ts'
import { startControl, type ControlServer } from './server.ts'
import { loop, work } from './steps.ts'

let redis: RunningRedis
let stores: readonly Store[] = []
let here: ControlServer
let there: ControlServer

beforeAll(async () => {
  redis = await startRedis()
  stores = await Promise.all([openStore({ url: redis.url }), openStore({ url: redis.url })])
  const [first, second] = stores
  if (first === undefined || second === undefined) throw new Error('two stores')
  const policy = { limits: { effects: 2 } }
  here = await startControl({ store: first, policy })
  there = await startControl({ store: second, policy })
})

afterAll(async () => {
  await here?.stop()
  await there?.stop()
  await Promise.all(stores.map((store) => store.close()))
  await redis?.stop()
})

test('a wait at one observer ends with what another one decides', async () => {
  await here.report('waits', work(2))
  const asked = here.call('/v1/runs/waits/decision?wait=20000')
  await there.report('waits', loop(3))
  expect((await asked).body).toMatchObject({ action: 'nudge', seq: 1 })
})

test('a checkpoint at one observer covers what another one received', async () => {
  await there.report('covers', loop(3))
  const nudged = await here.call('/v1/runs/covers/checkpoint?lane=main', { method: 'POST' })
  expect(nudged.body).toMatchObject({ action: 'nudge', totals: { toolCalls: 3 } })
  await there.report('covers', loop(5))
  const halted = await here.call('/v1/runs/covers/checkpoint?lane=main&after=1', { method: 'POST' })
  expect(halted.body).toMatchObject({ action: 'halt', seq: 2 })
})

test('a halt at one observer stands at the other until it is resumed at either', async () => {
  await here.report('stands', work(2))
  await here.call('/v1/runs/stands/halt', { body: { note: 'stop' } })
  const ask = async () =>
    (await there.call('/v1/runs/stands/checkpoint?after=9', { method: 'POST' })).body.action
  expect(await ask()).toBe('halt')
  await there.call('/v1/runs/stands/resume', { body: {} })
  expect(await ask()).toBe('continue')
  const { body } = await here.call('/v1/runs/stands/checkpoint', { method: 'POST' })
  expect(body.action).toBe('continue')
})

test('of effects asked for at both observers at a time, as many are granted as the limit says', async () => {
  const asked = await Promise.all(
    Array.from({ length: 8 }, (_, i) =>
      (i % 2 === 0 ? here : there).call('/v1/runs/mails/effects', { body: { id: `mail-${i}` } }),
    ),
  )
  const answers = asked.map(({ body }) => body.answer)
  expect(answers.filter((answer) => answer === 'granted')).toHaveLength(2)
  expect(answers.filter((answer) => answer === 'refused')).toHaveLength(6)
  expect((await here.call('/v1/runs/mails')).body.summary.totals.effects).toBe(2)
})

test('an effect that waits at one observer is approved at the other', async () => {
  const asking = here.call('/v1/runs/refund/effects?wait=20000', { body: { id: 'r7', needsApproval: true } })
  await until(async () => (await there.call('/v1/runs?outcome=suspended')).body.runs.length === 1, {
    what: 'the run to be suspended',
  })
  await there.call('/v1/runs/refund/approve', { body: { effect: 'r7', approved: true } })
  expect((await asking).body).toMatchObject({ answer: 'granted', outcome: 'open' })
})
