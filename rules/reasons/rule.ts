import type { Finding } from '../words/decision.ts'
import type { Reason } from '../words/reason.ts'
import type { Preset, Response, SettingSpec } from '../policy/policy.ts'
import type { Consideration } from '../words/thought.ts'
import type { Facts } from '../facts/facts.ts'

/** A count as a threshold that is never reached. */
export const NEVER = 1000

/** Resolved thresholds of a rule, one number for each of its specs. */
export type Settings<Name extends string = string> = Readonly<Record<Name, number>>

/**
 * One reason to stop: a pure function over the facts about a settled step and the rule's own
 * slice of its lane's memory.
 */
export interface Rule<Name extends string = string> {
  readonly reason: Reason
  /** One sentence: when it speaks. */
  readonly about: string
  /** Thresholds, as data. The key in the policy file is the name in snake_case. */
  readonly settings: Readonly<Record<Name, SettingSpec>>
  /** What follows a finding, for each preset. */
  readonly response: Readonly<Record<Preset, Response>>
  /** What it rests on. Sums and acts count late steps too; the order of a lane does not change after it settled. */
  readonly restsOn: 'order' | 'sums'
  /** Numbers that the rule keeps for each lane between steps. They start at 0. */
  readonly sliceSize: number
  /** Called once a step. May write `slice`. */
  readonly judge: (facts: Facts, settings: Settings<Name>, slice: Float64Array) => Finding | null
  /**
   * Called after `judge` when somebody asks why not, and never else: what the rule saw and how far it is from
   * its thresholds. Writes nothing. It speaks exactly when a gauge has reached its first threshold and none
   * of the silences holds; a test keeps the two together. Null for a step that is none of its business; absent
   * for a rule that measures nothing.
   */
  readonly consider?: (facts: Facts, settings: Settings<Name>, slice: Float64Array) => Consideration | null
}
