import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { builtinPolicy, defaultTraits } from '@loop-observer/rules'
import { parseRecordedRun, type RecordedRun } from '../../../collector/replay/recorded-run.ts'
import { replayRun, type Replayed } from '../../../collector/replay/replay.ts'
import { hashing } from '../../support/steps.ts'

const expectation = z.discriminatedUnion('verdict', [
  z.object({ verdict: z.literal('continue') }),
  z.object({
    verdict: z.literal('stop'),
    reasons: z.array(z.string()),
    act_from: z.number(),
    act_by: z.number(),
    halt_by: z.number().nullable(),
  }),
  z.object({ verdict: z.literal('verdict'), check_verdicts: z.array(z.string()) }),
])

interface Case {
  readonly run: RecordedRun
  readonly expected: z.infer<typeof expectation>
}

const cases: readonly Case[] = readFileSync(
  new URL('../../fixtures/cases/cases.jsonl', import.meta.url),
  'utf8',
)
  .split('\n')
  .filter((line) => line !== '')
  .map((line, index) => {
    const value: unknown = JSON.parse(line)
    const { expect: expected } = z.object({ expect: expectation }).parse(value)
    return { run: parseRecordedRun(value, `cases.jsonl:${index + 1}`), expected }
  })

function replayed(run: RecordedRun): Replayed {
  return replayRun(run, builtinPolicy, { hashing, keys: defaultTraits })
}

/** Reasons that the ladder answers without a nudge. */
const immediate = /^(budget_.*|bar_lowered|livelock)$/

describe('the conformance cases, under balanced', () => {
  it.each(cases.map((each) => [each.run.run_id, each] as const))('%s', (_, { run, expected }) => {
    const { decisions, check_verdicts } = replayed(run)
    if (expected.verdict === 'continue') return expect(decisions).toEqual([])
    if (expected.verdict === 'verdict') return expect(check_verdicts).toEqual(expected.check_verdicts)
    const [first] = decisions
    expect(first?.step).toBeGreaterThanOrEqual(expected.act_from)
    expect(first?.step).toBeLessThanOrEqual(expected.act_by)
    expect(expected.reasons).toContain(first?.reason)
    if (expected.halt_by === null) return
    const halt = decisions.find((each) => each.action !== 'nudge')
    expect(halt?.step).toBeLessThanOrEqual(expected.halt_by)
  })

  it('never halts for a loop without a nudge before it, or two of other loops', () => {
    for (const { run } of cases) {
      const lanes = new Set<string>()
      let nudges = 0
      for (const { action, reason, lane } of replayed(run).decisions) {
        if (action === 'nudge') {
          lanes.add(lane)
          nudges++
        } else if (!immediate.test(reason)) {
          expect([run.run_id, lanes.has(lane) || nudges === 2]).toEqual([run.run_id, true])
        }
      }
    }
  })
})
