import type { RunSource } from '../policy/policy.ts'
import type { Totals } from '../words/decision.ts'
import type { Outcome, Reason } from '../words/reason.ts'

/** What the engine remembers of a run: plain data with packed tables, at most 64 KB. Opaque outside rules. */
export interface RunMemory {
  /** Layout of the fields below; a memory of another layout is not judged further. */
  readonly layout: 1
  readonly run: string
  readonly source: RunSource
  readonly engineVersion: string
  readonly policyVersion: string
  readonly totals: Totals
  readonly outcome: Outcome
  readonly reason: Reason | null
  /** Newest decision number. */
  readonly seq: number
  readonly nudges: number
  readonly ranPastHalt: number
}

/** Memory of a run that has not begun. */
export function createMemory(run: string, source: RunSource, policyVersion: string): RunMemory {
  return {
    layout: 1,
    run,
    source,
    engineVersion: '1',
    policyVersion,
    totals: { steps: 0, toolCalls: 0, tokens: 0, costUsd: 0, seconds: 0, effects: 0 },
    outcome: 'open',
    reason: null,
    seq: 0,
    nudges: 0,
    ranPastHalt: 0,
  }
}
