import { describe, expect, it } from 'vitest'
import { reportOf } from '../../../collector/report/report.ts'
import { withPass, type PassCounts } from '../../../collector/store/pass-counts.ts'
import { summary, totals } from './summaries.ts'

describe('how runs ended', () => {
  it('is told by outcome and reason, with averages, what is known of correctness, and what was verified', () => {
    const clean = { check: 'unit', failures: 0, set: 1 }
    const failing = { check: 'unit', failures: 2, set: 2 }
    const { runs, terminations } = reportOf([
      summary({ correct: true, check: clean, totals: totals(2, 0.02) }),
      summary({ correct: true, check: failing, totals: totals(4, 0.04) }),
      summary({ correct: false, totals: totals(6, 0.06) }),
      summary({ outcome: 'halted', reason: 'exhaustion' }),
    ])
    expect(runs).toBe(4)
    expect(terminations).toEqual([
      {
        outcome: 'answered',
        reason: null,
        runs: 3,
        averageSteps: 4,
        averageCostUsd: expect.closeTo(0.04) as number,
        correctRatio: 2 / 3,
        correctKnown: 3,
        verifiedRatio: 0.5,
        checked: 2,
      },
      expect.objectContaining({
        outcome: 'halted',
        reason: 'exhaustion',
        correctRatio: null,
        verifiedRatio: null,
      }),
    ])
  })

  it('names the limit of the framework where that ended the run', () => {
    const limit = { reason: 'agent_limit', class: 'exhaustion' } as const
    const { terminations } = reportOf([
      summary({ outcome: 'failed', limit }),
      summary({ outcome: 'lost', limit }),
      summary({ limit }),
      summary({ outcome: 'failed', limit: { reason: 'budget_steps', class: 'exhaustion' } }),
    ])
    expect(terminations.map(({ outcome, reason }) => [outcome, reason])).toEqual([
      ['failed', 'agent_limit'],
      ['lost', 'agent_limit'],
      ['answered', null],
      ['failed', null],
    ])
  })

  it('is nothing without runs', () => {
    expect(reportOf([])).toEqual({
      runs: 0,
      terminations: [],
      limitHits: [],
      higherLimitWouldHelpRatio: null,
      higherLimit: null,
      checks: {
        runs: 0,
        runsWithout: 0,
        answeredWithout: 0,
        passes: 0,
        loops: 0,
        verdicts: {},
        passesPerLoop: [],
      },
      judgeModel: null,
    })
  })
})

describe('limits that were hit', () => {
  const hit = (name: 'genuine_complexity' | 'exhaustion' | 'oscillation', agent: string, costUsd: number) =>
    summary({
      agent,
      outcome: 'halted',
      reason: 'budget_steps',
      limit: { reason: 'budget_steps', class: name },
      totals: totals(8, costUsd),
    })
  const hits = [
    hit('exhaustion', 'research', 0.5),
    hit('exhaustion', 'research', 0.25),
    hit('oscillation', 'research', 0.25),
    hit('genuine_complexity', 'planner', 1),
  ]

  it('are classified, with what a higher one would help and cost', () => {
    const { limitHits, higherLimit, higherLimitWouldHelpRatio } = reportOf([...hits, summary()])
    expect(higherLimitWouldHelpRatio).toBe(0.25)
    expect(higherLimit).toEqual({
      runs: 4,
      helped: 1,
      helpedRatio: 0.25,
      averageSteps: 8,
      averageCostUsd: 0.5,
      otherTokens: 2400,
      otherCostUsd: 1,
    })
    expect(limitHits).toMatchObject([
      {
        reason: 'budget_steps',
        runs: 4,
        classes: { exhaustion: 2, oscillation: 1, genuine_complexity: 1 },
        newest: hits.map(({ run }) => run).toReversed(),
      },
    ])
  })

  it('are told for each route, because a limit is raised for one and not for all', () => {
    const [row] = reportOf(hits).limitHits
    expect(row?.routes).toMatchObject([
      { agent: 'research', attributes: {}, runs: 3, helpedRatio: 0, otherCostUsd: 1 },
      { agent: 'planner', attributes: {}, runs: 1, helpedRatio: 1, otherCostUsd: 0 },
    ])
    const byTeam = ['a', 'a', 'b'].map((team) =>
      summary({ attributes: { team }, limit: { reason: 'agent_limit', class: 'exhaustion' } }),
    )
    expect(reportOf(byTeam).limitHits[0]?.routes).toMatchObject([
      { attributes: { team: 'a' }, runs: 2 },
      { attributes: { team: 'b' }, runs: 1 },
    ])
  })
})

describe('checks', () => {
  const passes = (...all: readonly Parameters<typeof withPass>[1][]): PassCounts | undefined =>
    all.reduce<PassCounts | undefined>(withPass, undefined)
  const pass = (verdict: 'too_early' | 'done' | 'stuck' | 'continue', number: number) => ({
    step: 's',
    verdict,
    pass: number,
  })

  it('are summed up by verdict and by how many passes a loop took; runs without any are counted', () => {
    const counts = passes(pass('too_early', 1), pass('stuck', 2), pass('stuck', 3), pass('done', 1))
    expect(counts).toEqual({ verdicts: { too_early: 1, stuck: 2, done: 1 }, loops: [1, 0, 1] })
    const check = { check: 'unit', failures: 0, set: 1 }
    const once = passes(pass('done', 1))
    const { checks } = reportOf([
      summary({ check, ...(counts === undefined ? {} : { passes: counts }) }),
      summary({ check, ...(once === undefined ? {} : { passes: once }) }),
      summary(),
      summary({ outcome: 'lost' }),
    ])
    expect(checks).toEqual({
      runs: 2,
      runsWithout: 2,
      answeredWithout: 1,
      passes: 5,
      loops: 3,
      verdicts: { done: 2, stuck: 2, too_early: 1 },
      passesPerLoop: [2, 0, 1],
    })
  })

  it('count long loops together', () => {
    const long = Array.from({ length: 12 }, (_, i) => pass('continue', i + 1))
    expect(passes(...long)).toEqual({ verdicts: { continue: 12 }, loops: [0, 0, 0, 0, 0, 0, 0, 1] })
  })
})
