import type { Decision, Reason } from '@loop-observer/rules'
import { fieldOf, textOf } from '../given.ts'

/** Nothing speaks against another step. */
export interface ContinueAdvice {
  readonly action: 'continue'
}

/** Give `message` to the model, then go on. Each nudge is given once. */
export interface NudgeAdvice {
  readonly action: 'nudge'
  readonly reason: Reason
  /** For the model. */
  readonly message: string
  readonly decision: Decision
  /** Who says so: the observer, or the same rules in this process. */
  readonly source: 'observer' | 'process'
}

/** Stop: `return run.stop(advice)`. Stands until an operator resumes the run. */
export interface HaltAdvice {
  readonly action: 'halt'
  readonly reason: Reason
  /** For the model, should it be asked for a last, partial answer. */
  readonly message: string
  readonly decision: Decision
  /** True when a person, or a fresh loop with other tools, is to take over. */
  readonly escalated: boolean
  /** Who says so: the observer, the same rules in this process, or the limits given to the SDK. */
  readonly source: 'observer' | 'process' | 'backstop'
}

/** What to do before the next model call. */
export type Advice = ContinueAdvice | NudgeAdvice | HaltAdvice

/** The advice that a decision means. */
export function adviceOf(decision: Decision, source: 'observer' | 'process'): NudgeAdvice | HaltAdvice {
  const { action, reason, message } = decision
  if (action === 'nudge') return { action, reason, message, decision, source }
  return { action: 'halt', reason, message, decision, escalated: action === 'escalate', source }
}

/** True for an advice, and for nothing else that plain JavaScript may have given. Never throws. */
export function isAdvice(given: unknown): given is Advice {
  const action = fieldOf(given, 'action')
  if (action === 'continue') return true
  const decision = fieldOf(given, 'decision')
  return (
    (action === 'nudge' || action === 'halt') &&
    textOf(given, 'reason') !== undefined &&
    typeof fieldOf(decision, 'explanation') === 'string' &&
    typeof fieldOf(decision, 'message') === 'string'
  )
}

/** Nothing to say. */
export const goOn: ContinueAdvice = { action: 'continue' }
