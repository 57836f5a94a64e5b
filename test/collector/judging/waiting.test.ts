import { judge as engine } from '@loop-observer/rules'
import { afterEach, describe, expect, it } from 'vitest'
import type { JudgeParts, RunningJudge } from '../../../collector/judging/create-judge.ts'
import { createPolicyBook } from '../../../collector/judging/policy-book.ts'
import type { CachedRun } from '../../../collector/judging/run-cache.ts'
import { nextLookMs, restFrom } from '../../../collector/judging/waiting.ts'
import type { Store } from '../../../collector/store/store.ts'
import { bound, judgeOn, loopingCalls, memoryStore } from './runs.ts'

/** Nothing settles by itself while the test runs. */
const policies = createPolicyBook({ digest: 'test', mode: 'enforce', holdMs: 60_000 })

const judges: RunningJudge[] = []
const stores: Store[] = []

afterEach(async () => {
  for (const judge of judges.splice(0)) await judge.stop()
  for (const store of stores.splice(0)) await store.close()
})

function openStore(): Store {
  const store = memoryStore()
  stores.push(store)
  return store
}

function start(store: Store, parts: Partial<JudgeParts> = {}): RunningJudge {
  const judge = judgeOn(store, { policies, ...parts })
  judges.push(judge)
  return judge
}

describe('steps that cannot settle yet', () => {
  it('are in the log at once and are judged together, as soon as somebody asks', async () => {
    const store = openStore()
    const judged: number[] = []
    const judge = start(store, {
      engine: (memory, steps, policy) => {
        judged.push(steps.length)
        return engine(memory, steps, policy)
      },
    })
    const steps = loopingCalls(4, store.now())
    for (const step of steps) await judge.accept([bound('r', [step])])
    expect(judged).toEqual([1])
    expect(await store.read('default/r')).toMatchObject({ version: 4, judgedVersion: 1 })
    const remembered = judge.remembered('default/r')
    expect(remembered).toMatchObject({ version: 4, judgedVersion: 1 })
    expect(remembered?.unjudged.map(({ step }) => step.id)).toEqual(['s1', 's2', 's3'])
    const decisions = await judge.acceptAndSettle(bound('r', []), 'main')
    expect(judged).toEqual([1, 4])
    expect(decisions.map(({ action }) => action)).toContain('nudge')
    expect(await store.read('default/r')).toMatchObject({ version: 5, judgedVersion: 5 })
  })

  it('count once when they are sent again while they wait', async () => {
    const store = openStore()
    const judge = start(store)
    const steps = loopingCalls(3, store.now())
    for (const step of steps) await judge.accept([bound('r', [step])])
    await judge.accept([bound('r', steps.slice(1, 2))])
    await judge.accept([bound('r', steps)])
    await judge.acceptAndSettle(bound('r', []), '*')
    expect(judge.remembered('default/r')?.summary?.totals.toolCalls).toBe(3)
  })

  it('are judged by who stops, so that nobody has to take them over', async () => {
    const store = openStore()
    const judge = start(store)
    for (const step of loopingCalls(3, store.now())) await judge.accept([bound('r', [step])])
    await judge.stop()
    expect(await store.read('default/r')).toMatchObject({ version: 3, judgedVersion: 3 })
  })
})

describe('looking at a run', () => {
  const run = { wakeAtMs: 1000, waiting: [], lookedAtMs: 0, restMs: 0, unstoredSinceMs: null }

  it('is on time for a step that comes alone, and a stream is looked at every 50 ms', () => {
    let stream = run as unknown as CachedRun
    const looks: number[] = []
    for (let i = 0; i < 12; i++) {
      const nowMs = nextLookMs(stream) ?? 0
      looks.push(nowMs)
      // The next step settles 5 ms later.
      stream = { ...stream, ...restFrom(stream, nowMs), wakeAtMs: nowMs + 5 }
    }
    expect(looks.slice(0, 3)).toEqual([1000, 1005, 1015])
    expect((looks.at(-1) ?? 0) - (looks.at(-2) ?? 0)).toBe(50)
    const later = { ...stream, wakeAtMs: 5000 }
    expect(nextLookMs(later)).toBe(5000)
    expect(restFrom(later, 5000).restMs).toBe(0)
  })
})
