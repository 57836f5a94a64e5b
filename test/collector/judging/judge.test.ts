import { judge as engine, type Decision } from '@loop-observer/rules'
import { afterEach, describe, expect, it } from 'vitest'
import type { RunningJudge } from '../../../collector/judging/create-judge.ts'
import { createMetrics } from '../../../collector/metrics/metrics.ts'
import type { Store } from '../../../collector/store/store.ts'
import { until } from '../../support/deadline.ts'
import { bound, call, judgeOn, loopingCalls, memoryStore } from './runs.ts'

const stops: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const stop of stops.splice(0).toReversed()) await stop()
})

function openStore(): Store {
  const store = memoryStore()
  stops.push(() => store.close())
  return store
}

function start(...parts: Parameters<typeof judgeOn>): RunningJudge {
  const judge = judgeOn(...parts)
  stops.push(() => judge.stop())
  return judge
}

function gist(decisions: readonly Decision[]) {
  return decisions.map(({ seq, action, reason, step, enforced }) => ({ seq, action, reason, step, enforced }))
}

describe('judging', () => {
  it('nudges, then halts a run that repeats itself, once the hold has passed', async () => {
    const store = openStore()
    const judge = start(store)
    await judge.accept([bound('r', loopingCalls(8, store.now()))])
    const decisions = await until(
      async () => {
        const found = await store.decisions('default/r', 0)
        return found.length === 2 && found
      },
      { what: 'a nudge and a halt' },
    )
    expect(gist(decisions)).toEqual([
      { seq: 1, action: 'nudge', reason: 'repetition', step: 's2', enforced: true },
      expect.objectContaining({ seq: 2, action: 'halt', reason: 'repetition', enforced: true }),
    ])
    const stored = await store.read('default/r')
    expect(stored?.summary).toMatchObject({
      run: 'r',
      agent: 'tester',
      outcome: 'halted',
      reason: 'repetition',
      halted: true,
      seq: 2,
      nudges: 1,
      startedAtMs: 1_000_000,
    })
  })

  it('answers at once behind a fence', async () => {
    const store = openStore()
    const judge = start(store)
    const decisions = await judge.acceptAndSettle(bound('r', loopingCalls(3, store.now())), 'main')
    expect(gist(decisions)).toEqual([
      { seq: 1, action: 'nudge', reason: 'repetition', step: 's2', enforced: true },
    ])
    expect(await judge.acceptAndSettle(bound('r', []), '*')).toEqual(decisions)
  })

  it('counts a step once however often it is sent', async () => {
    const store = openStore()
    const judge = start(store)
    const steps = loopingCalls(2, store.now())
    await Promise.all([judge.accept([bound('r', steps)]), judge.accept([bound('r', steps)])])
    await judge.accept([bound('r', steps)])
    expect(await judge.acceptAndSettle(bound('r', steps), '*')).toEqual([])
    expect((await store.read('default/r'))?.summary?.totals.toolCalls).toBe(2)
  })

  it('leaves alone a run whose answers move', async () => {
    const store = openStore()
    const judge = start(store)
    const steps = Array.from({ length: 20 }, (_, i) =>
      call({
        id: `s${i}`,
        args: { page: i },
        observation: `Chapter ${'abcdefghijklmnopqrst'[i]}: the heron met number ${i} of its kin by lake ${i * 7}`,
        atMs: 1_000_000 + i * 1000,
        receivedAtMs: store.now(),
      }),
    )
    expect(await judge.acceptAndSettle(bound('r', steps), '*')).toEqual([])
  })

  it('records without acting when the mode is shadow', async () => {
    const store = openStore()
    const { createPolicyBook } = await import('../../../collector/judging/policy-book.ts')
    const judge = start(store, { policies: createPolicyBook({ digest: 'test', mode: 'shadow' }) })
    const decisions = await judge.acceptAndSettle(bound('r', loopingCalls(8, store.now())), '*')
    expect(decisions.length).toBeGreaterThan(0)
    expect(decisions.every(({ enforced }) => !enforced)).toBe(true)
    expect((await store.read('default/r'))?.summary?.halted).toBe(false)
  })

  it('takes up a run where another observer left it', async () => {
    const store = openStore()
    const steps = loopingCalls(8, store.now())
    const first = judgeOn(store)
    await first.acceptAndSettle(bound('r', steps.slice(0, 3)), '*')
    await first.stop()
    const second = start(store)
    const decisions = await second.acceptAndSettle(bound('r', steps.slice(3)), '*')
    expect(decisions.map(({ action }) => action)).toEqual(['nudge', 'halt'])
  })

  it('settles what an observer that died had only appended', async () => {
    const store = openStore()
    await store.commit([
      { key: 'default/r', records: loopingCalls(8, store.now()), basis: null, judged: null },
    ])
    start(store)
    const decisions = await until(
      async () => {
        const found = await store.decisions('default/r', 0)
        return found.length === 2 && found
      },
      { what: 'the decisions of a run without an observer' },
    )
    expect(decisions.map(({ action }) => action)).toEqual(['nudge', 'halt'])
  })

  it('quarantines a step that crashes the engine and judges the others', async () => {
    const store = openStore()
    const metrics = createMetrics({ process: false })
    const judge = start(store, {
      metrics,
      engine: (memory, steps, policy) => {
        if (steps.some(({ id }) => id === 'poison')) throw new TypeError('no such leaf')
        return engine(memory, steps, policy)
      },
    })
    const steps = loopingCalls(8, store.now())
    const poison = call({
      id: 'poison',
      args: {},
      observation: 'x',
      atMs: 1_000_500,
      receivedAtMs: store.now(),
    })
    const decisions = await judge.acceptAndSettle(
      bound('r', [...steps.slice(0, 4), poison, ...steps.slice(4)]),
      '*',
    )
    expect(decisions.map(({ action }) => action)).toEqual(['nudge', 'halt'])
    const { text } = await metrics.render()
    expect(text).toContain('loop_observer_quarantined_steps_total 1')
  })

  it('tells a sender to come again when too much waits, and when it is stopping', async () => {
    const store = openStore()
    const judge = judgeOn(store, { waitingSteps: 5 })
    const first = judge.accept([bound('a', loopingCalls(4, store.now()))])
    await expect(judge.accept([bound('b', loopingCalls(4, store.now()))])).rejects.toMatchObject({
      code: 'overloaded',
    })
    await first
    await judge.stop()
    await expect(judge.accept([bound('c', loopingCalls(1, store.now()))])).rejects.toMatchObject({
      code: 'unavailable',
    })
  })

  it('stops enforcing a halt once an operator resumes the run', async () => {
    const store = openStore()
    const judge = start(store)
    await judge.acceptAndSettle(bound('r', loopingCalls(8, store.now())), '*')
    const atMs = store.now()
    const resume = {
      preview: null,
      step: {
        id: 'op1',
        lane: 'main',
        kind: 'operator',
        startedAtMs: atMs,
        endedAtMs: atMs,
        receivedAtMs: atMs,
        sequence: null,
        traceId: null,
        spanId: null,
        act: 'resume',
        note: null,
        limits: null,
      },
    } as const
    await judge.acceptAndSettle(bound('r', [resume]), '*')
    expect((await store.read('default/r'))?.summary).toMatchObject({
      halted: false,
      resumedSeq: 2,
      outcome: 'open',
    })
  })

  it('stores steps at once and what it makes of them when it pauses, at the latest when it stops', async () => {
    const store = openStore()
    const judge = judgeOn(store)
    const steps = loopingCalls(2, store.now())
    await judge.accept([bound('r', steps.slice(0, 1))])
    await judge.accept([bound('r', steps.slice(1))])
    expect(await store.read('default/r')).toMatchObject({ version: 2, judgedVersion: 1 })
    await until(async () => (await store.read('default/r'))?.unjudged.length === 0, {
      what: 'the state is stored',
    })
    await judge.accept([bound('r', loopingCalls(3, store.now()).slice(2))])
    await judge.stop()
    const left = await store.read('default/r')
    expect(left?.unjudged).toEqual([])
    expect(left?.version).toBeGreaterThanOrEqual(3)
  })
})
