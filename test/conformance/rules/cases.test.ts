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

/** Cases that wait for rules not written yet: convergence, livelock, bar_lowered and completion. */
const pending = [
  ...['stop-041-a', 'stop-052-a', 'stop-052-b', 'stop-053-a', 'stop-053-b', 'stop-054-a', 'stop-055-a'],
  'stop-056-a',
]

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

const isPending = ({ run, expected }: Case): boolean =>
  expected.verdict === 'verdict' || pending.includes(run.run_id)

function replayed(run: RecordedRun): Replayed {
  return replayRun(run, builtinPolicy, { hashing, keys: defaultTraits })
}

describe('the conformance cases, under balanced', () => {
  it.each(cases.filter((each) => !isPending(each)).map((each) => [each.run.run_id, each] as const))(
    '%s',
    (_, { run, expected }) => {
      const { decisions } = replayed(run)
      if (expected.verdict === 'continue') return expect(decisions).toEqual([])
      if (expected.verdict === 'verdict') return
      const [first] = decisions
      expect(first?.step).toBeGreaterThanOrEqual(expected.act_from)
      expect(first?.step).toBeLessThanOrEqual(expected.act_by)
      expect(expected.reasons).toContain(first?.reason)
      if (expected.halt_by === null) return
      const halt = decisions.find((each) => each.action !== 'nudge')
      expect(halt?.step).toBeLessThanOrEqual(expected.halt_by)
    },
  )

  it('names the cases that wait for later rules', () => {
    const waiting = cases.filter(isPending)
    console.info(
      `${waiting.length} of ${cases.length} cases wait: ${waiting.map(({ run }) => run.run_id).join(', ')}`,
    )
    expect(waiting.length).toBe(
      pending.length + cases.filter(({ expected }) => expected.verdict === 'verdict').length,
    )
  })

  it('never halts for a loop without a nudge before it, or two of other loops', () => {
    for (const { run } of cases) {
      const lanes = new Set<string>()
      let nudges = 0
      for (const { action, reason, lane } of replayed(run).decisions) {
        if (action === 'nudge') {
          lanes.add(lane)
          nudges++
        } else if (!reason.startsWith('budget_')) {
          expect([run.run_id, lanes.has(lane) || nudges === 2]).toEqual([run.run_id, true])
        }
      }
    }
  })
})
