import { outcomes } from '@loop-observer/rules'
import { z } from 'zod'
import { reason } from './words.ts'

const note = z.string().max(2000).describe('Why, for whoever reads the run later.')
const id = z
  .string()
  .min(1)
  .max(128)
  .describe('Makes the act count once however often it is sent. Without it, each time counts.')
const at = z.iso.datetime({ offset: true }).describe('When it happened. Default: now.')
const globs = z.array(z.string().min(1).max(256)).max(64)
const bound = (about: string) => z.number().nonnegative().nullable().optional().describe(about)

/** Body of `…/ack`. */
export const ackBody = z
  .strictObject({
    seq: z.int().min(1).describe('Number of the decision.'),
    stage: z.enum(['delivered', 'seen', 'acted']).describe('What became of it.'),
    at: at.optional(),
    lane: z.string().min(1).max(256).optional().describe("Lane that acknowledges. Default: the decision's."),
  })
  .meta({ id: 'Ack', description: 'What became of a decision.' })

/** Body of `…/halt`. */
export const haltBody = z
  .strictObject({ note: note.optional(), id: id.optional() })
  .meta({ id: 'Halt', description: 'A person stops the run.' })

/** Body of `…/resume`. */
export const resumeBody = z
  .strictObject({
    note: note.optional(),
    id: id.optional(),
    limits: z
      .strictObject({
        steps: bound('Model turns.'),
        toolCalls: bound('Tool calls.'),
        tokens: bound('Tokens, in and out together.'),
        costUsd: bound('US dollars.'),
        seconds: bound('Wall clock, seconds.'),
        effects: bound('Effects.'),
      })
      .optional()
      .describe('Limits that replace those of the policy from here on; null is no bound.'),
    tools: z
      .strictObject({
        allow: globs.optional().describe('Only these tools: globs over their names. Default: all.'),
        deny: globs.optional().describe('None of these, whatever is allowed.'),
      })
      .optional()
      .describe('Tools that the run may use from here on. The SDK refuses the others.'),
  })
  .meta({ id: 'Resume', description: 'A person lets the run go on.' })

/** Body of `…/outcome`. */
export const outcomeBody = z
  .strictObject({
    outcome: z.enum(outcomes).exclude(['open']).describe('How the run ended.'),
    answer: z.string().max(200_000).optional().describe('The answer. Only a preview of it is kept.'),
    correct: z
      .boolean()
      .nullable()
      .optional()
      .describe('Whether the answer, or the stop of a run that was stopped, was right, when it is known.'),
    reason: reason
      .optional()
      .describe(
        'Why the agent stopped itself, where it did so by a rule of its own. Not of a run that answered.',
      ),
    agent: z.string().min(1).max(256).optional().describe('Name of the agent, for a run not seen before.'),
    at: at.optional(),
    id: id.optional(),
  })
  .refine(({ outcome, reason: why }) => why === undefined || outcome !== 'answered', {
    path: ['reason'],
    message: 'a run that answered was not stopped: leave `reason` out',
  })
  .meta({
    id: 'OutcomeReport',
    description: 'How the run ended; later, whether its answer, or its stop, was right.',
  })
