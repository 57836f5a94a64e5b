import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { builtinPolicy, defaultTraits } from '@loop-observer/rules'
import { calibrate } from '../../../collector/calibrate/calibrate.ts'
import { upperBound } from '../../../collector/calibrate/exact-bound.ts'
import { policyFragment } from '../../../collector/calibrate/fragment.ts'
import { fewestScores, stopLine } from '../../../collector/calibrate/stop-line.ts'
import { readPolicy } from '../../../collector/config/read-policy.ts'
import { parseRecordedRun, type RecordedRun } from '../../../collector/replay/recorded-run.ts'
import { rules } from '@loop-observer/rules'
import { hashing } from '../../support/steps.ts'

const extraction = { hashing, keys: defaultTraits }

function goodRun(task: string, calls: number, more: object = {}): RecordedRun {
  const steps = Array.from({ length: calls }, (_, i) => ({
    i,
    tool: 'read',
    args: { page: i },
    observation: `page ${i} of ${task}`,
    ok: true,
    at: i * 1000,
    took: 100,
    tokens_in: 90,
    tokens_out: 10,
  }))
  return parseRecordedRun(
    { v: 1, run_id: `${task} ${calls}`, agent: 'reader', task, success: true, steps, ...more },
    task,
  )
}

describe('the stop line', () => {
  it('is the k-th smallest of n scores, k = ceil((n + 1)(1 − alpha))', () => {
    const scores = Array.from({ length: 19 }, (_, i) => i + 1)
    expect(stopLine(scores, 0.05)).toBe(19)
    expect(stopLine([...scores, 20], 0.1)).toBe(19)
    expect(stopLine(scores.slice(1), 0.05)).toBeNull()
  })

  it('needs 19 scores at 5 % and 99 at 1 %', () => {
    expect([fewestScores(0.05), fewestScores(0.01)]).toEqual([19, 99])
  })

  it('is exceeded by at most alpha of fresh runs, on average over draws', () => {
    let exceeded = 0
    let draws = 0
    fc.assert(
      fc.property(
        fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { minLength: 40, maxLength: 40 }),
        (scores) => {
          const [fresh = 0, ...known] = scores
          draws++
          if (fresh > (stopLine(known, 0.1) ?? Infinity)) exceeded++
        },
      ),
      { numRuns: 2000, seed: 7 },
    )
    expect(exceeded / draws).toBeLessThan(0.13)
  })
})

describe('calibration', () => {
  const runs = Array.from({ length: 20 }, (_, k) => goodRun(`task ${k}`, k + 1))

  it('sets budgets that every good run but the last few stays below', () => {
    const { budgets } = calibrate(runs, 0.05, builtinPolicy, extraction)
    expect(budgets).toEqual([{ agent: 'reader', runs: 20, limits: { steps: 21, tokens: 2001, seconds: 20 } }])
  })

  it('takes one run a task, and only runs that ended well', () => {
    const more = [goodRun('task 3', 400), goodRun('task 99', 500, { success: false })]
    const { budgets, leftOut } = calibrate([...runs, ...more], 0.05, builtinPolicy, extraction)
    expect(budgets[0]).toMatchObject({ runs: 20, limits: { steps: 21 } })
    expect(leftOut).toBe(2)
  })

  it('promises nothing on too little', () => {
    const { budgets } = calibrate(runs.slice(0, 10), 0.05, builtinPolicy, extraction)
    expect(budgets).toEqual([{ agent: 'reader', runs: 10, limits: null }])
  })

  it('writes a policy that can be read, without ceilings on effects or cost', () => {
    const text = policyFragment(calibrate(runs, 0.05, builtinPolicy, extraction))
    const { policy } = readPolicy(text, 'fragment.yaml', rules)
    expect(policy.routes).toEqual([{ agent: 'reader', limits: { steps: 21, tokens: 2001, seconds: 20 } }])
    expect(text).toContain('Effects and cost have no calibrated ceiling')
  })
})

describe('the bound of a rate', () => {
  it('is exact', () => {
    expect(upperBound(0, 59)).toBeCloseTo(0.0495, 3)
    expect(upperBound(5, 510)).toBeCloseTo(0.0205, 3)
    expect(upperBound(3, 3)).toBe(1)
  })
})
