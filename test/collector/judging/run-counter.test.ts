import { builtinPolicy, resolvePolicy, type Decision, type StepRecord } from '@loop-observer/rules'
import { describe, expect, it } from 'vitest'
import { runCounter } from '../../../collector/judging/run-counter.ts'
import { agentLabels } from '../../../collector/metrics/agent-label.ts'
import { createMetrics } from '../../../collector/metrics/metrics.ts'
import { decision, record, summary, type SummaryPart } from '../../conformance/stores/builders.ts'

const key = 'default/run-1'
const policyOf = (steps: number | null) => ({
  ...resolvePolicy(builtinPolicy, { source: 'sdk', agent: null, attributes: {} }),
  limits: { steps, toolCalls: null, tokens: null, costUsd: null, seconds: null, effects: null },
})

interface Change {
  readonly before?: SummaryPart | null
  readonly after: SummaryPart
  readonly decisions?: readonly Partial<Decision>[]
  readonly records?: readonly StepRecord[]
  readonly limit?: number | null
}

/** The lines of the metrics that these changes leave, without prefix. */
async function counted(...changes: readonly Change[]): Promise<readonly string[]> {
  const metrics = createMetrics({ process: false })
  const count = runCounter(metrics)
  for (const { before = {}, after, decisions = [], records = [], limit = 25 } of changes) {
    count(records, before === null ? null : summary(key, before), {
      summary: summary(key, after),
      decisions: decisions.map((part) => ({ ...decision(key, 1), ...part })),
      budgetWarnings: [],
      policy: policyOf(limit),
    })
  }
  const { text } = await metrics.render()
  return [...text.matchAll(/^loop_observer_((?:runs|nudges|limit|steps_saved|cost)\S* .*)$/gm)].map(
    ([, line = '']) => line,
  )
}

const ack: StepRecord = {
  step: { ...record('x').step, kind: 'ack', id: 'ack:1', seq: 1, stage: 'delivered' } as StepRecord['step'],
  preview: null,
}

describe('runs are counted', () => {
  it('by outcome, reason and agent when they end, and once', async () => {
    const ended = { outcome: 'answered', agent: 'billing' } as const
    expect(await counted({ after: ended }, { before: ended, after: ended })).toEqual([
      'runs_ended_total{outcome="answered",reason="none",agent="billing"} 1',
    ])
  })

  it('by what was known of them later', async () => {
    const stopped = { outcome: 'halted', reason: 'repetition', agent: null } as const
    expect(await counted({ before: stopped, after: { ...stopped, correct: false } })).toEqual([
      'runs_marked_total{outcome="halted",reason="repetition",correct="false"} 1',
    ])
  })

  it('by the limit that they met, what they were doing, and agent', async () => {
    const limit = { reason: 'agent_limit', class: 'exhaustion' } as const
    expect(await counted({ after: { limit } }, { before: { limit }, after: { limit } })).toEqual([
      'limit_hits_total{reason="agent_limit",class="exhaustion",agent="billing"} 1',
    ])
  })
})

describe('nudges are counted', () => {
  it('as told, delivered and obeyed when the run then ends unstopped', async () => {
    expect(
      await counted(
        { after: { nudges: 1 } },
        { before: { nudges: 1 }, after: { nudges: 1 }, records: [ack] },
        { before: { nudges: 1 }, after: { nudges: 1, outcome: 'answered' } },
      ),
    ).toEqual(
      expect.arrayContaining(
        ['told', 'delivered', 'obeyed'].map((result) => `nudges_total{result="${result}"} 1`),
      ),
    )
  })

  it('as ignored when the run is stopped for a loop all the same, not for a limit', async () => {
    const stopped = { nudges: 1, halted: true, outcome: 'halted', reason: 'repetition' } as const
    const halt = { action: 'halt', enforced: true } as const
    expect(await counted({ before: { nudges: 1 }, after: stopped, decisions: [halt] })).toContain(
      'nudges_total{result="ignored"} 1',
    )
    const limited = await counted({
      before: { nudges: 1 },
      after: { ...stopped, reason: 'budget_cost' },
      decisions: [{ ...halt, reason: 'budget_cost' }],
    })
    expect(limited.filter((line) => line.startsWith('nudges'))).toEqual([])
  })
})

describe('savings are estimated', () => {
  const halt = {
    action: 'halt',
    enforced: true,
    totals: { ...decision(key, 1).totals, steps: 5, costUsd: 0.1 },
  } as const

  it('as the turns left to the step limit, at the cost that turns had', async () => {
    expect(await counted({ after: {}, decisions: [halt] })).toEqual([
      'steps_saved_estimate_total{reason="repetition",enforced="true"} 20',
      'cost_saved_estimate_usd_total{reason="repetition",enforced="true"} 0.4',
    ])
  })

  it('apart for what was only recorded, and not without a limit, for a nudge, a lane or a limit', async () => {
    expect(await counted({ after: {}, decisions: [{ ...halt, enforced: false }] })).toContain(
      'steps_saved_estimate_total{reason="repetition",enforced="false"} 20',
    )
    const nothing = await counted(
      { after: {}, decisions: [halt], limit: null },
      {
        after: {},
        decisions: [
          { ...halt, action: 'nudge' },
          { ...halt, scope: 'lane' },
        ],
      },
      { after: {}, decisions: [{ ...halt, reason: 'budget_steps' }] },
    )
    expect(nothing).toEqual([])
  })
})

describe('the agent label', () => {
  it('tells so many names apart and no more, and those that have none', () => {
    const label = agentLabels(2)
    expect(['a', 'b', 'c', 'a', null].map(label)).toEqual(['a', 'b', 'other', 'a', 'unnamed'])
  })
})
