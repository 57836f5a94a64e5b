import { z } from 'zod'
import { count, limitClass, mode, outcome, passSummary, reason, source, timeMs, totals } from './words.ts'
import { decision } from './decision.ts'
import { effect } from './effect.ts'

const run = z
  .strictObject({
    run: z.string(),
    agent: z.string().nullable(),
    namedLate: z
      .literal(true)
      .optional()
      .describe('The agent was named after a decision: the policy is the one chosen without the name.'),
    task: z.string().nullable(),
    source,
    traceIds: z.array(z.string()),
    attributes: z.record(z.string(), z.string()).optional().describe("Those that chose the policy's route."),
    outcome,
    reason: reason.nullable().describe('Of the decision that ended the run.'),
    correct: z.boolean().nullable().describe('Whether the answer was right, when it is known.'),
    startedAtMs: timeMs,
    updatedAtMs: timeMs,
    totals,
    seq: count.describe('Newest decision number.'),
    nudges: count.describe('Nudges that may reach the agent.'),
    recordedNudges: count
      .optional()
      .describe('Nudges that the mode only recorded; absent when there are none.'),
    halted: z.boolean().describe('True until an operator resumes the run.'),
    resumedSeq: count.describe('Decisions up to this one no longer stand.'),
    ranPastHalt: count.describe('Steps that started after the halt was acknowledged.'),
    limit: z
      .strictObject({ reason, class: limitClass })
      .nullable()
      .describe('The limit that the run met, enforced or not, and what it was doing then.'),
    check: passSummary.nullable().describe('The newest pass of a check.'),
    budgetWarnings: z
      .array(z.strictObject({ reason, used: z.number(), limit: z.number(), atMs: timeMs }))
      .describe('Limits that came near.'),
    judgeModel: z
      .strictObject({
        calls: count,
        failed: count.describe('Calls that brought no opinion.'),
        turn: count.describe('Model turn of the newest.'),
        tokens: count.describe('In and out together.'),
        costUsd: z.number().nullable().describe('Null when a call of unknown cost is among them.'),
        answerableAt: count
          .nullable()
          .describe('Model turns when it first said that the question can be answered.'),
        acted: z
          .enum(['nudge', 'halt', 'escalate'])
          .nullable()
          .describe('What reached the agent on its word.'),
      })
      .optional()
      .describe('What a judge model was asked about the run; absent when it was not.'),
  })
  .meta({ id: 'Run', description: 'A run, as lists show it.' })

/** Answer of the list. */
export const runList = z
  .strictObject({ nowMs: timeMs, runs: z.array(run).describe('Newest first.') })
  .meta({ id: 'RunList', description: 'Runs, newest first.' })

/** Answer about one run. */
export const runDetail = z
  .strictObject({
    nowMs: timeMs,
    run: z.string(),
    summary: run.nullable().describe('Null until something of the run is judged.'),
    decisions: z.array(decision).describe('All, those that were only recorded included.'),
    effects: z.array(effect).describe('Effects that the run asked for before making them.'),
    mode: mode.nullable(),
    policyVersion: z.string().nullable(),
    engineVersion: z.string().nullable(),
    steps: count.describe('Length of the log.'),
    judgedSteps: count.describe('How much of the log is judged.'),
  })
  .meta({ id: 'RunDetail', description: 'A run with its decisions.' })

/** Answer of the report. */
export const report = z
  .strictObject({
    nowMs: timeMs,
    sinceMs: timeMs.describe('Start of what is covered; later than asked for when `complete` is false.'),
    complete: z.boolean(),
    runs: count,
    terminations: z.array(
      z.strictObject({
        outcome,
        reason: reason.nullable(),
        runs: count,
        averageSteps: z.number(),
        averageCostUsd: z.number(),
        correctRatio: z.number().min(0).max(1).nullable().describe('Of the runs of which it is known.'),
        correctKnown: count.describe('Runs of which it is known.'),
      }),
    ),
    limitHits: z.array(
      z.strictObject({
        reason,
        runs: count,
        classes: z
          .partialRecord(limitClass, count)
          .describe('Runs by what they were doing when they met the limit.'),
        newest: z.array(z.string()).describe('Run ids, at most 20.'),
      }),
    ),
    higherLimitWouldHelpRatio: z
      .number()
      .min(0)
      .max(1)
      .nullable()
      .describe('Share of the runs that met a limit while they made progress; null when none met one.'),
    judgeModel: z
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
      .describe('What the judge model cost against what it saved; null when it was asked about no run.'),
  })
  .meta({ id: 'Report', description: 'How runs ended, and which limits were hit.' })
