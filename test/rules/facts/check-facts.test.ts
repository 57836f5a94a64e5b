import { describe, expect, it } from 'vitest'
import { judgePass, judgeSeries, type PassJudgement } from '../../../rules/facts/check-facts.ts'
import { judgeOneByOne, Script } from '../../support/steps.ts'

/** Passes of one check, each by its failures, one letter each: what the last one says. */
function last(...passes: readonly string[]): PassJudgement {
  let judged: PassJudgement | null = null
  for (const failures of passes)
    judged = judgePass(judged?.passes ?? null, { check: 'unit', failures: failures.split('') })
  if (judged === null) throw new Error('one pass at least')
  return judged
}

const verdict = (...passes: readonly string[]): string => last(...passes).verdict

describe('what a pass says', () => {
  it.each([
    [['abc'], 'too_early'],
    [['abc', 'ab'], 'too_early'],
    [['abc', 'abcd'], 'too_early'],
    [['abc', 'cba'], 'stuck'],
    [['ab', 'aab'], 'too_early'],
    [['abc', 'ab', 'a'], 'continue'],
    [['abc', 'ab', 'xyz'], 'growing'],
    [['abc', 'ab', 'xy'], 'flat'],
    [['abc', 'ab', 'bca'], 'oscillating'],
    [['abc', 'ab', 'ba'], 'stuck'],
    [['abc', 'ab', 'a', 'abc'], 'growing'],
    [['abc', 'ab', 'a', ''], 'done'],
    [[''], 'done'],
    [['ab', '', 'ab'], 'too_early'],
    [['ab', 'a', '', 'ab', 'a'], 'too_early'],
  ])('%j is %s', (passes, expected) => {
    expect(verdict(...passes)).toBe(expected)
  })

  it('is told by the failures, not by their order; a copy is one more', () => {
    const sets = ['ab', 'ba', 'aab', 'a'].map((failures) => last(failures).passes.sets[0])
    expect(sets[0]).toBe(sets[1])
    expect(new Set(sets).size).toBe(3)
    const of = (...failures: readonly string[]): number | undefined =>
      judgePass(null, { check: 'unit', failures }).passes.sets[0]
    expect(of('a', 'b')).not.toBe(of('ab'))
  })

  it('is the number of failures before it, and of passes so far', () => {
    expect(last('abc').failuresBefore).toBeNull()
    expect(last('abc', 'ab').failuresBefore).toBe(3)
    expect(last('abc', '', 'ab').failuresBefore).toBeNull()
    expect(last('abc', 'ab', 'a').passes).toMatchObject({ count: 3, failures: [1, 2, 3] })
    expect(last('abcd', 'abc', 'ab', 'a').passes).toMatchObject({ count: 4, failures: [1, 2, 3] })
    expect(last('abcd', 'abc', 'ab', 'a').passes.sets).toHaveLength(2)
    expect(last('abc', 'ab', '', 'a').passes.count).toBe(1)
  })

  it('has nothing to do with another check', () => {
    const { passes } = last('abc', 'ab')
    expect(judgePass(passes, { check: 'lint', failures: ['a', 'b'] })).toMatchObject({
      verdict: 'too_early',
      failuresBefore: null,
      passes: { check: 'lint', count: 1 },
    })
  })
})

describe('how many passes remain', () => {
  const letters = (count: number): string => 'abcdefghijklmnopqrstuvwxyz'.slice(0, count)
  const remaining = (...counts: readonly number[]): number | null =>
    last(...counts.map(letters)).remainingPasses

  it('is told by the pace of the last three', () => {
    // Each leaves two thirds: of 4 less than one half in the sixth.
    expect(remaining(9, 6, 4)).toBe(6)
    expect(remaining(16, 4, 1)).toBe(1)
    expect(remaining(26, 9, 6, 4)).toBe(6)
  })

  it('cannot be told before the third, when nothing is left, or when nothing shrinks', () => {
    expect(remaining(8)).toBeNull()
    expect(remaining(8, 4)).toBeNull()
    expect(remaining(8, 4, 0)).toBeNull()
    expect(remaining(8, 4, 8)).toBeNull()
    expect(remaining(8, 4, 9)).toBeNull()
    expect(remaining(0, 4, 2)).toBeNull()
  })
})

describe('attempts at one task', () => {
  it('are judged as passes of one loop are', () => {
    const pass = (failures: string) => {
      const { passes } = last(failures)
      return { check: 'unit', set: passes.sets[0] ?? 0, failures: failures.length }
    }
    expect(judgeSeries([])).toBeNull()
    expect(judgeSeries(['abc', 'ab', 'a'].map(pass))).toEqual(last('abc', 'ab', 'a'))
    expect(judgeSeries(['ab', 'ab'].map(pass))?.verdict).toBe('stuck')
  })
})

describe('failed checks in a row', () => {
  it('are all that did not shrink, whatever their names, back to a clean one', () => {
    const failed = (script: Script): number | undefined =>
      judgeOneByOne(script.steps).memory.state.lanes[0]?.failedInRow
    const script = new Script().check('unit', ['a', 'b', 'c']).check('unit', ['a', 'b'])
    expect(failed(script)).toBe(2)
    expect(failed(script.check('unit', ['a']))).toBe(2)
    expect(failed(script.check('lint', ['x']))).toBe(3)
    expect(failed(script.check('unit', []))).toBe(0)
  })
})
