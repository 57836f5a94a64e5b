import type { RunSummary } from '../../../collector/store/store.ts'

let made = 0

/** The summary of a run; what is not said is ordinary. */
export function summary(parts: Partial<RunSummary> = {}): RunSummary {
  const run = parts.run ?? `run-${made++}`
  return {
    key: `default/${run}`,
    run,
    tenant: 'default',
    agent: 'billing',
    task: null,
    source: 'sdk',
    traceIds: [],
    outcome: 'answered',
    reason: null,
    correct: null,
    startedAtMs: 0,
    updatedAtMs: made,
    totals: { steps: 4, toolCalls: 4, tokens: 100, costUsd: 0.01, seconds: 1, effects: 0 },
    seq: 0,
    nudges: 0,
    halted: false,
    resumedSeq: 0,
    ranPastHalt: 0,
    limit: null,
    check: null,
    budgetWarnings: [],
    ...parts,
  }
}

/** Sums of a run of so many turns that cost so much. */
export function totals(steps: number, costUsd: number): RunSummary['totals'] {
  return { steps, toolCalls: steps, tokens: steps * 100, costUsd, seconds: steps, effects: 0 }
}
