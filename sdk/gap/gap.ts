import type { Verdict } from '@loop-observer/rules'
import type { Advice, NudgeAdvice } from '../advice/advice.ts'
import type { Criteria } from '../steps/bar.ts'
import type { StandardSchema } from './standard-schema.ts'

/** What still fails: a line each, and what it was measured against, where that can change. */
export type Failures = readonly string[] | { readonly failures: readonly string[]; readonly bar?: Criteria }

/** Measures what an attempt made, by something that the agent cannot talk round: tests, a compiler, a diff. */
export type Check<Value> = (value: Value, signal: AbortSignal) => Failures | Promise<Failures>

/** What stands between the work and its end, for the next attempt. */
export interface Gap<Value> {
  /** 1, 2, 3, … */
  readonly attempt: number
  /** What the newest check found; empty before the first attempt. */
  readonly failures: readonly string[]
  /** What the newest attempt made; undefined before the first. */
  readonly value: Value | undefined
  /** What the newest pass said; null before the first attempt. */
  readonly verdict: Verdict | null
  /** Passes that remain at the present pace, an estimate; null while it cannot be told. */
  readonly remainingPasses: number | null
  /** Give its `message` to the model; null when nothing speaks against going on. */
  readonly nudge: NudgeAdvice | null
  /** Aborted on a halt. */
  readonly signal: AbortSignal
}

/** Settings of {@link Until}. */
export interface UntilOptions {
  /** Name of the check; passes are compared under the same name. Default: the function's, else `check`; of a schema `schema`. */
  readonly name?: string
}

/** How the loop ended: `verified` with the value that passed, or with what there was last. */
export type UntilResult<Value, Attempted> = (
  | { readonly verified: true; readonly value: Value }
  /** Undefined when no attempt was made. */
  | { readonly verified: false; readonly value: Attempted | undefined }
) & {
  /** An output, not a setting: how many it took. */
  readonly attempts: number
  /** What each pass said. */
  readonly verdicts: readonly Verdict[]
  /** What stands open; empty when it is verified. */
  readonly failures: readonly string[]
  /** What ended it, for `run.stop`: a halt; `continue` when it is verified. */
  readonly advice: Advice
}

/** Loops on the gap: attempts until a check is clean, as long as its failures shrink. */
export interface Until {
  /** The attempt's result is checked by a schema, as a form is; verified, it is the value as the schema has it. */
  <Output>(
    schema: StandardSchema<Output>,
    attempt: (gap: Gap<unknown>) => unknown,
    options?: UntilOptions,
  ): Promise<UntilResult<Output, unknown>>
  <Value>(
    check: Check<Value>,
    attempt: (gap: Gap<Value>) => Value | Promise<Value>,
    options?: UntilOptions,
  ): Promise<UntilResult<Value, Value>>
}
