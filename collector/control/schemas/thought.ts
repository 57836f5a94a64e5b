import { holds, measures } from '@loop-observer/rules'
import { z } from 'zod'
import { action, count, reason } from './words.ts'

/** What one rule thought of one step. */
export const thought = z
  .strictObject({
    reason,
    gauge: z
      .strictObject({
        measure: z.enum(measures),
        value: z.number(),
        nudgeAt: z.number().nullable().describe('From here on the rule suspects it; null: no such stage.'),
        haltAt: z.number().nullable().describe('From here on the rule is certain of it; null: never.'),
      })
      .nullable()
      .describe(
        'What the rule counts, where it comes nearest to speaking; null for one that counts nothing.',
      ),
    level: z.number().min(0).max(1).describe("Share of the way to the rule's first word."),
    found: z.enum(['nothing', 'suspect', 'certain']),
    led: z
      .enum(['nothing', ...action.exclude(['continue']).options])
      .describe('What was decided because of it, by this rule and not another.'),
    heldBack: z.array(z.enum(holds)).describe('Why it counts less than it seems, or why nothing followed.'),
    text: z.string().describe('All of it in words, for a person.'),
  })
  .meta({ id: 'Thought', description: 'What one rule thought of one step.' })

/** How it was found out what the rules thought. */
export const thinking = z
  .strictObject({
    from: count.describe(
      'Place in the log from which it was judged once more; what came before is not kept.',
    ),
    agrees: z
      .boolean()
      .describe('Whether the decisions on record came out again. If not, take the thoughts with care.'),
    policyVersion: z.string(),
    engineVersion: z.string().describe('Of the rules that thought; the run names those that judged it.'),
  })
  .meta({ id: 'Thinking', description: 'A log that was judged once more.' })
