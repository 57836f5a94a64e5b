import { afterEach, describe, expect, it } from 'vitest'
import { createPolicyBook } from '../../../collector/judging/policy-book.ts'
import { createMetrics } from '../../../collector/metrics/metrics.ts'
import type { Store } from '../../../collector/store/store.ts'
import { until } from '../../support/deadline.ts'
import { bound, call, judgeOn, memoryStore } from './runs.ts'

const stops: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const stop of stops.splice(0).toReversed()) await stop()
})

function begin(idleTimeoutMs: number) {
  const store = memoryStore()
  const metrics = createMetrics({ process: false })
  const policies = createPolicyBook({ digest: 'test', idleTimeoutMs, holdMs: 0 })
  const judge = judgeOn(store, { metrics, policies })
  stops.push(
    () => store.close(),
    () => judge.stop(),
  )
  return { store, judge, metrics }
}

function step(store: Store, id: string) {
  return call({
    id,
    args: { q: id },
    observation: `about ${id}`,
    atMs: store.now(),
    receivedAtMs: store.now(),
  })
}

const ticksOf = async (store: Store, key: string): Promise<number> =>
  (await store.steps(key, 0, 100)).records.filter(({ step: { kind } }) => kind === 'tick').length

describe('a run that falls silent', () => {
  it('is lost after the idle timeout, by one tick, and open again with its next step', async () => {
    const { store, judge, metrics } = begin(300)
    await judge.accept([bound('r', [step(store, 's1')])])
    const lost = await until(
      async () => {
        const summary = (await store.read('default/r'))?.summary
        return summary?.outcome === 'lost' && summary
      },
      { what: 'the run to be lost' },
    )
    const heardMs = (await store.steps('default/r', 0, 1)).records[0]?.step.receivedAtMs ?? 0
    expect(lost.updatedAtMs).toBe(heardMs)
    expect(store.now() - heardMs).toBeGreaterThanOrEqual(300)
    // One for the hold, one for the silence.
    expect(await ticksOf(store, 'default/r')).toBeLessThanOrEqual(2)
    expect((await metrics.render()).text).toContain(
      'runs_ended_total{outcome="lost",reason="none",agent="tester"} 1',
    )
    await judge.acceptAndSettle(bound('r', [step(store, 's2')]), '*')
    expect((await store.read('default/r'))?.summary?.outcome).toBe('open')
  })

  it('costs nothing until then, however many they are: nobody looks at them', async () => {
    const { store, judge } = begin(60_000)
    const runs = Array.from({ length: 300 }, (_, i) => bound(`r${i}`, [step(store, `s${i}`)]))
    await judge.accept(runs)
    await judge.acceptAndSettle(bound('other', [step(store, 'x')]), '*')
    await until(async () => (await store.due(store.now(), 1000)).length === 0, { what: 'the hold to pass' })
    expect(await store.due(store.now() + 50_000, 1000)).toEqual([])
    expect((await store.due(store.now() + 70_000, 1000)).length).toBe(301)
  })
})
