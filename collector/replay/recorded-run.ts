import { z } from 'zod'
import { PermanentError } from '../errors/errors.ts'

const count = z.number().nonnegative().nullish()

const recordedStep = z.looseObject({
  i: z.number().int(),
  kind: z.enum(['tool', 'model', 'check', 'user']).nullish(),
  agent: z.string().nullish(),
  at: count,
  took: count,
  round: z.union([z.number(), z.string()]).nullish(),
  id: z.union([z.string(), z.number()]).nullish(),
  tool: z.string().nullish(),
  args: z.unknown().optional(),
  observation: z.unknown().optional(),
  obs_hash: z.string().nullish(),
  ok: z.boolean().nullish(),
  error: z.unknown().optional(),
  effect: z.boolean().nullish(),
  text: z.string().nullish(),
  tokens_in: count,
  tokens_out: count,
  cost_usd: count,
  model: z.string().nullish(),
  check: z.string().nullish(),
  failures: z.array(z.string()).nullish(),
  bar: z.record(z.string(), z.string()).nullish(),
})

const recordedRun = z.looseObject({
  v: z.literal(1),
  run_id: z.string().min(1),
  agent: z.string().nullish(),
  task: z.string().nullish(),
  task_key: z.string().nullish(),
  success: z.boolean().nullish(),
  end: z.string().nullish(),
  limits: z
    .object({
      steps: count,
      tokens: count,
      cost_usd: count,
      seconds: count,
      tool_calls: count,
      effects: count,
    })
    .nullish(),
  steps: z.array(recordedStep),
})

/** One step of a recorded run; every field but `i` may be missing. */
export type RecordedStep = z.infer<typeof recordedStep>

/** A recorded run, format 1: one JSON object a line, `steps` in the order in which they ended. */
export type RecordedRun = z.infer<typeof recordedRun>

/** True when the line's object claims to be a recorded run (and not, say, an OTLP export request). */
export function isRecordedRun(value: unknown): boolean {
  return typeof value === 'object' && value !== null && 'run_id' in value && 'steps' in value
}

/** Checks one line. `where` (file and line) begins the message of the PermanentError that a bad one throws. */
export function parseRecordedRun(value: unknown, where: string): RecordedRun {
  const parsed = recordedRun.safeParse(value)
  if (!parsed.success) throw new PermanentError('bad_request', `${where}: ${z.prettifyError(parsed.error)}`)
  return parsed.data
}
