import { describe, expect, it } from 'vitest'
import { createMemory, judge, type RunMemory, type Step } from '@loop-observer/rules'
import { absorbLate, stepFacts } from '../../../rules/facts/step-facts.ts'
import type { LaneMemory } from '../../../rules/memory/lane-memory.ts'
import { laneOf } from '../../../rules/memory/lanes.ts'
import { draftOf } from '../../../rules/memory/run-memory.ts'
import { policyOf, Script } from '../../support/steps.ts'

const policy = policyOf()
const begun = (): RunMemory => createMemory('run', 'sdk', policy.version)

function laneAfter(steps: readonly Step[]): LaneMemory {
  const [lane] = judge(begun(), steps, policy).memory.state.lanes
  if (lane === undefined) throw new Error('there is one')
  return lane
}

describe('messages that say nearly the same', () => {
  /** Messages by the shingles of their words, ascending; null where no text was captured. */
  const restated = (...messages: readonly (readonly number[] | null)[]): number => {
    const script = new Script()
    for (const [i, shingles] of messages.entries()) script.model(shingles === null ? null : `text ${i}`)
    const steps = script.steps.map((step, i): Step => {
      const shingles = messages[i]
      if (step.kind !== 'model' || step.text === null || shingles === undefined || shingles === null)
        return step
      return { ...step, text: { ...step.text, shingles: Uint32Array.from(shingles) } }
    })
    return laneAfter(steps).restated
  }
  const from = (first: number, count: number): readonly number[] =>
    Array.from({ length: count }, (_, i) => first + i)

  it('share seven tenths of their shingles', () => {
    expect(restated(from(0, 20))).toBe(1)
    expect(restated(from(0, 20), from(0, 20))).toBe(2)
    // 14 of 20 are in both.
    expect(restated(from(0, 17), from(3, 17))).toBe(2)
    expect(restated(from(0, 17), from(4, 17))).toBe(1)
    expect(restated(from(3, 17), from(0, 17))).toBe(2)
    expect(restated(from(0, 14), from(0, 20))).toBe(2)
    expect(restated(from(0, 20), from(0, 14))).toBe(2)
    expect(restated(from(0, 13), from(0, 20))).toBe(1)
    expect(restated(from(0, 20), from(50, 20))).toBe(1)
  })

  it('have eight shingles at least; what is shorter, or was not captured, does not count between', () => {
    expect(restated(from(0, 8))).toBe(1)
    expect(restated(from(0, 7))).toBe(0)
    expect(restated(from(0, 8), from(0, 7), null, from(0, 8))).toBe(2)
  })
})

describe('a message', () => {
  it('is a chance to change course where another one came just before', () => {
    expect(laneAfter(new Script().model('one').steps)).toMatchObject({ turn: 1, messages: 1, acts: 0 })
    expect(laneAfter(new Script().model('one').model('two').steps)).toMatchObject({ messages: 2, acts: 1 })
    expect(laneAfter(new Script().model(null).model('two').steps)).toMatchObject({
      turn: 2,
      messages: 1,
      acts: 0,
    })
  })

  it('is counted with those that are equal, in a row', () => {
    expect(laneAfter(new Script().model('one').model('one').model('one').steps).equalMessages).toBe(3)
    expect(laneAfter(new Script().model('one').model('one').model('two').steps).equalMessages).toBe(1)
    expect(laneAfter(new Script().model('one').call().model('one').steps)).toMatchObject({
      messages: 1,
      equalMessages: 1,
    })
  })
})

describe('a word of a person', () => {
  it('begins the patterns anew, and halves the stretch without progress', () => {
    const stuck = new Script().times(7, (run, i) => run.call({ args: { i }, fails: `no page ${i}` }))
    const before = laneAfter(stuck.steps)
    expect(before.stale).toBe(7)
    expect(laneAfter(stuck.user().steps)).toMatchObject({ stale: 3, patternsFrom: before.ordinal + 1 })
  })

  it('makes what was said before no restatement, and a passed check no end of the work', () => {
    const long = 'the invoice of march was paid on the fourth of april by a transfer from the second account'
    const script = new Script().check('unit', []).model(long).model(long)
    expect(laneAfter(script.steps)).toMatchObject({ checkPassed: true, restated: 2, messages: 2 })
    expect(laneAfter(script.user().steps)).toMatchObject({
      checkPassed: false,
      restated: 0,
      messages: 0,
      equalMessages: 0,
    })
  })
})

