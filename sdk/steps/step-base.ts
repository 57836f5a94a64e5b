import type { StepBase } from '@loop-observer/rules'
import type { Lane } from '../lane.ts'
import { endMsOf, type OwnSpan } from '../tracing/spans.ts'

/** What every step of a lane has, from its span, which ends now. Takes the next place in the lane. */
export function stepBase(lane: Lane, id: string, span: OwnSpan): StepBase {
  const endedAtMs = endMsOf(span)
  return {
    id,
    lane: lane.name,
    startedAtMs: span.startMs,
    endedAtMs,
    receivedAtMs: endedAtMs,
    sequence: lane.takeSequence(),
    traceId: span.traceId,
    spanId: span.spanId,
  }
}
