import { describe, expect, it } from 'vitest'
import { createMemory, judge, type RunMemory, type Step } from '@loop-observer/rules'
import { policyOf, Script } from '../../support/steps.ts'

const policy = policyOf('balanced', { holdMs: 100 })

/** Received in this order, each step by itself, when it says it was. */
function received(...steps: readonly (readonly [step: Step, receivedAtMs: number])[]): RunMemory {
  let memory = createMemory('r', 'telemetry', policy.version)
  for (const [step, receivedAtMs] of steps)
    memory = judge(memory, [{ ...step, receivedAtMs, sequence: null }], policy).memory
  return memory
}

function only(script: Script): Step {
  const [step] = script.steps
  if (step === undefined) throw new Error('one step')
  return step
}

const call = (at: number, gives: unknown): Step => only(new Script().call({ at, gives }))
const page = (name: string): string => `the page of ${name} is all new\nand has a second line about ${name}`
const progress = (memory: RunMemory): number => memory.state.lanes[0]?.progressCount ?? 0
const end = call(90_000, 'the end')

describe('a step that comes too late for its place', () => {
  const onTime = [call(5000, page('herons')), 5200] as const
  const settled = [call(6000, page('owls')), 7000] as const

  it('counts, and what it brought is known from then on', () => {
    const late = [call(1000, page('storks')), 8000] as const
    const again = [call(9000, page('storks')), 9200] as const
    const without = received(onTime, settled, again, [end, 95_000])
    const after = received(onTime, settled, late, again, [end, 95_000])
    expect(after.totals.toolCalls).toBe(without.totals.toolCalls + 1)
    expect(progress(without)).toBe(progress(after) + 1)
  })

  it('of which nothing is known teaches nothing', () => {
    const late = [call(1000, undefined), 8000] as const
    const again = [call(9000, page('storks')), 9200] as const
    const after = received(onTime, settled, late, again, [end, 95_000])
    expect(progress(after)).toBe(progress(received(onTime, settled, again, [end, 95_000])))
  })

  it('is no evidence of a pattern', () => {
    const same = Array.from({ length: 6 }, (_, i) => [call(1000 + i * 10, 'the same'), 8000 + i] as const)
    const memory = received(onTime, settled, ...same.slice(0, 2), [end, 95_000])
    expect(memory.nudges).toBe(0)
  })
})

describe('progress that the agent reports', () => {
  it('begins the patterns anew, and is progress', () => {
    const script = new Script().times(6, (run) => run.call({ gives: 'the same' }).progress())
    const { decisions, memory } = judge(createMemory('r', 'sdk', 'x'), script.steps, policyOf())
    expect(decisions).toEqual([])
    expect(memory.state.lanes[0]).toMatchObject({ progressCount: 7, tried: [], stale: 0 })
  })
})

describe('a text that the agent says again', () => {
  const restated = (...texts: readonly string[]): number => {
    const script = new Script()
    for (const text of texts) script.model(text)
    return (
      judge(createMemory('r', 'sdk', 'x'), script.steps, policyOf()).memory.state.lanes[0]?.restated ?? -1
    )
  }
  const long = 'the invoice of march was paid on the fourth of april by a transfer from the second account'

  it('counts when nearly all of its words are those of the one before', () => {
    expect(restated(long, long, long)).toBe(3)
    expect(restated(long, `${long} indeed`)).toBe(2)
    expect(restated(long, 'something else is said here, about herons and owls, and about the lake')).toBe(1)
    expect(restated(long, 'ok', long)).toBe(2)
    expect(restated('ok', 'ok')).toBe(0)
  })
})
