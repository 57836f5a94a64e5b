import { context, type Attributes } from '@opentelemetry/api'
import { loopAttributes, packTextFeatures, textFeatures, type ModelStep } from '@loop-observer/rules'
import type { Lane } from '../lane.ts'
import { guarded } from '../log.ts'
import { numberOf, textOf } from '../given.ts'
import { errorText } from './observed-value.ts'
import { captured } from './preview.ts'
import type { RunState } from '../run-state.ts'
import { beginSpan, endSpan, parentContext, reportOf, type OwnSpan } from '../tracing/spans.ts'
import { stepBase } from './step-base.ts'

/** What a model call used and said. */
export interface ModelReport {
  readonly model?: string
  readonly tokensIn?: number
  readonly tokensOut?: number
  readonly costUsd?: number
  /** The model's own words. Only their features leave the process, unless `capture` says otherwise. */
  readonly text?: string
}

/** A model call to be made. */
export interface ModelCall<Result> {
  readonly model: string
  readonly work: (signal: AbortSignal) => Result | Promise<Result>
  /** Reads usage and text off the result. */
  readonly read: (result: Result) => ModelReport
}

/** What can be used of a report that plain JavaScript may have given; null when that is nothing. Never throws. */
export function modelReportOf(given: unknown): ModelReport | null {
  const model = textOf(given, 'model')
  const text = textOf(given, 'text')
  const tokensIn = numberOf(given, 'tokensIn')
  const tokensOut = numberOf(given, 'tokensOut')
  const costUsd = numberOf(given, 'costUsd')
  const report = {
    ...(model === undefined ? {} : { model }),
    ...(text === undefined ? {} : { text }),
    ...(tokensIn === undefined ? {} : { tokensIn }),
    ...(tokensOut === undefined ? {} : { tokensOut }),
    ...(costUsd === undefined ? {} : { costUsd }),
  }
  return Object.keys(report).length === 0 ? null : report
}

/** Records a model call that has just ended. Never throws. */
export function recordModel(run: RunState, lane: Lane, given: ModelReport): void {
  const report = modelReportOf(given) ?? {}
  guarded(
    run.settings.onError,
    'recording a model step',
    () => record(run, lane, begin(run, lane, report.model), { report, failure: null }),
    undefined,
  )
}

/** Makes a model call inside a span, and records it as a step. What `work` throws is thrown unchanged. */
export async function runModel<Result>(run: RunState, lane: Lane, call: ModelCall<Result>): Promise<Result> {
  const { onError } = run.settings
  const model = textOf(call, 'model')
  const named = model === undefined ? {} : { model }
  const begun = guarded(onError, 'beginning a model step', () => begin(run, lane, model), null)
  let result: Result
  try {
    result = await context.with(begun?.span.context ?? context.active(), call.work, undefined, lane.signal)
  } catch (error) {
    if (begun !== null) {
      const failure = errorText(error)
      guarded(
        onError,
        'recording a model step',
        () => record(run, lane, begun, { report: named, failure }),
        undefined,
      )
    }
    throw error
  }
  if (begun !== null) {
    const read = guarded(onError, 'reading a result', () => modelReportOf(call.read(result)), null)
    guarded(
      onError,
      'recording a model step',
      () => record(run, lane, begun, { report: { ...named, ...read }, failure: null }),
      undefined,
    )
  }
  return result
}

/** What came of a call. */
interface Ending {
  readonly report: ModelReport
  /** Text of the failure, or null. */
  readonly failure: string | null
}

interface Begun {
  readonly id: string
  readonly span: OwnSpan
}

function begin(run: RunState, lane: Lane, model: string | undefined): Begun {
  const id = run.takeStepId()
  const attributes: Attributes = {
    'gen_ai.operation.name': 'chat',
    ...(model === undefined ? {} : { 'gen_ai.request.model': model }),
    ...run.commonAttributes(lane.name),
    [loopAttributes.stepId]: id,
    [loopAttributes.stepKind]: 'model',
  }
  const parent = parentContext(run.origin.span.context, lane.mark)
  return {
    id,
    span: beginSpan(model === undefined ? 'chat' : `chat ${model}`, attributes, parent, run.tracer),
  }
}

function record(run: RunState, lane: Lane, { id, span }: Begun, { report, failure }: Ending): void {
  const step = stepOf(run, lane, { id, span }, report)
  const text = captured(report.text, run.settings.capture)
  const attributes: Attributes = {
    ...(run.origin.mayContinue ? {} : { [loopAttributes.stepSequence]: step.sequence ?? 0 }),
    ...(step.tokensIn === null ? {} : { 'gen_ai.usage.input_tokens': step.tokensIn }),
    ...(step.tokensOut === null ? {} : { 'gen_ai.usage.output_tokens': step.tokensOut }),
    ...(step.costUsd === null ? {} : { [loopAttributes.costUsd]: step.costUsd }),
    ...(step.text === null ? {} : { [loopAttributes.features]: packTextFeatures(step.text) }),
    ...(text === null ? {} : { [loopAttributes.text]: text }),
  }
  lane.turns.model()
  try {
    run.record(step, () => reportOf(span, attributes, step.endedAtMs, failure))
  } finally {
    endSpan(span, attributes, failure)
  }
}

function stepOf(run: RunState, lane: Lane, { id, span }: Begun, report: ModelReport): ModelStep {
  return {
    ...stepBase(lane, id, span),
    kind: 'model',
    model: report.model ?? null,
    tokensIn: amount(report.tokensIn),
    tokensOut: amount(report.tokensOut),
    costUsd: amount(report.costUsd),
    text: report.text ? textFeatures(report.text, run.origin.hashing) : null,
  }
}

function amount(value: number | undefined): number | null {
  return typeof value === 'number' && Number.isFinite(value) && value >= 0 ? value : null
}
