import { describe, expect, it } from 'vitest'
import {
  barOf,
  createMemory,
  judge,
  numberInBar,
  raiseBar,
  type BarStep,
  type RunMemory,
  type Step,
} from '@loop-observer/rules'
import { judgeOneByOne, policyOf, Script } from '../../support/steps.ts'

const policy = policyOf()

function told(part: Partial<BarStep>, id = 'bar'): BarStep {
  const base = { startedAtMs: 1, endedAtMs: 1, receivedAtMs: 1, sequence: null, traceId: null, spanId: null }
  return { ...base, id, lane: '*', kind: 'bar', bar: {}, ...part }
}

function after(steps: readonly Step[], from = createMemory('run', 'sdk', policy.version)): RunMemory {
  return judge(from, steps, policy).memory
}

const names = (memory: RunMemory): readonly string[] => barOf(memory).criteria.map(({ name }) => name)

describe('a bar that is told from outside of the run', () => {
  it('is frozen at once, and makes no lane', () => {
    const memory = after([told({ bar: { tests: 'd1', types: 'd2' } })])
    expect(names(memory)).toEqual(['tests', 'types'])
    expect(memory.state.lanes).toEqual([])
  })

  it('is what later checks measure against', () => {
    const lower = new Script().check('verify', [], { tests: 'd1' })
    const { story } = judgeOneByOne([told({ bar: { tests: 'd1', types: 'd2' } }), ...lower.steps])
    expect(story).toEqual(['halt bar_lowered @0'])
  })

  it('rises and never falls: what it says otherwise, it does not say', () => {
    const memory = after([
      told({ bar: { tests: 'd1' } }, 'a'),
      told({ bar: { tests: 'rewritten', lint: 'd3' } }, 'b'),
    ])
    expect(names(memory)).toEqual(['tests', 'lint'])
    expect(raiseBar({ bar: [...barOf(memory).criteria] }, { tests: 'd1', lint: 'd3' })).toEqual([])
  })

  it('loses what a person retires, and that does not come back', () => {
    const retired = after([
      told({ bar: { tests: 'd1', types: 'd2' } }, 'a'),
      told({ retired: ['types'] }, 'b'),
    ])
    expect(barOf(retired)).toMatchObject({ criteria: [{ name: 'tests' }], retired: ['types'] })
    expect(names(after([told({ bar: { types: 'd2' } }, 'c')], retired))).toEqual(['tests'])
    const checks = new Script()
      .check('verify', ['x'], { tests: 'd1', types: 'd2' })
      .check('verify', [], { tests: 'd1' })
    expect(judge(retired, checks.steps, policy).decisions).toEqual([])
  })
})

describe('the bar of a parent run', () => {
  const parent = after([told({ bar: { tests: 'd1', types: 'd2' } })])
  const child = after([told({ inherited: barOf(parent).criteria })])

  it('holds in the child: a criterion that reads otherwise is a bar lowered', () => {
    const rewritten = new Script().check('verify', [], { tests: 'weaker' })
    expect(judge(child, rewritten.steps, policy).decisions).toMatchObject([{ reason: 'bar_lowered' }])
  })

  it('need not be restated: the child may add criteria of its own, which must be', () => {
    const own = new Script().check('part', ['x'], { mine: 'd9' }).check('part', [], { mine: 'd9' })
    expect(judge(child, own.steps, policy).decisions).toEqual([])
    const dropped = new Script().check('part', ['x'], { mine: 'd9' }).check('part', [], { tests: 'd1' })
    expect(judge(child, dropped.steps, policy).decisions).toMatchObject([{ reason: 'bar_lowered' }])
  })
})

describe('a bar falls', () => {
  const script = () => new Script()
  const bar = { 'a finds two sources': 'd1', 'b is dated': 'd2', 'tests run': numberInBar(214) }
  const without = (name: keyof typeof bar) =>
    Object.fromEntries(Object.entries(bar).filter(([each]) => each !== name))

  it.each([
    ['a criterion is removed, or a test deleted', without('b is dated')],
    ['a criterion is rewritten or narrowed, or a test skipped', { ...bar, 'b is dated': 'd2, skipped' }],
    ['fewer tests are run, so that fewer fail', { ...bar, 'tests run': numberInBar(213) }],
    ['the number of tests is told no more', without('tests run')],
    ['a number becomes words', { ...bar, 'tests run': 'most of them' }],
    ['words become a number', { ...bar, 'b is dated': numberInBar(1) }],
  ])('when %s: halted without a nudge, and the pass does not count', (_, lowered) => {
    const steps = script().check('unit tests', ['x', 'y'], bar).check('unit tests', [], lowered).steps
    expect(judgeOneByOne(steps).story).toEqual(['halt bar_lowered @1'])
  })

  it.each([
    ['more tests are run', { ...bar, 'tests run': numberInBar(300) }],
    ['a criterion is added', { ...bar, 'c is short': 'd3' }],
    ['nothing changes', bar],
  ])('not when %s', (_, raised) => {
    const steps = script().check('unit tests', ['x'], bar).check('unit tests', [], raised).steps
    expect(judgeOneByOne(steps).story).toEqual([])
  })

  it('below the highest number that was reached', () => {
    const at = (count: number) => ({ 'tests run': numberInBar(count) })
    const steps = script()
      .check('unit tests', ['x'], at(10))
      .check('unit tests', ['y'], at(12))
      .check('unit tests', [], at(11)).steps
    expect(judgeOneByOne(steps).story).toEqual(['halt bar_lowered @2'])
  })

  it('also below a number that was registered from outside, or is the parent run’s', () => {
    const frame = [
      told({ bar: { 'tests run': numberInBar(10) } }, 'a'),
      told({ bar: { 'tests run': numberInBar(12) } }, 'b'),
    ]
    const lower = script().check('unit tests', [], { 'tests run': numberInBar(11) })
    expect(judgeOneByOne([...frame, ...lower.steps]).story).toEqual(['halt bar_lowered @0'])
    const parent = after(frame)
    const child = after([told({ inherited: barOf(parent).criteria })])
    expect(judge(child, lower.steps, policy).decisions).toMatchObject([{ reason: 'bar_lowered' }])
  })
})
