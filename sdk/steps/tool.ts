import { context } from '@opentelemetry/api'
import { maskSecrets, mayUse } from '@loop-observer/rules'
import { untilToolsTold } from '../advice/tools-told.ts'
import { settleEffect } from '../effects/fate.ts'
import { reserveEffect, type EffectCall } from '../effects/reserve.ts'
import type { Lane } from '../lane.ts'
import { guarded } from '../log.ts'
import type { RunState } from '../run-state.ts'
import { errorText, reportedFailure } from './observed-value.ts'
import type { ToolCall } from './tool-options.ts'
import { refuseTool } from './tool-refused.ts'
import { beginCall, failCall, finishCall } from './tool-step.ts'

/**
 * Makes a call inside a span, and records it as a step. What `work` throws is thrown unchanged.
 * Throws {@link EffectRefused}, and makes no call, when it is an effect that may not be made, and
 * `ToolRefused` when an operator has taken the tool away.
 */
export async function runTool<Result>(run: RunState, lane: Lane, call: ToolCall<Result>): Promise<Result> {
  const { onError } = run.settings
  const told = untilToolsTold(run, lane)
  if (told !== null) await told
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
    settleEffect(run, reservation, { failure: errorText(error), error })
    if (begun !== null)
      guarded(onError, 'recording a tool step', () => failCall(run, lane, begun, error), undefined)
    throw error
  }
  settleEffect(run, reservation, { failure: reportedFailure(result) })
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
