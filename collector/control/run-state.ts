import { limitsInForce, toolAccess, type Decision, type Policy } from '@loop-observer/rules'
import { traitsOf } from '../judging/marks.ts'
import type { RunKey, RunSummary, StoredRun } from '../store/store.ts'
import type { AdviceState } from './advice.ts'
import type { ControlContext } from './context.ts'

/** A run's state as advice needs it, and how far it is judged. */
export interface RunState extends AdviceState {
  readonly stored: StoredRun
  readonly summary: RunSummary
  readonly policy: Policy
}

/**
 * Reads a run with the decisions after `after`, and those that may still stand. One read for a run
 * without decisions. Null when the run is unknown, or nothing of it is judged yet.
 */
export async function readState(
  context: Pick<ControlContext, 'store' | 'policies'>,
  key: RunKey,
  after: number,
): Promise<RunState | null> {
  return stateOf(context, await context.store.read(key), after)
}

/** As `readState`, for a run that was settled a moment ago: what the judge remembers need not be read. */
export async function settledState(
  context: Pick<ControlContext, 'store' | 'policies' | 'judge'>,
  key: RunKey,
  after: number,
): Promise<RunState | null> {
  const stored = context.judge.remembered(key) ?? (await context.store.read(key))
  return stateOf(context, stored, after)
}

/** As `settledState`, for a run of which a step was judged. Throws Error when it has no state: a defect. */
export async function judgedState(
  context: Pick<ControlContext, 'store' | 'policies' | 'judge'>,
  key: RunKey,
): Promise<RunState> {
  const state = await settledState(context, key, 0)
  if (state === null) throw new Error('a judged run has a state')
  return state
}

async function stateOf(
  context: Pick<ControlContext, 'store' | 'policies'>,
  stored: StoredRun | null,
  after: number,
): Promise<RunState | null> {
  if (stored === null || stored.summary === null) return null
  const { summary } = stored
  const decisions = await decisionsFrom(context, summary, Math.min(after, summary.resumedSeq))
  const policy = policyOf(context, summary, stored)
  const limits = stored.memory === null ? policy.limits : limitsInForce(stored.memory, policy)
  const tools = stored.memory === null ? null : toolAccess(stored.memory)
  return { stored, summary, decisions, policy, limits, tools }
}

/** The state of a run that nobody has seen. */
export function unseenState({ policies }: Pick<ControlContext, 'policies'>, run: string): AdviceState {
  const policy = policies.forRun({ source: 'telemetry', agent: null, attributes: {} }, null)
  const totals = { steps: 0, toolCalls: 0, tokens: 0, costUsd: 0, seconds: 0, effects: 0 }
  const summary = { run, seq: 0, resumedSeq: 0, outcome: 'open' as const, totals }
  return { summary, decisions: [], policy, limits: policy.limits, tools: null }
}

/** The policy that the run began with, as far as this process knows it. */
export function policyOf(
  { policies }: Pick<ControlContext, 'policies'>,
  summary: RunSummary,
  stored: StoredRun,
): Policy {
  return policies.forRun(traitsOf(summary), stored.memory?.policyVersion ?? null)
}

function decisionsFrom(
  { store }: Pick<ControlContext, 'store'>,
  summary: RunSummary,
  after: number,
): Promise<readonly Decision[]> {
  return summary.seq > after ? store.decisions(summary.key, after) : Promise.resolve([])
}
