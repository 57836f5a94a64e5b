import { context } from '@opentelemetry/api'
import { maskSecrets, mayUse } from '@loop-observer/rules'
import { flagOf, textOf } from '../given.ts'
import { settleEffect } from '../effects/fate.ts'
import { reserveEffect, type EffectCall, type Reservation } from '../effects/reserve.ts'
import type { Lane } from '../lane.ts'
import { guarded } from '../log.ts'
import type { RunState } from '../run-state.ts'
import { errorText, reportedFailure } from './observed-value.ts'
import { refuseTool } from './tool-refused.ts'
import { beginCall, failCall, finishCall } from './tool-step.ts'

/** What the application knows about a call beyond its name and arguments. */
export interface ToolOptions {
  /** True when the call changes the outside world; default: by the tool's name, as the policy says. Reserved before it is made. */
  readonly effect?: boolean
  /**
   * The application's name for the effect, unique in the run, for example the number of the invoice: what
   * was made under it is not made again, whichever process asks. Default: a new name for each call.
   */
  readonly effectId?: string
  /** True when a person must approve the effect before it is made; default: as the policy says. */
  readonly needsApproval?: boolean
  /** What the effect is, for the person who may have to approve it. It leaves the process, secrets masked. */
  readonly note?: string
  /** From the tool's annotations, where there are any (MCP `readOnlyHint`). */
  readonly readOnly?: boolean
  /**
   * True when its output is a pass of a check (a compiler, a test runner, a validator); default: by the tool's
   * name, as `tools.checks` of the policy has it. Then it is judged as `run.check` is, from its failing lines.
   */
  readonly check?: boolean
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
  const effectId = textOf(given, 'effectId')
  const needsApproval = flagOf(given, 'needsApproval')
  const note = textOf(given, 'note')
  const check = flagOf(given, 'check')
  return {
    ...(check === undefined ? {} : { check }),
    ...(effectId === undefined ? {} : { effectId: effectId.slice(0, 256).toWellFormed() }),
    ...(needsApproval === undefined ? {} : { needsApproval }),
    ...(note === undefined ? {} : { note }),
    ...(effect === undefined ? {} : { effect }),
    ...(readOnly === undefined ? {} : { readOnly }),
    ...(callId === undefined ? {} : { callId }),
    ...(round === undefined ? {} : { round }),
  }
}

/**
 * Makes a call inside a span, and records it as a step. What `work` throws is thrown unchanged.
 * Throws {@link EffectRefused}, and makes no call, when it is an effect that may not be made, and
 * `ToolRefused` when an operator has taken the tool away.
 */
export async function runTool<Result>(run: RunState, lane: Lane, call: ToolCall<Result>): Promise<Result> {
  const { onError } = run.settings
  if (!mayUse(run.tools, call.tool)) throw refuseTool(run, lane, call.tool)
  const effect = guarded(
    onError,
    'looking up a tool',
    () => isEffect(run, call),
    call.options.effect === true,
  )
  const reservation = effect ? await reserveEffect(run, lane, effectOf(call)) : null
  const begun = guarded(
    onError,
    'beginning a tool step',
    () => beginCall(run, lane, call, { effect, effectId: reservation?.id ?? null }),
    null,
  )
  const within = begun?.span.context ?? context.active()
  let result: Result
  try {
    result = await context.with(within, call.work, undefined, lane.signal)
  } catch (error) {
    settle(run, reservation, { failure: errorText(error), error })
    if (begun !== null)
      guarded(onError, 'recording a tool step', () => failCall(run, lane, begun, error), undefined)
    throw error
  }
  settle(run, reservation, { failure: reportedFailure(result) })
  if (begun !== null)
    guarded(onError, 'recording a tool step', () => finishCall(run, lane, begun, result), undefined)
  return result
}

function isEffect(run: RunState, { tool, options }: ToolCall<unknown>): boolean {
  return run.effects.isEffect(tool, options.effect, options.readOnly)
}

function effectOf({ tool, options }: ToolCall<unknown>): EffectCall {
  const { effectId = null, needsApproval = false, note } = options
  return { tool, effectId, needsApproval, note: note === undefined ? null : maskSecrets(note).slice(0, 2000) }
}

function settle(
  run: RunState,
  reservation: Reservation | null,
  ending: { readonly failure: string | null; readonly error?: unknown },
): void {
  if (reservation !== null) settleEffect(run, reservation, ending)
}
