import { z } from 'zod'
import { action, count, outcome } from './words.ts'

const mostCriteria = 128
const name = z.string().trim().min(1).max(200)

/** Body of `…/bar`. */
export const barBody = z
  .strictObject({
    criteria: z
      .record(name, z.union([z.string().max(100_000), z.number()]))
      .refine((criteria) => Object.keys(criteria).length <= mostCriteria, `at most ${mostCriteria} criteria`)
      .optional()
      .describe(
        'Criterion to the digest of its content (32 hex digits), to its text, or to a number that may rise and never fall.',
      ),
    parent: z
      .string()
      .min(1)
      .max(512)
      .optional()
      .describe('The run that started this one: its bar holds here too, and need not be restated.'),
    retire: z
      .array(name)
      .max(mostCriteria)
      .optional()
      .describe('Criteria that no longer count. Needs the right `control`.'),
  })
  .refine((body) => Object.values(body).some((part) => part !== undefined), {
    message: 'say `criteria`, `parent` or `retire`',
  })
  .meta({ id: 'BarRequest', description: 'A bar is registered, referenced or, by a person, lowered.' })

/** Answer of `…/bar`. */
export const barAnswer = z
  .strictObject({
    run: z.string(),
    criteria: z.array(z.string()).describe('Names of the criteria that hold now.'),
    inherited: z
      .array(z.string())
      .describe("Those of `criteria` that came of a parent's bar; empty until it has one."),
    retired: z.array(z.string()).describe('Names of those that a person retired.'),
    action,
    seq: count,
    outcome,
  })
  .meta({ id: 'Bar', description: 'The bar of a run, and where it stands.' })
