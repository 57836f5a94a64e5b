import { recognisedCheck, type CheckedCall, type CheckStep, type StepRecord } from '@loop-observer/rules'
import type { BoundReading } from './merging.ts'
import { preview } from './preview.ts'
import type { RecordContext } from './records.ts'

/**
 * The record of a reading, and behind that of a call whose output is a check, as the policy has it, the
 * pass that it made. Of a call that is told twice, or answered later, it is the same pass, by its id. The
 * SDK recognises checks itself, where it has the whole output.
 */
export function withCheck(
  reading: BoundReading,
  record: StepRecord,
  context: RecordContext,
): readonly StepRecord[] {
  const { step } = record
  const call = callOf(reading, step)
  const found = call === null ? null : recognisedCheck(call, context.keys, context.hashing)
  if (found === null) return [record]
  const callId = step.kind === 'tool' || step.kind === 'amendment' ? step.callId : null
  const pass: CheckStep = {
    id: `${callId ?? step.id}/check`,
    lane: step.lane,
    // It is over with the call: what began meanwhile comes before it, what follows behind.
    startedAtMs: step.endedAtMs,
    endedAtMs: step.endedAtMs,
    receivedAtMs: step.receivedAtMs,
    sequence: null,
    traceId: step.traceId,
    spanId: step.spanId,
    kind: 'check',
    check: found.check,
    failures: found.failures,
    bar: null,
    call: step.id,
  }
  return [record, { step: pass, preview: preview({ observation: found.lines.join('\n') }, context.stored) }]
}

function callOf(reading: BoundReading, step: StepRecord['step']): CheckedCall | null {
  if (reading.kind === 'tool' && step.kind === 'tool') {
    if (reading.features !== null) return null
    const { tool, args, errorText } = reading
    return { tool, args, observation: reading.observation ?? errorText ?? undefined, ok: step.ok }
  }
  if (reading.kind !== 'amendment' || reading.tool === null) return null
  const { tool, observation, failed } = reading
  return { tool, args: undefined, observation, ok: failed ? false : null }
}
