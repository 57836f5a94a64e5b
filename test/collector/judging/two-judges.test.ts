import fc from 'fast-check'
import type { Decision, StepRecord } from '@loop-observer/rules'
import { describe, expect, it, vi } from 'vitest'
import { until } from '../../support/deadline.ts'
import { bound, call, judgeOn, memoryStore } from './runs.ts'

const answers = ['nothing found', 'two herons by the lake', 'a pelican on the pier', 'an archive of letters']

/** What an agent did: which of a few calls it made, and which of a few answers came. */
const script = fc.array(fc.record({ q: fc.nat(2), answer: fc.nat(3) }), { minLength: 6, maxLength: 24 })

function stepsOf(
  calls: readonly { readonly q: number; readonly answer: number }[],
  receivedAtMs: number,
): StepRecord[] {
  return calls.map(({ q, answer }, i) =>
    call({
      id: `s${i}`,
      args: { q },
      observation: answers[answer],
      atMs: 1_000_000 + i * 1000,
      receivedAtMs,
    }),
  )
}

function gist(decisions: readonly Decision[]) {
  return decisions.map(({ seq, action, reason, step, evidence }) => ({ seq, action, reason, step, evidence }))
}

async function decisionsOf(
  judges: number,
  batches: readonly (readonly [judge: number, steps: readonly StepRecord[]])[],
) {
  const store = memoryStore()
  const settle = vi.spyOn(store, 'settle')
  const running = Array.from({ length: judges }, () => judgeOn(store))
  try {
    // Each sends one step after the other, both at once: what one appends, the other finds in its way.
    await Promise.all(
      running.map(async (judge, mine) => {
        for (const [which, steps] of batches) if (which === mine) await judge.accept([bound('r', steps)])
      }),
    )
    const decisions = await running[0]?.acceptAndSettle(bound('r', []), '*')
    const stored = await store.read('default/r')
    return {
      decisions: gist(decisions ?? []),
      totals: stored?.summary?.totals,
      unjudged: stored?.unjudged.length,
      settles: settle.mock.calls.length,
    }
  } finally {
    await Promise.all(running.map((judge) => judge.stop()))
    await store.close()
  }
}

describe('two judges on one store', () => {
  it('decide what one decides, wherever each span goes, in any order and twice', async () => {
    let decided = 0
    let conflicts = 0
    await fc.assert(
      fc.asyncProperty(
        script,
        fc.infiniteStream(fc.nat(1)),
        fc.infiniteStream(fc.nat(1000)),
        async (calls, whichJudge, shuffle) => {
          // Received far in the future of the script: nothing is late, nothing settles before the fence.
          const steps = stepsOf(calls, Date.now() + 3_600_000)
          const alone = await decisionsOf(1, [[0, steps]])
          const twice = [...steps, ...steps.filter(() => whichJudge.next().value === 1)]
          const order = twice
            .map((step) => [shuffle.next().value, step] as const)
            .toSorted(([a], [b]) => a - b)
          const spread = await decisionsOf(
            2,
            order.map(([, step]) => [whichJudge.next().value, [step]] as const),
          )
          expect({ ...spread, settles: 0 }).toEqual({ ...alone, settles: 0, unjudged: 0 })
          decided += alone.decisions.length
          conflicts += spread.settles
        },
      ),
      { numRuns: 40 },
    )
    // Else the property would hold for want of anything to go wrong.
    expect(decided).toBeGreaterThan(10)
    expect(conflicts).toBeGreaterThan(100)
  })

  it('let time pass once: the tick of one is the tick of the other', async () => {
    const store = memoryStore()
    const judges = [judgeOn(store), judgeOn(store)]
    try {
      const [first, second] = stepsOf(
        [
          { q: 0, answer: 0 },
          { q: 1, answer: 1 },
        ],
        store.now(),
      )
      if (first === undefined || second === undefined) throw new Error('two steps')
      await judges[0]?.accept([bound('r', [first])])
      await judges[1]?.accept([bound('r', [second])])
      await until(async () => (await store.read('default/r'))?.summary?.totals.toolCalls === 2, {
        what: 'both steps are settled',
      })
      // No deadline is left: nothing more can be added.
      await until(async () => (await store.due(store.now() + 60_000, 10)).length === 0, {
        what: 'nobody wants to be woken any more',
      })
      const { records } = await store.steps('default/r', 0, 100)
      expect(records.filter(({ step }) => step.kind === 'tick').length).toBeLessThanOrEqual(2)
      expect((await store.read('default/r'))?.unjudged).toEqual([])
    } finally {
      await Promise.all(judges.map((judge) => judge.stop()))
      await store.close()
    }
  })
})
