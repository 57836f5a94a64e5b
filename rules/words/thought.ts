import type { Decision, Finding } from './decision.ts'
import type { Reason } from './reason.ts'
import type { Verdict } from './verdict.ts'

/** What a rule measures a run by. */
export const measures = [
  'identical_results',
  'failures_in_a_row',
  'equal_calls',
  'equal_but_volatile',
  'equal_actions',
  'calls_in_a_row',
  'equal_effects',
  'equal_messages',
  'chanted_phrases',
  'rounds',
  'stale_calls',
  'stale_calls_over_tools',
  'meter',
  'identical_in_a_row',
  'refused_changes',
  'calls_after_check',
  'restated_messages',
  'answerable_in_a_row',
  'failed_checks',
  'same_failures',
  'model_turns',
  'tool_calls',
  'tokens',
  'cost_usd',
  'seconds',
  'effects',
] as const

/** One of {@link measures}. */
export type Measure = (typeof measures)[number]

/** What keeps a rule silent about a step, however high it counts. */
export const silences = [
  'same_round',
  'waiting',
  'progress',
  'fresh_change',
  'handed_on',
  'told_as_cycle',
  'one_call_only',
] as const

/** What makes a rule count less than meets the eye. */
const deductions = [
  'new_epoch',
  'new_answer',
  'patience',
  'free_retry',
  'user_spoke',
  'earlier_progress',
  'not_captured',
] as const

/** Why nothing, or less, follows from what a rule has found. */
const restraints = [
  'disabled',
  'record_only',
  'nudge_only',
  'suspicion',
  'grace',
  'nudges_used_up',
  'another_rule',
  'lane_halted',
  'run_over',
  'halt_recorded',
  'mode',
] as const

/** One of the restraints: of what was found. */
export type Restraint = (typeof restraints)[number]

/** Everything that may hold a rule back. */
export const holds = [...silences, ...deductions, ...restraints] as const

/** One of {@link holds}. */
export type Hold = (typeof holds)[number]

/** How far a rule counts, and from where on it speaks. */
export interface Gauge {
  readonly measure: Measure
  readonly value: number
  /** From here on it is a suspicion, which earns a nudge at most; null where there is no such stage. */
  readonly nudgeAt: number | null
  /** From here on it is certain, and may halt; null where it never is. */
  readonly haltAt: number | null
}

/** A pass of a check as `convergence` sees it. */
export interface PassNote {
  readonly check: string
  readonly verdict: Verdict
  /** Passes of this check so far, this one included. */
  readonly pass: number
  readonly failures: number
  readonly failuresBefore: number | null
  /** Passes that remain at this pace; null while it cannot be told. */
  readonly remainingPasses: number | null
}

/** What a rule saw in a step, told without judging it. */
export interface Consideration {
  readonly gauges: readonly Gauge[]
  readonly heldBack: readonly Hold[]
  /** True when what holds it back is worth saying however little it counts. */
  readonly telling?: boolean
  readonly pass?: PassNote
}

/** What one rule thought of one step. */
export interface Thought {
  readonly reason: Reason
  /** The gauge that is nearest to speaking; null for a rule that measures nothing. */
  readonly gauge: Gauge | null
  /** Share of the way to the rule's first word, 0 to 1. */
  readonly level: number
  /** What it found. */
  readonly found: 'nothing' | Finding['strength']
  /** What was decided because of it; a decision that the mode only records included. */
  readonly led: 'nothing' | Decision['action']
  readonly heldBack: readonly Hold[]
  /** All of it in words, for a person. */
  readonly text: string
}

/** What the rules thought of a step when it settled. Rules that had nothing to say are left out. */
export interface StepThoughts {
  readonly step: string
  readonly lane: string
  /** True for a step that came too late for its place: it counts in sums only. */
  readonly late: boolean
  readonly thoughts: readonly Thought[]
}
