import { z } from 'zod'
import {
  effectActs,
  errorClasses,
  observationSources,
  opinionFailures,
  sourceRanks,
} from '@loop-observer/rules'
import { thinking, thought } from './thought.ts'
import { count, fingerprint, outcome, reason, timeMs, toolAccess } from './words.ts'

const preview = z.strictObject({
  args: z.string().nullable(),
  observation: z.string().nullable(),
  text: z.string().nullable(),
})

const observation = z
  .discriminatedUnion('state', [
    z.strictObject({ state: z.literal('unknown') }),
    z.strictObject({ state: z.literal('empty') }),
    z.strictObject({ state: z.literal('known'), fingerprint, lineCount: count, sizeChars: count }),
  ])
  .meta({ id: 'Observation', description: 'What came back from a call; unknown: not captured.' })

const error = z.strictObject({ signature: fingerprint, class: z.enum(errorClasses) }).nullable()

const base = {
  position: count.describe('Place in the log.'),
  id: z.string(),
  lane: z.string(),
  startedAtMs: timeMs,
  endedAtMs: timeMs,
  receivedAtMs: timeMs,
  sequence: z.int().nullable(),
  traceId: z.string().nullable(),
  spanId: z.string().nullable(),
  preview: preview.nullable().describe('What people may see of the content, secrets masked.'),
  late: z
    .boolean()
    .nullable()
    .optional()
    .describe('Whether it came too late for its place, and counts in sums only. With `thoughts`.'),
  thoughts: z
    .array(thought)
    .nullable()
    .optional()
    .describe(
      'What the rules thought of it that had something to say; null for what has not settled, or counts as part of another step. With `thoughts`.',
    ),
}

const nullableLimits = z.record(z.string(), z.number().nullable())

const step = z
  .discriminatedUnion('kind', [
    z.strictObject({
      ...base,
      kind: z.literal('tool'),
      tool: z.string(),
      callId: z.string().nullable(),
      round: z.string().nullable(),
      ok: z.boolean().nullable(),
      error,
      effect: z.boolean(),
      readOnly: z.boolean().nullable(),
      rank: z.enum(sourceRanks),
      seenIn: z
        .enum(observationSources)
        .optional()
        .describe("Where the observation was read, when not on the call's own record."),
      resultSize: z
        .number()
        .optional()
        .describe('Exact size of a result that was not captured, in the unit of its source.'),
      call: z.strictObject({
        exact: fingerprint.nullable(),
        gist: fingerprint.nullable(),
        resource: fingerprint.nullable(),
        writes: z
          .boolean()
          .nullable()
          .describe('Whether the arguments themselves say that it changes something.'),
      }),
      observation,
    }),
    z.strictObject({
      ...base,
      kind: z.literal('model'),
      model: z.string().nullable(),
      tokensIn: z.number().nullable(),
      tokensOut: z.number().nullable(),
      costUsd: z.number().nullable(),
      text: fingerprint.nullable(),
    }),
    z.strictObject({
      ...base,
      kind: z.literal('check'),
      check: z.string(),
      failures: z.array(fingerprint),
      bar: z.record(z.string(), z.string()).nullable(),
      call: z
        .string()
        .optional()
        .describe('The step in whose output the check was recognised; absent when it was reported as such.'),
    }),
    z.strictObject({
      ...base,
      kind: z.literal('bar'),
      bar: z.record(z.string(), z.string()).describe('Criterion to digest of its content.'),
      inherited: z.array(z.string()).optional().describe("Criteria of the parent run's bar."),
      retired: z.array(z.string()).optional().describe('Criteria that a person retired.'),
    }),
    z.strictObject({ ...base, kind: z.enum(['user', 'progress', 'tick', 'fence']) }),
    z.strictObject({ ...base, kind: z.literal('agent_limit'), limit: z.string() }),
    z.strictObject({ ...base, kind: z.literal('naming'), agent: z.string() }),
    z.strictObject({
      ...base,
      kind: z.literal('operator'),
      act: z.enum(['halt', 'resume']),
      note: z.string().nullable(),
      limits: nullableLimits.nullable(),
      tools: toolAccess.optional().describe('With `resume`: the tools that the run may use from here on.'),
    }),
    z.strictObject({
      ...base,
      kind: z.literal('effect'),
      effect: z.string(),
      attempt: z.int().min(1),
      act: z.enum(effectActs),
      tool: z.string().nullable(),
      note: z.string().nullable(),
    }),
    z.strictObject({ ...base, kind: z.literal('ack'), seq: count, stage: z.string() }),
    z.strictObject({
      ...base,
      kind: z.literal('outcome'),
      outcome,
      correct: z.boolean().nullable(),
      reason: reason.optional().describe('Of the rule by which the agent stopped itself.'),
      observed: z
        .literal(true)
        .optional()
        .describe("Nobody said so: the record around the run's work ended, the root span of its trace."),
    }),
    z.strictObject({
      ...base,
      kind: z.literal('opinion').describe('What a judge model said about the run.'),
      turn: count.describe('Model turns when it was asked.'),
      answerable: z
        .boolean()
        .nullable()
        .describe('Whether the question can be answered from what was found; null when no opinion came.'),
      failure: z.enum(opinionFailures).nullable().describe('Why none came.'),
      model: z.string(),
      tokensIn: z.number().nullable(),
      tokensOut: z.number().nullable(),
      costUsd: z.number().nullable(),
    }),
    z.strictObject({ ...base, kind: z.literal('amendment'), callId: z.string(), observation, error }),
  ])
  .meta({ id: 'Step', description: 'One thing that ended.' })

/** Answer of the steps route. */
export const stepList = z
  .strictObject({
    run: z.string(),
    from: count.describe('Place of the first record; the oldest may have been trimmed.'),
    next: count.describe('`from` of the following stretch.'),
    version: count.describe('Length of the log.'),
    judgedVersion: count,
    thinking: thinking
      .nullable()
      .optional()
      .describe('With `thoughts`; null when nothing is kept that could be judged once more.'),
    steps: z.array(step),
  })
  .meta({ id: 'StepList', description: "A stretch of a run's log, in the order of its arrival." })
