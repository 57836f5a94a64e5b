import { limitClasses, modes, outcomes, reasons, runSources } from '@loop-observer/rules'
import { z } from 'zod'

/** Milliseconds since the epoch. */
export const timeMs = z.number().describe('Milliseconds since the epoch.')
/** A count. */
export const count = z.int().nonnegative()
/** One of the reasons. */
export const reason = z.enum(reasons)
/** One of the outcomes. */
export const outcome = z.enum(outcomes)
/** What a run was doing when it met a limit. */
export const limitClass = z.enum(limitClasses)
/** A pass of a check without its failures. */
export const passSummary = z
  .strictObject({
    check: z.string(),
    failures: count,
    set: z.number().describe('Hash of the multiset of their signatures.'),
  })
  .meta({ id: 'Pass', description: 'A pass of a check.' })
/** One of the modes. */
export const mode = z.enum(modes)
/** One of the ways in which runs come. */
export const source = z.enum(runSources)
/** What the observer tells the agent. */
export const action = z.enum(['continue', 'nudge', 'halt', 'escalate'])
/** 128 bits, hex. */
export const fingerprint = z.string().regex(/^[0-9a-f]{32}$/)

/** Sums over a run. */
export const totals = z
  .strictObject({
    steps: z.number().describe('Model turns; a round of calls with no model step recorded counts as one.'),
    toolCalls: z.number(),
    tokens: z.number(),
    costUsd: z.number(),
    seconds: z.number(),
    effects: z.number(),
  })
  .meta({ id: 'Totals', description: 'Sums over a run with all its lanes.' })

/** Limits of a run, or what is left of them. */
export const limits = z
  .strictObject({
    steps: z.number().nullable(),
    toolCalls: z.number().nullable(),
    tokens: z.number().nullable(),
    costUsd: z.number().nullable(),
    seconds: z.number().nullable(),
    effects: z.number().nullable(),
  })
  .meta({ id: 'Limits', description: 'Upper bounds; null is no bound.' })

/** Tools that a run may use. */
export const toolAccess = z
  .strictObject({
    allow: z.array(z.string()).nullable().describe('Only these; null is all.'),
    deny: z.array(z.string()).describe('None of these, whatever is allowed.'),
  })
  .meta({ id: 'ToolAccess', description: 'Tools that a run may use: globs over their names.' })

/** What every error looks like. */
export const failure = z
  .strictObject({
    error: z.strictObject({
      code: z.string().describe('Stable; collector/control/README.md lists them.'),
      message: z.string(),
      advice: z.string().describe('What to do next.'),
    }),
  })
  .meta({ id: 'Error', description: 'What went wrong, and what to do next.' })
