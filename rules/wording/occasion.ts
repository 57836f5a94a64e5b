import type { Action, Finding, LimitHit, Totals } from '../words/decision.ts'

/** What a text is about. */
export interface Occasion {
  readonly action: Exclude<Action, 'continue'>
  /** False when the mode forbids acting on it: then nothing happened, and a person is told what would have. */
  readonly enforced: boolean
  readonly finding: Finding
  /** Tools tried since the last progress. */
  readonly tried: readonly string[]
  readonly totals: Totals
  /** What the operator wrote, or null. */
  readonly note: string | null
  /** The limit that the run met, or null. */
  readonly limit: LimitHit | null
}
