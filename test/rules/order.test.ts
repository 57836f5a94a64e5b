import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createMemory, judge, type Step } from '@loop-observer/rules'
import { policyOf, Script } from '../support/steps.ts'

const policy = policyOf()

const call = fc.record({
  tool: fc.constantFrom('a', 'b', 'c'),
  args: fc.record({ q: fc.nat({ max: 2 }) }),
  gives: fc.constantFrom('', 'one answer', 'another answer', 'a third answer of some length', undefined),
  lane: fc.constantFrom('main', 'main', 'helper', 'second helper'),
})

/** A run as telemetry reports it: no numbers, everything received within the hold. */
function withoutNumbers(steps: readonly Step[]): readonly Step[] {
  return steps.map((step) => ({ ...step, sequence: null, receivedAtMs: 2_000_000_000 }))
}

/** Judges the batches one after the other, then lets the hold pass. */
function decisionsOf(batches: readonly (readonly Step[])[]): readonly unknown[] {
  let memory = createMemory('run', 'sdk', policy.version)
  const decisions: unknown[] = []
  const end: Step = {
    kind: 'tick',
    id: 'end',
    lane: '*',
    startedAtMs: 0,
    endedAtMs: 0,
    receivedAtMs: 2_000_000_000 + policy.holdMs,
    sequence: null,
    traceId: null,
    spanId: null,
  }
  for (const batch of [...batches, [end]]) {
    const judgement = judge(memory, batch, policy)
    memory = judgement.memory
    decisions.push(...judgement.decisions)
  }
  return decisions
}

function cut(steps: readonly Step[], sizes: readonly number[]): readonly (readonly Step[])[] {
  const batches: Step[][] = []
  let at = 0
  for (let k = 0; at < steps.length; k++) {
    const size = sizes[k % sizes.length] ?? 1
    batches.push(steps.slice(at, at + size))
    at += size
  }
  return batches
}

const run = fc.array(call, { minLength: 1, maxLength: 40 }).map((calls) => {
  const script = new Script()
  for (const each of calls) script.call(each)
  return script.steps
})
const sizes = fc.array(fc.integer({ min: 1, max: 7 }), { minLength: 1, maxLength: 8 })

describe('decisions', () => {
  it('do not depend on the order of arrival and the split of steps that come within the hold', () => {
    fc.assert(
      fc.property(run, sizes, fc.infiniteStream(fc.nat()), (steps, split, order) => {
        const plain = withoutNumbers(steps)
        const shuffled = plain
          .map((step) => ({ step, key: order.next().value ?? 0 }))
          .sort((x, y) => x.key - y.key)
          .map(({ step }) => step)
        expect(decisionsOf(cut(shuffled, split))).toEqual(decisionsOf([plain]))
      }),
      { numRuns: 300 },
    )
  })

  it('do not depend on the order of arrival of numbered steps either, nor on their split', () => {
    fc.assert(
      fc.property(run, sizes, fc.infiniteStream(fc.nat()), (steps, split, order) => {
        const mine = steps
          .filter((step) => step.lane === 'main')
          .map((step) => ({ ...step, receivedAtMs: 2_000_000_000 }))
        const shuffled = mine
          .map((step) => ({ step, key: order.next().value ?? 0 }))
          .sort((x, y) => x.key - y.key)
          .map(({ step }) => step)
        expect(decisionsOf(cut(shuffled, split))).toEqual(decisionsOf([mine]))
      }),
      { numRuns: 300 },
    )
  })

  it('count a call that two sources describe once, whichever came first', () => {
    fc.assert(
      fc.property(run, sizes, fc.infiniteStream(fc.nat()), (steps, split, order) => {
        const plain = withoutNumbers(steps).map((step, index) =>
          step.kind === 'tool' ? { ...step, callId: `call ${index}` } : step,
        )
        const twice = plain.flatMap((step) => [
          step,
          { ...step, id: `${step.id} again`, rank: 'log' as const },
        ])
        const shuffled = twice
          .map((step) => ({ step, key: order.next().value ?? 0 }))
          .sort((x, y) => x.key - y.key)
          .map(({ step }) => step)
        expect(decisionsOf(cut(shuffled, split))).toEqual(decisionsOf([plain]))
      }),
      { numRuns: 200 },
    )
  })
})

describe('decisions about several lanes', () => {
  it('do not depend on whose steps arrive first, as long as each comes within the hold', () => {
    const lanes = ['a', 'b', 'c']
    const script = new Script().times(18, (run, index) => {
      const lane = lanes[index % 3] ?? 'a'
      run.call({ tool: `tool of ${lane}`, args: {}, gives: `always the same in ${lane}`, lane })
    })
    const judged = (delayOf: (lane: string) => number): readonly unknown[] => {
      const arriving = script.steps
        .map((step) => ({ ...step, sequence: null, receivedAtMs: step.endedAtMs + delayOf(step.lane) }))
        .sort((x, y) => x.receivedAtMs - y.receivedAtMs)
      let memory = createMemory('run', 'sdk', policy.version)
      const decisions: unknown[] = []
      for (const step of arriving) {
        const judgement = judge(memory, [step], policy)
        memory = judgement.memory
        decisions.push(...judgement.decisions)
      }
      return decisions.map((each) => each)
    }
    const delays = { a: 0, b: 50, c: 100 }
    const one = judged((lane) => delays[lane as 'a'])
    const other = judged((lane) => 100 - delays[lane as 'a'])
    expect(one.length).toBeGreaterThan(2)
    expect(other).toEqual(one)
  })
})
