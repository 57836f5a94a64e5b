import type { LaneMemory } from '../memory/lane-memory.ts'
import type { Policy } from '../policy/policy.ts'
import type { Totals } from '../words/decision.ts'
import type { BarStep, CheckStep, Limits, ModelStep, Step, ToolStep } from '../words/step.ts'
import type { Verdict } from '../words/verdict.ts'
import type { Cycle } from './cycle.ts'
import type { Repeats } from './repeats.ts'

/** What every rule may read about the step that has just settled. */
export interface FactsBase {
  readonly policy: Policy
  /** The lane's memory, the step included. Rules read it and write only their own slice. */
  readonly lane: LaneMemory
  readonly totals: Totals
  readonly limits: Limits
}

/** Facts about a settled tool step, computed once. */
export interface ToolFacts extends FactsBase {
  readonly kind: 'tool'
  readonly step: ToolStep
  /** Row of the step in the lane's call table. */
  readonly row: number
  readonly known: boolean
  readonly empty: boolean
  readonly failed: boolean
  readonly transient: boolean
  readonly effect: boolean
  /** A successful effect, or a successful call that writes, edits or clicks. */
  readonly mutating: boolean
  /** The call only passes time. */
  readonly waiting: boolean
  /** Share of the observation's lines not seen before in the lane, 0 to 1; null when it has no lines. */
  readonly noveltyRatio: number | null
  readonly progress: boolean
  /** A mutation that was not made before: neither progress nor the lack of it, unless its observation says. */
  readonly fresh: boolean
  /**
   * The same call was made before, and this answer has a line that the lane had not seen: a value that moves; or it has
   * only lost lines: a list that is worked off. Of failures only those after a change: that is debugging, while an error
   * that quotes the call is not. Also one more item of many that has something of its own, and the first call of its
   * kind after a person's word.
   */
  readonly moving: boolean
  /**
   * Answers of this call in a row, this one included, that are equal but for fields learned as volatile; 0 while none
   * are learned, then 2 and more. Withholds progress and earns a nudge, never a halt by itself.
   */
  readonly equalBut: number
  /**
   * Hardly evidence of standing still: empty, or word for word what another place gave, at a place that was not looked at
   * before and is not behind the last page; or a command as silent as before something was changed.
   */
  readonly quiet: boolean
  /** The task was handed on, for the first time since something new came in any lane: no evidence of its own. */
  readonly handedOn: boolean
  /** The same call came earlier in the same round: no evidence of its own. */
  readonly echo: boolean
  readonly repeats: Repeats
  readonly cycle: Cycle | null
}

/** Facts about a settled model call. */
export interface ModelFacts extends FactsBase {
  readonly kind: 'model'
  readonly step: ModelStep
  /** Messages in a row, this one included, that say nearly the same without progress between. */
  readonly restated: number
}

/** Facts about a settled pass of a check. */
export interface CheckFacts extends FactsBase {
  readonly kind: 'check'
  readonly step: CheckStep
  readonly verdict: Verdict
  /** Passes of this check since another one reported, this one included. */
  readonly passes: number
  /** Failures of the pass before; null at the first. */
  readonly failuresBefore: number | null
  /** Estimate from the contraction ratio; null while it cannot be told. */
  readonly remainingPasses: number | null
  /** Failed checks in a row, whatever their names, those that shrank not counted. */
  readonly failedInRow: number
  /** Criteria of the frozen bar that were removed or changed. */
  readonly lowered: readonly string[]
}

/** Facts about a bar that was registered, once more perhaps. */
interface BarFacts extends FactsBase {
  readonly kind: 'bar'
  readonly step: BarStep
  /** Criteria of the frozen bar that were removed or changed. */
  readonly lowered: readonly string[]
}

/** A tool, model, check or bar step that came too late for its place in its lane: it counts in sums only. */
interface LateFacts extends FactsBase {
  readonly kind: 'late'
  readonly step: ToolStep | ModelStep | CheckStep | BarStep
}

/** Facts about a settled step of another kind. */
interface OtherFacts extends FactsBase {
  readonly kind: 'other'
  readonly step: Exclude<Step, ToolStep | ModelStep | CheckStep | BarStep>
}

/** What is computed once about a settled step, for every rule to read. */
export type Facts = ToolFacts | ModelFacts | CheckFacts | BarFacts | LateFacts | OtherFacts
