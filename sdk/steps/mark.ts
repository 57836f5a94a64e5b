import type { Attributes } from '@opentelemetry/api'
import { loopAttributes, type LoopStepKind, type Step, type StepBase } from '@loop-observer/rules'
import type { Lane } from '../lane.ts'
import type { RunState } from '../run-state.ts'
import { beginSpan, endSpan, parentContext, reportOf } from '../tracing/spans.ts'
import { stepBase } from './step-base.ts'

/** A step that is over when it is told: a check, a bar, a progress note. */
export interface Mark {
  readonly kind: LoopStepKind
  /** Of its span. */
  readonly name: string
  readonly attributes: Attributes
  /** The step for the rules in this process. */
  readonly step: (base: StepBase) => Step
}

/** Records a mark as a span and a step. Returns the step's id. */
export function recordMark(run: RunState, lane: Lane, mark: Mark): string {
  const id = run.takeStepId()
  const attributes = {
    ...run.commonAttributes(lane.name),
    [loopAttributes.stepId]: id,
    [loopAttributes.stepKind]: mark.kind,
    ...mark.attributes,
  }
  const parent = parentContext(run.origin.span.context, lane.mark)
  const span = beginSpan(mark.name, attributes, parent, run.tracer)
  const step = mark.step(stepBase(lane, id, span))
  const rest = run.origin.mayContinue ? {} : { [loopAttributes.stepSequence]: step.sequence ?? 0 }
  try {
    run.record(step, () => reportOf(span, rest, step.endedAtMs, null))
  } finally {
    endSpan(span, rest, null)
  }
  return id
}
