import { z } from 'zod'
import { verdicts } from '@loop-observer/rules'
import { outcome, passSummary, reason, timeMs, totals } from './words.ts'

/** Answer about a series of attempts. */
export const series = z
  .strictObject({
    task: z.string(),
    verdict: z
      .enum(verdicts)
      .nullable()
      .describe(
        'What the newest checked attempt says, seen with those before it; null when none was checked.',
      ),
    worth: z.boolean().describe('Whether another attempt is worth it.'),
    remainingAttempts: z
      .number()
      .nullable()
      .describe(
        'Attempts that remain at the pace of the last three, an estimate; null while it cannot be told.',
      ),
    reason: z.string().describe('Why, in a sentence.'),
    attempts: z
      .array(
        z.strictObject({
          run: z.string(),
          agent: z.string().nullable(),
          outcome,
          reason: reason.nullable(),
          correct: z.boolean().nullable(),
          check: passSummary.nullable().describe('Its last pass of a check.'),
          startedAtMs: timeMs,
          updatedAtMs: timeMs,
          totals,
        }),
      )
      .describe('The newest 100, oldest first.'),
  })
  .meta({ id: 'Series', description: 'Attempts at one task, and whether another is worth it.' })
