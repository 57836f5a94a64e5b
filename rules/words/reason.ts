/** Why a run was nudged or halted. There is one rule for each reason. */
export const reasons = [
  'repetition',
  'oscillation',
  'exhaustion',
  'no_progress',
  'completion',
  'convergence',
  'livelock',
  'bar_lowered',
  'dependency_down',
  'budget_steps',
  'budget_tool_calls',
  'budget_tokens',
  'budget_cost',
  'budget_time',
  'budget_effects',
  'agent_limit',
  'operator',
] as const

/** One of {@link reasons}. */
export type Reason = (typeof reasons)[number]

/** How a run ended. `open` while it goes on. */
export const outcomes = [
  'open',
  'answered',
  'halted',
  'escalated',
  'suspended',
  'abandoned',
  'failed',
  'lost',
] as const

/** One of {@link outcomes}. */
export type Outcome = (typeof outcomes)[number]

/** True for ends that the agent or its framework came to, nobody stopped it. */
export function endsByItself(outcome: Outcome): boolean {
  return outcome === 'answered' || outcome === 'failed' || outcome === 'abandoned'
}

/**
 * What a run was doing when it met a limit, ours or its framework's own: the five ways of *Termination,
 * and the agent that never stops*. Only the last is helped by a higher limit.
 */
export const limitClasses = [
  'repetition',
  'oscillation',
  'exhaustion',
  'completion',
  'genuine_complexity',
] as const

/** One of {@link limitClasses}. */
export type LimitClass = (typeof limitClasses)[number]

/** True for reasons that are a limit of the run, the observer's or the agent framework's own. */
export function isLimit(reason: Reason): boolean {
  return reason.startsWith('budget_') || reason === 'agent_limit'
}
