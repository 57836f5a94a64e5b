import { loopAttributes, type ProgressStep } from '@loop-observer/rules'
import type { Lane } from './lane.ts'
import { guarded } from './log.ts'
import type { RunState } from './run-state.ts'
import { beginSpan, endMsOf, endSpan, parentContext, reportOf } from './spans.ts'

/** Records that a subtask is done; the note is kept among the findings, and leaves the process only with content. Never throws. */
export function recordProgress(run: RunState, lane: Lane, note: string): void {
  guarded(run.settings.onError, 'recording progress', () => record(run, lane, note), undefined)
}

function record(run: RunState, lane: Lane, note: string): void {
  const id = run.takeStepId()
  const attributes = {
    ...run.commonAttributes(lane.name),
    [loopAttributes.stepId]: id,
    [loopAttributes.stepKind]: 'progress',
  }
  const span = beginSpan('progress', attributes, parentContext(run.origin.span.context, lane.mark))
  const endedAtMs = endMsOf(span)
  const step: ProgressStep = {
    kind: 'progress',
    id,
    lane: lane.name,
    startedAtMs: span.startMs,
    endedAtMs,
    receivedAtMs: endedAtMs,
    sequence: lane.takeSequence(),
    traceId: span.traceId,
    spanId: span.spanId,
  }
  const rest = run.origin.mayContinue ? {} : { [loopAttributes.stepSequence]: step.sequence ?? 0 }
  run.findings.note(lane.name, id, note)
  run.record(step, () => reportOf(span, rest, endedAtMs, null))
  endSpan(span, rest, null)
}
