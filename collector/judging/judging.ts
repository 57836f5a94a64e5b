import type { Decision, Policy, RunMemory, StepRecord } from '@loop-observer/rules'
import type { RunKey, RunSummary, StoredRun } from '../store/store.ts'

/** Who a run is, as far as its first steps say; fills the summary and chooses the policy. */
export interface RunIntro {
  readonly key: RunKey
  readonly run: string
  readonly tenant: string
  readonly agent: string | null
  readonly task: string | null
  readonly source: RunSummary['source']
  readonly traceId: string | null
  /** The run of the same tenant that started this one; absent when none is known. */
  readonly parent?: string
  /** Resource and span attributes that routes may match. */
  readonly attributes: Readonly<Record<string, string>>
}

/** Steps of one run, bound and reduced to features, on their way to be judged. */
export interface BoundSteps {
  readonly intro: RunIntro
  readonly records: readonly StepRecord[]
  /** Runs that were named by their trace alone, and are parts of this one: what is known of them belongs here. Absent when there are none. */
  readonly absorbs?: readonly RunKey[]
}

/** A run as it stands after it was judged. */
export interface JudgedRun {
  readonly memory: RunMemory
  readonly summary: RunSummary
  readonly policy: Policy
  /** Length of its log. */
  readonly version: number
}

/** The stage between binding and store. */
export interface Judge {
  /**
   * Puts the steps of many runs in the store's log and judges them. When it resolves, all steps
   * are durable; decisions may follow with the hold. Throws RetryableError when the store is away.
   */
  accept(batch: readonly BoundSteps[]): Promise<void>
  /** As `accept` for one run, with a fence: resolves when every step received so far is judged. */
  acceptAndSettle(steps: BoundSteps, lane: string): Promise<readonly Decision[]>
  /**
   * The run as this process judged it last; null when it does not remember it. Right
   * after `acceptAndSettle` it is what the store has, without the reading.
   */
  remembered(key: RunKey): StoredRun | null
}
