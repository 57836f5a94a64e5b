import { describe, expect, it } from 'vitest'
import { createMemory, judge } from '@loop-observer/rules'
import { judgeOneByOne, policyOf, Script } from '../../support/steps.ts'

/** Verdicts over passes of one check; the numbers are the errors of each pass. */
function verdictsOf(
  passes: readonly (readonly string[])[],
  names: readonly string[] = [],
): readonly string[] {
  const script = new Script()
  for (const [index, failures] of passes.entries()) {
    script
      .call({ tool: 'edit_file', args: { path: 'a.ts', new: `pass ${index}` }, gives: `edited ${index}` })
      .check(names[index] ?? 'build', failures)
  }
  const policy = policyOf('balanced', { rules: { convergence: { response: 'record' } } })
  return judge(createMemory('run', 'sdk', policy.version), script.steps, policy).verdicts.map(
    ({ verdict }) => verdict,
  )
}

const errors = (count: number, kind = 'x'): readonly string[] =>
  Array.from({ length: count }, (_, k) => `cannot find name ${kind}${'abcdefghij'[k]}`)

describe('the verdicts of convergence', () => {
  it.each([
    ['3, 1, the same 1', [errors(3), errors(1), errors(1)], ['too_early', 'too_early', 'stuck']],
    [
      '1, 1, 1, always others',
      [errors(1, 'p'), errors(1, 'q'), errors(1, 'r')],
      ['too_early', 'too_early', 'flat'],
    ],
    ['9, 1, 3', [errors(9, 'p'), errors(1, 'q'), errors(3, 'r')], ['too_early', 'too_early', 'growing']],
    ['7, 8, 9', [errors(7, 'p'), errors(8, 'q'), errors(9, 'r')], ['too_early', 'too_early', 'growing']],
    ['A, B, A', [errors(2, 'p'), errors(2, 'q'), errors(2, 'p')], ['too_early', 'too_early', 'oscillating']],
    ['12, 5, 1, 0', [errors(10), errors(5), errors(1), []], ['too_early', 'too_early', 'continue', 'done']],
  ])('%s', (_, passes, expected) => {
    expect(verdictsOf(passes)).toEqual(expected)
  })

  it('masks numbers: an error that moved down three lines is the same error', () => {
    expect(verdictsOf([['a.ts(12,3): error 7'], ['a.ts(15,3): error 7']])).toEqual(['too_early', 'stuck'])
  })

  it('starts again after a clean pass, which closed the loop', () => {
    expect(verdictsOf([errors(2), [], errors(1), errors(1, 'y'), errors(3)])).toEqual([
      'too_early',
      'done',
      'too_early',
      'too_early',
      'growing',
    ])
  })

  it('starts again when another check reports', () => {
    expect(verdictsOf([errors(1), errors(1), errors(1)], ['types', 'build', 'types'])).toEqual([
      'too_early',
      'too_early',
      'too_early',
    ])
  })
})

describe('convergence', () => {
  it('is told at the first pass that does not shrink, and ended at the next', () => {
    const script = new Script()
    for (const count of [7, 8, 9, 10]) script.check('build', errors(count, `p${count}`))
    expect(judgeOneByOne(script.steps).story).toEqual(['nudge convergence @2', 'halt convergence @3'])
  })

  it('ends the run at once under strict', () => {
    const script = new Script().check('build', errors(1)).check('build', errors(1))
    expect(judgeOneByOne(script.steps, policyOf('strict')).story).toEqual(['halt convergence @1'])
  })
})

describe('livelock', () => {
  it('gives up after five failed checks in a row, whatever their names, and calls a person', () => {
    const script = new Script()
    for (const [index, name] of ['types', 'unit', 'lint', 'types', 'build'].entries()) {
      script.check(name, errors(2, `kind ${index} `))
    }
    const { story, memory } = judgeOneByOne(script.steps)
    expect(story).toEqual(['escalate livelock @4'])
    expect(memory.outcome).toBe('abandoned')
  })

  it('does not count passes that shrank', () => {
    const script = new Script()
    for (const count of [9, 8, 7, 6, 5, 4, 3]) script.check('build', errors(count))
    expect(judgeOneByOne(script.steps).story).toEqual([])
  })
})

describe('livelock, where it only records', () => {
  it('says nothing of a pass that shrank, nor of a clean one, however many failed before', () => {
    const script = new Script()
    for (const count of [5, 6, 7, 8, 9, 4]) script.check('build', errors(count))
    const policy = policyOf('balanced', { rules: { livelock: { response: 'record' } }, mode: 'shadow' })
    const foundAt = ({ steps }: Script) =>
      judgeOneByOne(steps, policy)
        .findings.filter(({ reason }) => reason === 'livelock')
        .map(({ step }) => step)
    expect(foundAt(script)).toEqual(['s4'])
    expect(foundAt(script.check('build', []).check('build', errors(1)))).toEqual(['s4'])
  })
})

describe('bar_lowered', () => {
  const bar = { 'two sources': 'a1', dated: 'b1' }

  it.each([
    ['removed', { dated: 'b1' }],
    ['rewritten', { 'two sources': 'a2', dated: 'b1' }],
  ])('halts without a nudge when a criterion is %s', (_, lowered) => {
    const script = new Script().check('acceptance', ['one source'], bar).check('acceptance', [], lowered)
    expect(judgeOneByOne(script.steps).story).toEqual(['halt bar_lowered @1'])
  })

  it('lets a bar rise', () => {
    const script = new Script()
      .check('acceptance', ['one source'], bar)
      .check('acceptance', [], { ...bar, short: 'c1' })
    expect(judgeOneByOne(script.steps).story).toEqual([])
  })
})

describe('a bar that is registered before the first check', () => {
  const bar = { 'two sources': 'a1', dated: 'b1' }

  it('is the one that checks are held against', () => {
    const script = new Script().bar(bar).check('acceptance', [], { dated: 'b1' })
    expect(judgeOneByOne(script.steps).story).toEqual(['halt bar_lowered @1'])
  })

  it('holds for a check that shows none, and may be registered once more, or higher', () => {
    const script = new Script()
      .bar(bar)
      .check('acceptance', [])
      .bar(bar)
      .bar({ ...bar, short: 'c1' })
    expect(judgeOneByOne(script.steps).story).toEqual([])
  })

  it('is not registered lower', () => {
    const script = new Script().bar(bar).bar({ ...bar, dated: 'b2' })
    expect(judgeOneByOne(script.steps).story).toEqual(['halt bar_lowered @1'])
  })
})

describe('completion', () => {
  const look = (run: Script, index: number): Script =>
    run.call({ tool: ['read', 'diff', 'list'][index % 3] ?? '', args: { at: index }, gives: '' })

  it('speaks when the calls after a passed check bring nothing', () => {
    const script = new Script().check('acceptance', []).times(4, look)
    expect(judgeOneByOne(script.steps).findings.map(({ reason }) => reason)).toContain('completion')
  })

  it('is silent while the work after a passed check goes on', () => {
    const script = new Script()
      .check('acceptance', [])
      .times(8, (run, index) => run.call({ tool: 'write_file', args: { path: `f${index}` }, gives: 'ok' }))
    expect(judgeOneByOne(script.steps).story).toEqual([])
  })

  it('hears a conclusion restated in nearly the same words', () => {
    const said =
      'The account is past due by two hundred and the disputed invoice is the reason for it as far as I can see'
    const script = new Script().times(3, (run, index) =>
      run.model(`${said} ${['today', 'now', 'still'][index]}`),
    )
    expect(judgeOneByOne(script.steps).story).toEqual(['nudge completion @2'])
  })
})
