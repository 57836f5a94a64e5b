import { verdicts } from '@loop-observer/rules'
import { z } from 'zod'
import { count, limitClass, outcome, reason, timeMs } from './words.ts'

const ratio = z.number().min(0).max(1)

const higherLimit = {
  runs: count,
  helped: count.describe(
    'Of those, runs in which new results kept coming: a higher limit may have helped them.',
  ),
  helpedRatio: ratio,
  averageSteps: z.number().describe('Model turns.'),
  averageCostUsd: z.number(),
  otherTokens: z.number().describe('Spent by the runs that a higher limit would not have helped.'),
  otherCostUsd: z
    .number()
    .describe('Likewise. Twice the limit would cost those runs at least as much again.'),
}

const limitGroup = {
  ...higherLimit,
  classes: z
    .partialRecord(limitClass, count)
    .describe('Runs by what they were doing when they met the limit.'),
}

const termination = z.strictObject({
  outcome,
  reason: reason
    .nullable()
    .describe(
      'Of the decision that ended them; `agent_limit` where their framework ended them at its limit.',
    ),
  runs: count,
  averageSteps: z.number().describe('Model turns.'),
  averageCostUsd: z.number(),
  correctRatio: ratio.nullable().describe('Of the runs of which it is known.'),
  correctKnown: count.describe('Runs of which it is known.'),
  verifiedRatio: ratio.nullable().describe('Runs whose newest check was clean, of those that had a check.'),
  checked: count.describe('Runs that had a check.'),
})

const limitHit = z.strictObject({
  reason,
  ...limitGroup,
  newest: z.array(z.string()).describe('Run ids, at most 20.'),
  routes: z
    .array(
      z.strictObject({
        agent: z.string().nullable(),
        attributes: z.record(z.string(), z.string()).describe("Those that chose the policy's route."),
        ...limitGroup,
      }),
    )
    .describe('The same by agent and attributes, most runs first, at most 20.'),
})

const checks = z.strictObject({
  runs: count.describe('Runs that had a check.'),
  runsWithout: count.describe('Runs that had no check at all.'),
  answeredWithout: count.describe('Of those, runs that answered.'),
  passes: count,
  loops: count.describe('Passes of one check, up to the clean one or to another check.'),
  verdicts: z.partialRecord(z.enum(verdicts), count).describe('Passes by what they meant.'),
  passesPerLoop: z
    .array(count)
    .describe('Loops by how many passes they took: first those of one, eighth those of eight or more.'),
})

const judgeModel = z
  .strictObject({
    runs: count.describe('Runs that it was asked about.'),
    calls: count,
    failedCalls: count.describe('Calls that brought no opinion.'),
    tokens: count,
    costUsd: z.number().nullable().describe('Null when a call of unknown cost is among them.'),
    answerableRuns: count.describe('Runs of which it said that the question can be answered.'),
    nudgedRuns: count.describe('Runs that were told so and not stopped.'),
    haltedRuns: count.describe('Runs that ended on its word.'),
    turnsAfter: count.describe('Model turns that runs made after it had first said so.'),
    turnsSaved: z
      .number()
      .nullable()
      .describe(
        'Estimate: how much shorter the runs were that were nudged or stopped on its word than the ended runs of the same agents that were not; null without such runs. Negative when they were longer.',
      ),
    savedUsd: z.number().nullable().describe('What those turns would have cost.'),
  })
  .nullable()
  .describe('What the judge model cost against what it saved; null when it was asked about no run.')

const overTime = z
  .strictObject({
    stepMs: z.number().describe('Length of a stretch, milliseconds.'),
    rows: z
      .array(
        z.strictObject({
          fromMs: timeMs,
          runs: count,
          stopped: count.describe('Runs that were halted or escalated.'),
          classes: z
            .partialRecord(limitClass, count)
            .describe('Runs that met a limit, by what they did then.'),
        }),
      )
      .describe('Oldest first, without a gap, at most 61; none without runs.'),
  })
  .describe('Runs in stretches of time, by when they were last updated.')

/** Answer of the report. */
export const report = z
  .strictObject({
    nowMs: timeMs,
    sinceMs: timeMs.describe('Start of what is covered; later than asked for when `complete` is false.'),
    complete: z.boolean(),
    runs: count,
    terminations: z.array(termination),
    limitHits: z.array(limitHit),
    higherLimitWouldHelpRatio: ratio
      .nullable()
      .describe('Share of the runs that met a limit while they made progress; null when none met one.'),
    higherLimit: z
      .strictObject(higherLimit)
      .nullable()
      .describe('What a higher limit would do for all runs that met one; null when none did.'),
    checks,
    judgeModel,
    overTime,
  })
  .meta({ id: 'Report', description: 'How runs ended, which limits were hit, and what checks said.' })
