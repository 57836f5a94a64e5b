import { describe, expect, it } from 'vitest'
import { judgeModelText } from '../../../collector/cli/judge-model-text.ts'
import { judgeModelReport } from '../../../collector/report/judge-model-report.ts'
import type { JudgeModelUse } from '../../../collector/store/judge-model-use.ts'
import type { RunSummary } from '../../../collector/store/store.ts'
import { summary } from '../../conformance/stores/builders.ts'

function run(steps: number, use: Partial<JudgeModelUse> | null, more: Partial<RunSummary> = {}): RunSummary {
  const base = summary('default/r')
  const asked: JudgeModelUse = {
    calls: 2,
    failed: 0,
    turn: 3,
    tokens: 1000,
    costUsd: 0.001,
    answerableAt: null,
    acted: null,
    ...use,
  }
  return {
    ...base,
    agent: 'a',
    outcome: 'answered',
    totals: { ...base.totals, steps, costUsd: steps * 0.01 },
    ...more,
    ...(use === null ? {} : { judgeModel: asked }),
  }
}

describe('what a judge model cost against what it saved', () => {
  it('is not reported where none was asked', () => {
    expect(judgeModelReport([run(5, null)])).toBeNull()
  })

  it('adds up calls, tokens, cost, and what came of its word', () => {
    const report = judgeModelReport([
      run(4, { answerableAt: 3, acted: 'nudge' }),
      run(6, { answerableAt: 2, acted: 'halt' }),
      run(12, { answerableAt: 8, failed: 1 }),
      run(10, null),
    ])
    expect(report).toMatchObject({
      runs: 3,
      calls: 6,
      failedCalls: 1,
      tokens: 3000,
      answerableRuns: 3,
      nudgedRuns: 1,
      haltedRuns: 1,
      turnsAfter: 1 + 4 + 4,
    })
    expect(report?.costUsd).toBeCloseTo(0.003)
  })

  it('takes for saved what the runs were shorter than others of their agent, longer ones against it', () => {
    const report = judgeModelReport([
      run(4, { acted: 'halt' }),
      run(12, { acted: 'nudge' }),
      run(10, null),
      run(14, { answerableAt: 5 }),
      run(100, null, { agent: 'another' }),
      run(100, null, { outcome: 'open' }),
    ])
    // Two others took 12 turns on average, at a cent each.
    expect(report?.turnsSaved).toBeCloseTo(8 + 0)
    expect(report?.savedUsd).toBeCloseTo(0.08)
  })

  it('says that it cannot be told where there is nothing to compare with, and no cost without prices', () => {
    const report = judgeModelReport([
      run(4, { acted: 'halt', costUsd: null }),
      run(9, null, { agent: 'another' }),
    ])
    expect(report).toMatchObject({ turnsSaved: null, savedUsd: null, costUsd: null })
    const text = report === null ? '' : judgeModelText(report)
    expect(text).toContain('cost not known')
    expect(text).toContain('What that saved cannot be told')
  })

  it('is told to a person in three lines', () => {
    const report = judgeModelReport([run(4, { answerableAt: 3, acted: 'halt', failed: 1 }), run(10, null)])
    expect(report === null ? '' : judgeModelText(report)).toBe(
      [
        'The judge model was asked 2 times, 1 without an opinion, about 1 run: 1000 tokens, $0.0010.',
        'It held 1 run for answerable, which then took 1 more turn; 0 nudged, 1 stopped on its word.',
        'Beside runs of the same agents that nothing was done about, that saved about 6 turns, $0.0600.',
      ].join('\n'),
    )
  })
})
