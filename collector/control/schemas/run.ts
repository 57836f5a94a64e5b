import { beats, verdicts } from '@loop-observer/rules'
import { z } from 'zod'
import {
  count,
  limitClass,
  limits,
  mode,
  outcome,
  passSummary,
  reason,
  source,
  timeMs,
  toolAccess,
  totals,
} from './words.ts'
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
    correct: z.boolean().nullable().describe('Whether the answer, or the stop, was right, when it is known.'),
    startedAtMs: timeMs,
    updatedAtMs: timeMs,
    totals,
    seq: count.describe('Newest decision number.'),
    nudges: count.describe('Nudges that may reach the agent.'),
    recordedNudges: count
      .optional()
      .describe('Nudges that the mode only recorded; absent when there are none.'),
    recordedStop: reason
      .optional()
      .describe('Why the run would have been stopped, had the mode allowed it; absent when it would not.'),
    halted: z.boolean().describe('True until an operator resumes the run.'),
    resumedSeq: count.describe('Decisions up to this one no longer stand.'),
    ranPastHalt: count.describe('Steps that started after the halt was acknowledged.'),
    limit: z
      .strictObject({ reason, class: limitClass })
      .nullable()
      .describe('The limit that the run met, enforced or not, and what it was doing then.'),
    check: passSummary.nullable().describe('The newest pass of a check.'),
    passes: z
      .strictObject({
        verdicts: z.partialRecord(z.enum(verdicts), count),
        loops: z
          .array(count)
          .describe('Loops by their passes so far: first those of one pass, eighth those of eight or more.'),
      })
      .optional()
      .describe('What the passes of its checks meant; absent when there were none.'),
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

const listed = run.extend({
  pulse: z
    .array(z.enum(beats))
    .optional()
    .describe(
      'What each of its newest calls brought, at most 40, oldest first: progress, nothing new (`stale`), an empty answer, a failure, or what was not captured. Only with `pulse=true`.',
    ),
})

/** Answer of the list. */
export const runList = z
  .strictObject({
    nowMs: timeMs,
    runs: z.array(listed).describe('Newest first.'),
    next: z.string().nullable().describe('The `before` of what follows; null when nothing does.'),
  })
  .meta({ id: 'RunList', description: 'Runs, newest first.' })

const foundResult = z.strictObject({
  step: z.string().describe('Id of the step that brought it.'),
  tool: z.string(),
  text: z.string().nullable().describe('One line, at most 160 characters; null where no preview is kept.'),
})

const found = z
  .strictObject({
    results: count.describe('Different results; failures and empty answers left out.'),
    newest: z.array(foundResult).describe('The newest, at most three, oldest first.'),
  })
  .meta({ id: 'Found', description: 'What a run had found.' })

const became = z
  .strictObject({
    told: z
      .enum(['delivered', 'seen', 'acted'])
      .nullable()
      .describe('How far it got, as the agent acknowledged; null when it did not, or nothing was sent.'),
    helped: z.boolean().nullable().describe('Of a nudge; null where nobody can say.'),
    text: z
      .string()
      .describe(
        'Of a nudge that was sent, what followed: `did not help: halted for repetition after 2 more steps`.',
      ),
  })
  .meta({ id: 'Became', description: 'What became of a decision.' })

/** Answer about one run. */
export const runDetail = z
  .strictObject({
    nowMs: timeMs,
    run: z.string(),
    summary: run.nullable().describe('Null until something of the run is judged.'),
    decisions: z
      .array(decision.extend({ became: became.optional().describe('Only with `story=true`.') }))
      .describe('All, those that were only recorded included.'),
    found: found
      .nullable()
      .optional()
      .describe(
        'What it had found, as far as its log is kept; null before its first call. Only with `story=true`.',
      ),
    effects: z.array(effect).describe('Effects that the run asked for before making them.'),
    mode: mode.nullable(),
    limits: limits.nullable().describe("Limits in force: the policy's, or what an operator set over them."),
    tools: toolAccess
      .nullable()
      .describe('Tools that an operator left to the run when it was resumed; null when nothing was said.'),
    policyVersion: z.string().nullable(),
    engineVersion: z.string().nullable(),
    steps: count.describe('Length of the log.'),
    judgedSteps: count.describe('How much of the log is judged.'),
  })
  .meta({ id: 'RunDetail', description: 'A run with its decisions.' })
