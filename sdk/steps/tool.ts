import { context } from '@opentelemetry/api'
import { loopAttributes } from '@loop-observer/rules'
import { flagOf, textOf } from '../given.ts'
import { EffectRefused } from './effect-refused.ts'
import type { Lane } from '../lane.ts'
import { guarded } from '../log.ts'
import type { RunState } from '../run-state.ts'
import { beginCall, failCall, finishCall } from './tool-step.ts'

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

/** What can be used of the options that plain JavaScript may have given. Never throws. */
export function toolOptionsOf(given: unknown): ToolOptions {
  const effect = flagOf(given, 'effect')
  const readOnly = flagOf(given, 'readOnly')
  const callId = textOf(given, 'callId')
  const round = textOf(given, 'round')
  return {
    ...(effect === undefined ? {} : { effect }),
    ...(readOnly === undefined ? {} : { readOnly }),
    ...(callId === undefined ? {} : { callId }),
    ...(round === undefined ? {} : { round }),
  }
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
  const limit = effect ? run.effects.take() : null
  if (limit !== null) throw refuse(run, lane, call.tool, limit)
  const begun = guarded(onError, 'beginning a tool step', () => beginCall(run, lane, call, effect), null)
  const within = begun?.span.context ?? context.active()
  let result: Result
  try {
    result = await context.with(within, call.work, undefined, lane.signal)
  } catch (error) {
    if (begun !== null)
      guarded(onError, 'recording a tool step', () => failCall(run, lane, begun, error), undefined)
    throw error
  }
  if (begun !== null)
    guarded(onError, 'recording a tool step', () => finishCall(run, lane, begun, result), undefined)
  return result
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
