import { z } from 'zod'
import { effectStates } from '../../store/effect.ts'
import { action, count, outcome, timeMs } from './words.ts'

const name = z.string().min(1).max(256)
const note = z.string().max(2000)

/** Longest that a granted effect may stay unconfirmed, seconds. */
const mostTtlSeconds = 86_400

/** Body of `…/effects`: without `done` it asks, with it it says what became of what was asked for. */
export const effectBody = z
  .strictObject({
    id: name.describe("The agent's name for the effect, unique in the run: asked twice, it counts once."),
    done: z
      .boolean()
      .optional()
      .describe('True: it was made. False: it was not and will not be, its place is free again.'),
    tool: name.optional().describe('The tool that will make it.'),
    note: note.optional().describe('What it is, for the person who may have to approve it.'),
    needsApproval: z
      .boolean()
      .optional()
      .describe('A person must approve it. The policy may ask for it, too, by the name of the tool.'),
    ttlSeconds: z
      .number()
      .positive()
      .max(mostTtlSeconds)
      .optional()
      .describe('How long it may stay unconfirmed once it is granted; then it counts as used. Default 600.'),
    lane: name.optional().describe('The lane that asks. Default: the run.'),
    holder: z
      .string()
      .regex(/^[\w.:-]{1,128}$/)
      .optional()
      .describe(
        'Who will make it. Granted to one, it is refused (`held`) to the others. Without it, whoever asks is told the same.',
      ),
  })
  .meta({ id: 'EffectRequest', description: 'An effect is asked for, or confirmed.' })

/** Body of `…/approve`. */
export const approveBody = z
  .strictObject({
    effect: name.describe('The effect that waits.'),
    approved: z.boolean().describe('Whether it may be made.'),
    note: note.optional().describe('Why, for whoever reads the run later.'),
  })
  .meta({ id: 'Approval', description: 'A person answers for an effect that waits.' })

/** An effect as a run shows it. */
export const effect = z
  .strictObject({
    id: z.string(),
    state: z.enum(effectStates).describe('`expired`: granted and never confirmed; it counts as used.'),
    attempt: z.int().min(1).describe('How often a place was asked for.'),
    tool: z.string().nullable(),
    note: z.string().nullable(),
    atMs: timeMs.describe('Since when it is in this state.'),
    expiresAtMs: timeMs.nullable().describe('When it expires unless it is confirmed.'),
    holder: z.string().nullable().describe('Who was told first that it may be made.'),
  })
  .meta({ id: 'Effect', description: 'An effect that a run asked for before making it.' })

/** Answer of `…/effects` and `…/approve`. */
export const effectAnswer = z
  .strictObject({
    run: z.string(),
    answer: z
      .enum(['granted', 'refused', 'waiting'])
      .describe(
        '`granted`: it may be made (once: see `state`). `waiting`: ask again, a person has to answer.',
      ),
    reason: z
      .enum(['limit', 'halted', 'denied', 'expired', 'released', 'held'])
      .nullable()
      .describe('Why it is refused.'),
    effect: effect.nullable().describe('Null when the run is halted and nothing was reserved.'),
    used: count.describe('Effects of the run that count, reserved or made.'),
    limit: z.number().nullable().describe('How many the run may make; null is no bound.'),
    action,
    seq: count,
    outcome,
  })
  .meta({ id: 'EffectAnswer', description: 'Whether an effect may be made, and where the run stands.' })
