import type { Attributes } from '@opentelemetry/api'
import {
  callFeatures,
  errorFeatures,
  loopAttributes,
  observationFeatures,
  packToolFeatures,
  seenFailure,
  type CallFeatures,
  type ErrorFeatures,
  type Observation,
  type ToolStep,
} from '@loop-observer/rules'
import type { Lane, OpenCall } from '../lane.ts'
import { guarded } from '../log.ts'
import { errorText, errorType, failureText, reportedFailure, toObservable } from './observed-value.ts'
import { recordRecognised } from './check.ts'
import { captured } from './preview.ts'
import type { RunState } from '../run-state.ts'
import { beginSpan, endSpan, parentContext, reportOf, type OwnSpan } from '../tracing/spans.ts'
import { stepBase } from './step-base.ts'
import type { ToolCall, ToolOptions } from './tool-options.ts'

const unseenCall: CallFeatures = {
  exact: null,
  gist: null,
  resource: null,
  leaves: new Uint32Array(0),
  writes: null,
}
const unseen: Observation = { state: 'unknown' }

/** A call that is on. */
export interface BegunCall {
  readonly id: string
  readonly open: OpenCall
  readonly tool: string
  readonly span: OwnSpan
  readonly call: CallFeatures
  readonly args: unknown
  readonly effect: boolean
  /** The reserved effect that the call carries out, or null. */
  readonly effectId: string | null
  readonly options: ToolOptions
  readonly round: string | null
}

/** What came of a call. */
interface Ending {
  readonly observation: Observation
  /** What may be shown of the observation. */
  readonly value: unknown
  /** Text of the failure that the tool threw or reported, or null. */
  readonly errorText: string | null
  /** Text of a failure that the observation tells of though the tool returned it as a result, or null. */
  readonly seenText: string | null
  /** What identifies the failure, or null. */
  readonly identity: string | null
  /** As OpenTelemetry's `error.type` has it. */
  readonly errorType: string | null
}

/** Begins the span of a call, and takes its features. */
export function beginCall(
  run: RunState,
  lane: Lane,
  { tool, args, options }: ToolCall<unknown>,
  { effect, effectId }: Pick<BegunCall, 'effect' | 'effectId'>,
): BegunCall {
  const id = run.takeStepId()
  const round = options.round ?? lane.turns.round
  const attributes: Attributes = {
    'gen_ai.operation.name': 'execute_tool',
    'gen_ai.tool.name': tool,
    ...(options.callId === undefined ? {} : { 'gen_ai.tool.call.id': options.callId }),
    ...run.commonAttributes(lane.name),
    [loopAttributes.stepId]: id,
    [loopAttributes.stepKind]: 'tool',
    ...(round === null ? {} : { [loopAttributes.round]: round }),
    ...(effect ? { [loopAttributes.effect]: true } : {}),
    ...(effectId === null ? {} : { [loopAttributes.effectId]: effectId }),
    ...(options.readOnly === undefined ? {} : { [loopAttributes.readOnly]: options.readOnly }),
  }
  const parent = parentContext(run.origin.span.context, lane.mark)
  const span = beginSpan(`execute_tool ${tool}`, attributes, parent, run.tracer)
  // Arguments are read before the call: the application may reuse the object.
  const visible = toObservable(args)
  const call = guarded(
    run.settings.onError,
    'fingerprinting a call',
    () => callFeatures(tool, visible, run.inProcess.policy.tools, run.origin.hashing),
    unseenCall,
  )
  const open: OpenCall = { tool, args: visible }
  lane.open.add(open)
  lane.latest = open
  return { id, open, tool, span, call, args: visible, effect, effectId, options, round }
}

/** Records a call that returned. */
export function finishCall(run: RunState, lane: Lane, begun: BegunCall, result: unknown): void {
  const value = toObservable(result)
  const failure = reportedFailure(result)
  const seenText = failure === null ? seenFailure(value) : null
  record(run, lane, begun, {
    observation: observe(run, value),
    value,
    errorText: failure,
    seenText,
    identity: failure ?? seenText,
    errorType: failure === null ? null : 'tool_error',
  })
}

/** Records a call that threw. */
export function failCall(run: RunState, lane: Lane, begun: BegunCall, error: unknown): void {
  const text = errorText(error)
  record(run, lane, begun, {
    observation: observe(run, text),
    value: text,
    errorText: text,
    seenText: null,
    identity: failureText(error),
    errorType: errorType(error),
  })
}

function observe(run: RunState, value: unknown): Observation {
  const { settings, origin } = run
  return guarded(
    settings.onError,
    'fingerprinting an observation',
    () => observationFeatures(value, origin.hashing),
    unseen,
  )
}

function record(run: RunState, lane: Lane, begun: BegunCall, ending: Ending): void {
  lane.open.delete(begun.open)
  lane.turns.call()
  const step = stepOf(run, lane, begun, ending)
  const attributes: Attributes = {
    ...(run.origin.mayContinue ? {} : { [loopAttributes.stepSequence]: step.sequence ?? 0 }),
    [loopAttributes.features]: packToolFeatures(step),
    ...(ending.errorType === null ? {} : { 'error.type': ending.errorType }),
    ...content(run, begun, ending),
  }
  // Counted before anything else that can fail, and the span ends whatever does.
  try {
    run.record(step, () => reportOf(begun.span, attributes, step.endedAtMs, ending.errorText))
    note(run, lane, begun, ending)
  } finally {
    endSpan(begun.span, attributes, ending.errorText)
  }
  recognise(run, lane, begun, ending)
}

/** Of a call whose output is a check, the pass that it made. */
function recognise(run: RunState, lane: Lane, begun: BegunCall, { value, errorText }: Ending): void {
  const { tool, args, options } = begun
  const checks = options.check === undefined ? run.traits.checks : options.check ? ['*'] : []
  if (checks.length === 0) return
  const call = { tool, args, observation: value, ok: errorText === null ? null : false }
  recordRecognised(run, lane, { call, checks, step: begun.id })
}

/** Keeps among the findings what came back of a call that did not fail. */
function note(run: RunState, lane: Lane, begun: BegunCall, ending: Ending): void {
  if (ending.errorText === null && ending.seenText === null) {
    run.partial.observe(
      { tool: begun.tool, lane: lane.name, step: begun.id },
      ending.observation,
      ending.value,
    )
  }
}

function stepOf(
  run: RunState,
  lane: Lane,
  begun: BegunCall,
  { observation, errorText, seenText, identity }: Ending,
): ToolStep {
  const { span, options } = begun
  const error: ErrorFeatures | null = identity ? errorFeatures(identity, run.origin.hashing) : null
  return {
    ...stepBase(lane, begun.id, span),
    kind: 'tool',
    tool: begun.tool,
    callId: options.callId ?? null,
    round: begun.round,
    call: begun.call,
    observation,
    ok: errorText !== null ? false : seenText === null ? true : null,
    error,
    effect: begun.effect,
    readOnly: options.readOnly ?? null,
    rank: 'sdk',
    ...(begun.effectId === null ? {} : { effectId: begun.effectId }),
  }
}

function content({ settings }: RunState, begun: BegunCall, { value, errorText }: Ending): Attributes {
  const args = captured(begun.args, settings.capture)
  const result = errorText === null ? captured(value, settings.capture) : null
  return {
    ...(args === null ? {} : { 'gen_ai.tool.call.arguments': args }),
    ...(result === null ? {} : { 'gen_ai.tool.call.result': result }),
  }
}
