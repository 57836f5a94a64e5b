import { z } from 'zod'
import {
  action,
  count,
  fingerprint,
  limitClass,
  limits,
  mode,
  outcome,
  reason,
  timeMs,
  toolAccess,
  totals,
} from './words.ts'

const globs = z.array(z.string())

const evidence = z.strictObject({
  steps: z.array(z.string()).describe('Ids of the steps, oldest first.'),
  spans: z.array(z.string()).describe('Span ids of those that have one.'),
  fingerprints: z.array(fingerprint).describe('Those that were equal.'),
  counts: z.record(z.string(), z.number()).describe('Named counts.'),
  words: z
    .array(z.string())
    .optional()
    .describe(
      'What was counted, with units: `5 equal calls of the 9 in its lane`. Only in `GET /v1/runs/{run}`.',
    ),
})

/** A decision. */
export const decision = z
  .strictObject({
    run: z.string(),
    seq: z.int().min(1).describe('Numbered 1, 2, … in its run.'),
    scope: z.enum(['run', 'lane']).describe('Whether it concerns the run or one lane.'),
    lane: z.string(),
    action: action.exclude(['continue']),
    reason,
    enforced: z.boolean().describe('False when the mode forbids acting on it: recorded, not delivered.'),
    message: z.string().describe('For the model.'),
    explanation: z.string().describe('For a person.'),
    step: z.string().describe('The step that had just settled.'),
    loop: z.string().describe('Identity of the loop; empty for a budget.'),
    evidence,
    tried: z.array(z.string()).describe('Tools tried since the last progress.'),
    missing: z.string().describe('What is not known yet; empty when nothing can be said.'),
    totals,
    resumable: z.boolean(),
    policyVersion: z.string(),
    engineVersion: z.string(),
    issuedAtMs: timeMs,
    handover: z
      .strictObject({
        traceId: z.string().nullable().describe('Trace of the step at which it was stopped.'),
        otherTools: z
          .array(z.string())
          .describe(
            'Tools of the run that were not tried since the last progress and change nothing: what to begin with.',
          ),
      })
      .optional()
      .describe('Of a halt or an escalation: where a person, or a fresh loop with other tools, takes it up.'),
    class: limitClass.optional().describe('Of a limit: what the run was doing when it met it.'),
  })
  .meta({ id: 'Decision', description: 'What the observer does about what it found.' })

const adviceFields = {
  run: z.string(),
  lane: z.string().describe('The lane that asked; `*` asks for all.'),
  action: action.describe(
    'What to do. A halt or escalation is answered until an operator resumes, whatever `after` says.',
  ),
  seq: count.describe('Newest decision number: `after` of the next question.'),
  decision: decision.optional().describe('Where `action` comes from; absent with `continue`.'),
  decisions: z.array(decision).describe('Those after `after` that may act, oldest first.'),
  stoppedLanes: z
    .array(z.string())
    .describe('Lanes that are stopped until an operator resumes the run; of other lanes only with `*`.'),
  outcome,
  mode,
  resumable: z.boolean(),
  totals,
  left: limits.describe('What is left of each limit.'),
  tools: toolAccess
    .optional()
    .describe('Tools that an operator left to the run when it was resumed; absent when nothing was said.'),
  toolTraits: z
    .strictObject({
      effects: globs.optional().describe('Calls that change the outside world.'),
      approval: globs.optional().describe('Effects that a person must approve before they are made.'),
      readOnly: globs.optional().describe('Calls that never change anything.'),
      checks: globs.optional().describe('Calls whose output is a check.'),
    })
    .optional()
    .describe('What the policy says otherwise than by default of what tools do: the SDK acts by it.'),
}

/** Answer of a decision request. */
export const advice = z
  .strictObject({
    ...adviceFields,
    fence: z
      .enum(['judged', 'not_a_step', 'not_seen'])
      .optional()
      .describe('What became of the span that was asked about; present when one was.'),
  })
  .meta({ id: 'Advice', description: 'What an agent is told.' })

/** Answer of a checkpoint. */
export const checkpointAdvice = z
  .strictObject({
    ...adviceFields,
    rejected: z.int().min(1).optional().describe('Spans of the body that can never be accepted.'),
    rejectedReason: z.string().optional(),
  })
  .meta({ id: 'CheckpointAdvice', description: 'What an agent is told about the steps it reported.' })

/** Answer of acts. */
export const told = z
  .strictObject({ run: z.string(), action, seq: count, outcome })
  .meta({ id: 'Told', description: 'Where the run stands after the act.' })
