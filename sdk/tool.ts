import { context, type Attributes } from '@opentelemetry/api'
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
import { EffectRefused } from './effect-refused.ts'
import type { Lane, OpenCall } from './lane.ts'
import { guarded } from './log.ts'
import { errorText, reportedFailure, toObservable } from './observed-value.ts'
import { captured } from './preview.ts'
import type { RunState } from './run-state.ts'
import { beginSpan, endMsOf, endSpan, parentContext, reportOf, type OwnSpan } from './spans.ts'

/** What the application knows about a call beyond its name and arguments. */
export interface ToolOptions {
  /** True when the call changes the outside world; default: by the tool's name, as the policy says. Counted against `limits.effects` before it is made. */
  readonly effect?: boolean
  /** From the tool's annotations, where there are any (MCP `readOnlyHint`). */
  readonly readOnly?: boolean
  /** Id of the call, unique in the run. */
  readonly callId?: string
  /** Calls of one model turn share it; default: the stretch since the last checkpoint. */
  readonly round?: string
}

/** A call to be made. */
export interface ToolCall<Result> {
  readonly tool: string
  readonly args: unknown
  readonly work: (signal: AbortSignal) => Result | Promise<Result>
  readonly options: ToolOptions
}

/**
 * Makes a call inside a span, and records it as a step. What `work` throws is thrown unchanged.
 * Throws {@link EffectRefused}, and makes no call, when it would exceed the limit on effects.
 */
export async function runTool<Result>(run: RunState, lane: Lane, call: ToolCall<Result>): Promise<Result> {
  const { onError } = run.settings
  const effect = guarded(
    onError,
    'looking up a tool',
    () => isEffect(run, call),
    call.options.effect === true,
  )
  const limit = effect ? run.takeEffect() : null
  if (limit !== null) throw refuse(run, lane, call.tool, limit)
  const begun = guarded(onError, 'beginning a tool step', () => begin(run, lane, call, effect), null)
  const within = begun?.span.context ?? context.active()
  let result: Result
  try {
    result = await context.with(within, call.work, undefined, lane.signal)
  } catch (error) {
    if (begun !== null)
      guarded(onError, 'recording a tool step', () => fail(run, lane, begun, error), undefined)
    throw error
  }
  if (begun !== null)
    guarded(onError, 'recording a tool step', () => finish(run, lane, begun, result), undefined)
  return result
}

const unseenCall: CallFeatures = {
  exact: null,
  gist: null,
  resource: null,
  leaves: new Uint32Array(0),
  writes: null,
}
const unseen: Observation = { state: 'unknown' }

interface Begun {
  readonly id: string
  readonly open: OpenCall
  readonly tool: string
  readonly span: OwnSpan
  readonly call: CallFeatures
  readonly args: unknown
  readonly effect: boolean
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
  /** As OpenTelemetry's `error.type` has it. */
  readonly errorType: string | null
}

function isEffect(run: RunState, { tool, options }: ToolCall<unknown>): boolean {
  return run.effects.isEffect(tool, options.effect, options.readOnly)
}

/** No step, for nothing was done, and what the observer blocked is no evidence; an event on the run's own span. */
function refuse(run: RunState, lane: Lane, tool: string, limit: number): EffectRefused {
  const event = { 'gen_ai.tool.name': tool, [loopAttributes.lane]: lane.name }
  guarded(
    run.settings.onError,
    'noting a refused effect',
    () => run.origin.span.span.addEvent('loop.effect_refused', event),
    undefined,
  )
  return new EffectRefused(tool, limit)
}

function begin(
  run: RunState,
  lane: Lane,
  { tool, args, options }: ToolCall<unknown>,
  effect: boolean,
): Begun {
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
  return { id, open, tool, span, call, args: visible, effect, options, round }
}

function finish(run: RunState, lane: Lane, begun: Begun, result: unknown): void {
  const value = toObservable(result)
  const failure = reportedFailure(result)
  record(run, lane, begun, {
    observation: observe(run, value),
    value,
    errorText: failure,
    seenText: failure === null ? seenFailure(value) : null,
    errorType: failure === null ? null : 'tool_error',
  })
}

function fail(run: RunState, lane: Lane, begun: Begun, error: unknown): void {
  const text = errorText(error)
  record(run, lane, begun, {
    observation: observe(run, text),
    value: text,
    errorText: text,
    seenText: null,
    errorType: error instanceof Error ? error.name : '_OTHER',
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

function record(run: RunState, lane: Lane, begun: Begun, ending: Ending): void {
  lane.open.delete(begun.open)
  const step = stepOf(run, lane, begun, ending)
  const attributes: Attributes = {
    ...(run.origin.mayContinue ? {} : { [loopAttributes.stepSequence]: step.sequence ?? 0 }),
    [loopAttributes.features]: packToolFeatures(step),
    ...(ending.errorType === null ? {} : { 'error.type': ending.errorType }),
    ...content(run, begun, ending),
  }
  lane.turns.call()
  if (ending.errorText === null && ending.seenText === null) {
    run.findings.observe(
      { tool: begun.tool, lane: lane.name, step: begun.id },
      ending.observation,
      ending.value,
    )
  }
  run.record(step, () => reportOf(begun.span, attributes, step.endedAtMs, ending.errorText))
  endSpan(begun.span, attributes, ending.errorText)
}

function stepOf(
  run: RunState,
  lane: Lane,
  begun: Begun,
  { observation, errorText, seenText }: Ending,
): ToolStep {
  const { span, options } = begun
  const failure = errorText || seenText
  const error: ErrorFeatures | null = failure ? errorFeatures(failure, run.origin.hashing) : null
  const endedAtMs = endMsOf(span)
  return {
    kind: 'tool',
    id: begun.id,
    lane: lane.name,
    startedAtMs: span.startMs,
    endedAtMs,
    receivedAtMs: endedAtMs,
    sequence: lane.takeSequence(),
    traceId: span.traceId,
    spanId: span.spanId,
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
  }
}

function content({ settings }: RunState, begun: Begun, { value, errorText }: Ending): Attributes {
  const args = captured(begun.args, settings.capture)
  const result = errorText === null ? captured(value, settings.capture) : null
  return {
    ...(args === null ? {} : { 'gen_ai.tool.call.arguments': args }),
    ...(result === null ? {} : { 'gen_ai.tool.call.result': result }),
  }
}
