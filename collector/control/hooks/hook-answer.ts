import { takenAwayText, type Decision } from '@loop-observer/rules'
import type { HookEvent } from './payload.ts'

/** What Claude Code reads in the answer of a hook; an empty one changes nothing. */
export interface HookAnswer {
  /** False ends the agent's loop; `stopReason` is shown to the person. */
  readonly continue?: false
  readonly stopReason?: string
  readonly hookSpecificOutput?: {
    readonly hookEventName: HookEvent
    /** Put before the model with the tool's result. */
    readonly additionalContext?: string
    readonly permissionDecision?: 'deny'
    readonly permissionDecisionReason?: string
  }
}

/** Events whose answer may carry a message to the model. */
const speaking: ReadonlySet<HookEvent> = new Set(['PostToolUse', 'PostToolUseFailure', 'PostToolBatch'])

/** The answer to a call with a tool that an operator has taken away: it is not made, and the model is told. */
export function deniedTool(tool: string): HookAnswer {
  return {
    hookSpecificOutput: {
      hookEventName: 'PreToolUse',
      permissionDecision: 'deny',
      permissionDecisionReason: takenAwayText(tool),
    },
  }
}

/** Turns a decision into the answer of a hook: a nudge becomes additional context, all else stops. */
export function hookAnswer(event: HookEvent, action: Decision['action'], decision: Decision): HookAnswer {
  if (action === 'nudge') {
    if (!speaking.has(event)) return {}
    return { hookSpecificOutput: { hookEventName: event, additionalContext: decision.message } }
  }
  const stop = { continue: false, stopReason: decision.explanation } as const
  if (event !== 'PreToolUse') return stop
  // A call that is under way already must not be made either.
  return {
    ...stop,
    hookSpecificOutput: {
      hookEventName: event,
      permissionDecision: 'deny',
      permissionDecisionReason: decision.message,
    },
  }
}