describe('progress that is reported', () => {
  it('ends the stretch without it', () => {
    const stuck = new Script().times(3, (run, i) => run.call({ args: { i }, fails: `no page ${i}` }))
    expect(laneAfter(stuck.steps)).toMatchObject({ stale: 3, tried: ['lookup'], progressCount: 0 })
    expect(laneAfter(stuck.progress().steps)).toMatchObject({
      stale: 0,
      tried: [],
      progressCount: 1,
      patternsFrom: 4,
    })
  })
})

describe('a check', () => {
  it('is a chance to change course, unless it was recognised in the output of a call', () => {
    const steps = new Script().check('unit', ['a']).steps
    expect(laneAfter(steps)).toMatchObject({ acts: 1, checkPassed: false })
    const recognised = steps.map((step) => (step.kind === 'check' ? { ...step, call: 's9' } : step))
    expect(laneAfter(recognised).acts).toBe(0)
    expect(laneAfter(new Script().check('unit', []).steps).checkPassed).toBe(true)
  })
})

describe('a step that comes too late', () => {
  /** After a call that settled, the step given, numbered before it. */
  const late = (step: Step) => {
    const { memory } = judge(
      begun(),
      new Script().call({ gives: 'a page' }).call({ gives: 'more' }).steps,
      policy,
    )
    return judge(memory, [{ ...step, id: 'late', sequence: 0 }], policy)
  }
  const only = (script: Script): Step => {
    const [step] = script.steps
    if (step === undefined) throw new Error('one step')
    return step
  }

  it('that shows a bar raises it all the same', () => {
    const { memory, findings } = late(only(new Script().bar({ lines: 'all' })))
    expect(memory.state.bar.map(({ name }) => name)).toEqual(['lines'])
    expect(findings).toEqual([])
  })

  it('of any kind changes nothing else in its lane', () => {
    const lane = (step: Step) => late(step).memory.state.lanes[0]
    const calm = { ordinal: 2, acts: 2, messages: 0, checkPassed: false, failedInRow: 0, toolCount: 2 }
    for (const script of [
      new Script().call({ fails: 'no' }),
      new Script().model('said'),
      new Script().check('unit', ['a']),
      new Script().user(),
      new Script().progress(),
    ])
      expect(lane(only(script))).toMatchObject(calm)
  })
})

describe('what the rules read about a step', () => {
  const base = () => {
    const draft = draftOf(begun())
    const lane = laneOf(draft.state, 'main')
    return { draft, context: { lane, policy, totals: draft.totals, limits: policy.limits } }
  }
  const kindOf = (script: Script, read: typeof stepFacts): string => {
    const { draft, context } = base()
    const [step] = script.steps
    if (step === undefined) throw new Error('one step')
    const facts = read(step, draft, context)
    expect(facts.step).toBe(step)
    expect(facts.lane).toBe(context.lane)
    return facts.kind
  }

  it('is told by its kind; a call, a message, a check or a bar that came too late is only late', () => {
    const kinds = [
      new Script().call(),
      new Script().model('x'),
      new Script().check('unit', []),
      new Script().bar({ lines: 'all' }),
      new Script().user(),
      new Script().progress(),
      new Script().agentLimit('turns'),
    ].map((script) => [kindOf(script, stepFacts), kindOf(script, absorbLate)])
    expect(kinds).toEqual([
      ['tool', 'late'],
      ['model', 'late'],
      ['check', 'late'],
      ['bar', 'late'],
      ['other', 'other'],
      ['other', 'other'],
      ['other', 'other'],
    ])
  })

  it('is of an agent that met its own limit that the run has ended', () => {
    const { memory } = judge(begun(), new Script().call().agentLimit('turns').steps, policy)
    expect(memory.outcome).not.toBe('open')
    expect(judge(begun(), new Script().call().user().steps, policy).memory.outcome).toBe('open')
  })
})
