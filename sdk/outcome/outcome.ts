import type { Evidence, Outcome, Reason, Totals } from '@loop-observer/rules'
import type { Advice, HaltAdvice, NudgeAdvice } from '../advice/advice.ts'
import type { PartialResult } from './partial-results.ts'
import type { OpenCall } from '../lane.ts'
import { toText } from '../steps/observed-value.ts'
import type { RunState } from '../run-state.ts'

/** Which stop fired. */
export interface Stopped {
  /**
   * A reason of the rules; `approval`: an effect waits for a person; `failure`: the application failed or
   * gave up; `application`: it stopped for reasons of its own.
   */
  readonly reason: Reason | 'approval' | 'failure' | 'application'
  /** Name of the rule: there is one for each reason. Null when no rule was involved. */
  readonly rule: Reason | null
  /** For a person. */
  readonly message: string
  /** Null when no rule was involved. */
  readonly evidence: Evidence | null
}

/** What became of a run: one shape, whether it answered or was stopped. */
export interface RunOutcome<Answer> {
  readonly runId: string
  readonly outcome: Exclude<Outcome, 'open'>
  /** The answer; of a halted run, a partial one. Null when there is none. */
  readonly answer: Answer | null
  /** Whether the newest check of the run was clean, and its bar not lowered; null when none was made. */
  readonly verified: boolean | null
  /** Null when the run answered. */
  readonly stopped: Stopped | null
  /** What the run had established, oldest first, at most 32. */
  readonly partial: readonly PartialResult[]
  /** What it was in the middle of when it was stopped; null when it answered, or had called nothing. */
  readonly attempting: string | null
  /** What is not known yet, for a person; empty when nothing can be said. */
  readonly missing: string
  /** Tools that were tried since the last progress. */
  readonly tried: readonly string[]
  /** Tools of the run that were not, and change nothing: what a fresh loop may begin with. Empty when it answered. */
  readonly otherTools: readonly string[]
  /** True when a later run, with a larger budget or other tools, may pick this up. */
  readonly resumable: boolean
  /** Steps recorded. */
  readonly steps: number
  readonly totals: Totals
  readonly traceId: string
  /** False when no observer answered during the run. */
  readonly observed: boolean
  /** What the application threw; undefined when it threw nothing. */
  readonly cause: unknown
}

/** How the application ended the run. */
export type Ending<Answer> =
  | { readonly kind: 'answered'; readonly answer: Answer | null }
  | { readonly kind: 'stopped'; readonly advice: Advice | null }
  | {
      readonly kind: 'failed'
      readonly message: string
      readonly resumable: boolean
      readonly cause: unknown
    }
  /** It ended because a person has not approved an effect yet. */
  | { readonly kind: 'suspended'; readonly message: string; readonly cause: unknown }
  /** It did not return in time. */
  | { readonly kind: 'overdue' }

/** The outcome of a run that has ended in this way. A halt that was given outranks whatever came after. */
export function outcomeOf<Answer>(run: RunState, ending: Ending<Answer>): RunOutcome<Answer> {
  const halt = haltBehind(run, ending)
  const decision = halt?.decision ?? null
  const isAnswered = ending.kind === 'answered' && halt === null
  const isStopped = halt !== null || ending.kind === 'stopped'
  return {
    runId: run.runId,
    outcome: isAnswered ? 'answered' : isStopped ? stopName(halt) : nameOf(ending),
    answer: ending.kind === 'answered' ? ending.answer : null,
    verified: run.verified,
    stopped: isAnswered ? null : stoppedBy(halt, ending),
    partial: run.partial.list(),
    attempting: isAnswered ? null : attempting(run),
    missing: decision?.missing ?? '',
    tried: decision?.tried ?? [],
    otherTools: decision?.handover?.otherTools ?? [],
    resumable: decision?.resumable ?? isResumable(ending),
    steps: run.steps,
    totals: run.totals,
    traceId: run.origin.span.traceId,
    observed: run.observed,
    cause: 'cause' in ending ? ending.cause : undefined,
  }
}

/**
 * The decision that ended the run. One that the application was never given did not end it when
 * it answered: a success outranks a verdict of the same instant. An exception after a halt is
 * taken for its consequence, as an aborted request is.
 */
function haltBehind(run: RunState, ending: Ending<unknown>): HaltAdvice | NudgeAdvice | null {
  const { halt, haltGiven } = run.main
  if (ending.kind === 'stopped') {
    const { advice } = ending
    return advice !== null && advice.action !== 'continue' ? advice : halt
  }
  return ending.kind === 'answered' && !haltGiven ? null : halt
}

function stopName(halt: HaltAdvice | NudgeAdvice | null): 'halted' | 'escalated' | 'abandoned' {
  // The gap is judged not closeable by this loop, and goes to a person.
  if (halt?.action === 'halt' && halt.reason === 'livelock') return 'abandoned'
  return halt?.action === 'halt' && halt.escalated ? 'escalated' : 'halted'
}

function isResumable(ending: Ending<unknown>): boolean {
  if (ending.kind === 'failed') return ending.resumable
  return ending.kind === 'stopped' || ending.kind === 'suspended'
}

function nameOf({ kind }: Ending<unknown>): 'suspended' | 'failed' {
  return kind === 'suspended' ? 'suspended' : 'failed'
}

function stoppedBy(halt: HaltAdvice | NudgeAdvice | null, ending: Ending<unknown>): Stopped {
  if (halt !== null) {
    const { reason, decision } = halt
    return {
      reason,
      rule: reason,
      message: decision.explanation || decision.message,
      evidence: decision.evidence,
    }
  }
  const none = { rule: null, evidence: null }
  if (ending.kind === 'suspended') return { reason: 'approval', message: ending.message, ...none }
  if (ending.kind === 'failed') return { reason: 'failure', message: ending.message, ...none }
  return { reason: 'application', message: 'The application stopped the run.', ...none }
}

const attemptChars = 300

function attempting(run: RunState): string | null {
  const calls = [...run.lanes.values()].flatMap((lane) => [...lane.open])
  const shown = calls.length > 0 ? calls : run.main.latest === null ? [] : [run.main.latest]
  return shown.length === 0 ? null : toText(shown.map(callText).join('; '), attemptChars)
}

function callText({ tool, args }: OpenCall): string {
  return args === undefined ? tool : `${tool} ${toText(args, attemptChars)}`
}
