import {
  createMemory,
  judge,
  resolvePolicy,
  type PolicyFile,
  type Reason,
  type Totals,
} from '@loop-observer/rules'
import type { RecordedRun } from '../replay/recorded-run.ts'
import { recordedSteps, type Extraction } from '../replay/recorded-steps.ts'
import { replayRun } from '../replay/replay.ts'
import { upperBound } from './exact-bound.ts'
import { fewestScores, stopLine } from './stop-line.ts'

/** Budgets for the runs of one agent. A null limit: the runs did not record it. */
export interface AgentBudget {
  readonly agent: string
  /** Good runs, one for each task. */
  readonly runs: number
  /** Null when there are too few runs to promise anything: the agent is only watched. */
  readonly limits: {
    readonly steps: number
    readonly tokens: number | null
    readonly seconds: number | null
  } | null
}

/** How often a rule would have stopped good runs. */
export interface FalseStops {
  readonly reason: Reason
  readonly stopped: number
  readonly runs: number
  /** Exact one-sided 95 % upper bound, 0 to 1. */
  readonly upper95: number
}

/** What a user's own good runs say about budgets and rules. */
export interface Calibration {
  readonly alpha: number
  /** Good runs that an agent needs for a budget. */
  readonly needed: number
  readonly budgets: readonly AgentBudget[]
  readonly falseStops: readonly FalseStops[]
  /** Runs left out: not known to have ended well, or another run of the same task was taken. */
  readonly leftOut: number
}

/**
 * Budgets such that the chance of stopping a good run is at most `alpha`, from runs that ended well, one
 * for each task: several runs of one task are no independent evidence. Never a ceiling on effects or cost:
 * those come from the worst acceptable outcome, not from what went well so far.
 */
export function calibrate(
  runs: readonly RecordedRun[],
  alpha: number,
  policy: PolicyFile,
  extraction: Extraction,
): Calibration {
  const good = onePerTask(runs.filter(({ success }) => success === true))
  const byAgent = Map.groupBy(good, ({ agent }) => agent ?? 'main')
  return {
    alpha,
    needed: fewestScores(alpha),
    budgets: [...byAgent].map(([agent, mine]) => budgetOf(agent, mine, alpha, extraction)),
    falseStops: falseStopsOf(good, policy, extraction),
    leftOut: runs.length - good.length,
  }
}

function onePerTask(runs: readonly RecordedRun[]): readonly RecordedRun[] {
  const first = new Map<string, RecordedRun>()
  for (const run of runs) {
    const task = `${run.agent ?? 'main'} ${run.task ?? run.run_id}`
    const taken = first.get(task)
    // By id, so that the order of the files does not matter.
    if (taken === undefined || run.run_id < taken.run_id) first.set(task, run)
  }
  return [...first.values()]
}

function budgetOf(
  agent: string,
  runs: readonly RecordedRun[],
  alpha: number,
  extraction: Extraction,
): AgentBudget {
  const totals = runs.map((run) => totalsOf(run, extraction))
  const line = (name: 'steps' | 'tokens' | 'seconds'): number | null => {
    const scores = totals.map((each) => each[name])
    const found = stopLine(scores, alpha)
    // A limit stops the run that reaches it; the line itself may be reached.
    return found === null || found === 0 ? null : Math.floor(found) + 1
  }
  const steps = line('steps')
  return {
    agent,
    runs: runs.length,
    limits: steps === null ? null : { steps, tokens: line('tokens'), seconds: line('seconds') },
  }
}

function totalsOf(run: RecordedRun, extraction: Extraction): Totals {
  const policy = resolvePolicy({ digest: 'calibrate' }, { source: 'replay', agent: null, attributes: {} })
  const watching = { ...policy, mode: 'shadow' as const, holdMs: 0 }
  const steps = recordedSteps(run, extraction).map(({ step }) => step)
  return judge(createMemory(run.run_id, 'replay', policy.version), steps, watching).memory.totals
}

function falseStopsOf(
  good: readonly RecordedRun[],
  policy: PolicyFile,
  extraction: Extraction,
): readonly FalseStops[] {
  const stopped = new Map<Reason, number>()
  for (const run of good) {
    const { decisions } = replayRun(run, policy, extraction)
    const stop = decisions.find(({ action, scope }) => action !== 'nudge' && scope === 'run')
    if (stop !== undefined) stopped.set(stop.reason, (stopped.get(stop.reason) ?? 0) + 1)
  }
  return [...stopped].map(([reason, count]) => ({
    reason,
    stopped: count,
    runs: good.length,
    upper95: upperBound(count, good.length),
  }))
}
