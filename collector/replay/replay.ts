import {
  createMemory,
  judge,
  resolvePolicy,
  type Decision,
  type Limits,
  type Policy,
  type PolicyFile,
  type Totals,
} from '@loop-observer/rules'
import type { RecordedRun } from './recorded-run.ts'
import { recordedSteps, type Extraction } from './recorded-steps.ts'

/** A decision as `replay --json` prints it: steps are indexes into the recorded run. */
export interface ReplayedDecision {
  readonly step: number
  readonly seq: number
  readonly action: Decision['action']
  readonly reason: Decision['reason']
  readonly scope: Decision['scope']
  readonly lane: string
  readonly message: string
  readonly explanation: string
  readonly evidence: readonly number[]
}

/** What would have happened to one recorded run. */
export interface Replayed {
  readonly run_id: string
  readonly steps: number
  readonly decisions: readonly ReplayedDecision[]
  readonly check_verdicts: readonly string[]
  /** `ended` when nothing stopped it. */
  readonly outcome: 'ended' | 'halted' | 'escalated'
  readonly totals: Totals
}

/**
 * Judges a recorded run as if live, in enforce mode. The recorded agent goes on after a nudge; a
 * halted lane is judged no further; the first halt or escalation of the run ends the judging.
 */
export function replayRun(run: RecordedRun, file: PolicyFile, extraction: Extraction): Replayed {
  const policy = policyFor(run, file)
  let memory = createMemory(run.run_id, 'replay', policy.version)
  const decisions: ReplayedDecision[] = []
  let outcome: Replayed['outcome'] = 'ended'
  for (const { index, step } of recordedSteps(run, extraction)) {
    const judgement = judge(memory, [step], policy)
    memory = judgement.memory
    for (const decision of judgement.decisions) decisions.push(shown(decision, run, index))
    const end = judgement.decisions.find((each) => each.action !== 'nudge' && each.scope === 'run')
    if (end === undefined) continue
    outcome = end.action === 'halt' ? 'halted' : 'escalated'
    break
  }
  return {
    run_id: run.run_id,
    steps: run.steps.length,
    decisions,
    check_verdicts: [],
    outcome,
    totals: memory.totals,
  }
}

function policyFor(run: RecordedRun, file: PolicyFile): Policy {
  const policy = resolvePolicy(file, { source: 'replay', agent: run.agent ?? null, attributes: {} })
  return { ...policy, mode: 'enforce', holdMs: 0, limits: { ...policy.limits, ...limitsOf(run) } }
}

function limitsOf(run: RecordedRun): Partial<Limits> {
  const { limits } = run
  if (limits == null) return {}
  const said = {
    steps: limits.steps,
    toolCalls: limits.tool_calls,
    tokens: limits.tokens,
    costUsd: limits.cost_usd,
    seconds: limits.seconds,
    effects: limits.effects,
  }
  return Object.fromEntries(Object.entries(said).filter(([, limit]) => limit != null))
}

function shown(decision: Decision, run: RecordedRun, index: number): ReplayedDecision {
  return {
    step: index,
    seq: decision.seq,
    action: decision.action,
    reason: decision.reason,
    scope: decision.scope,
    lane: decision.lane === 'main' ? (run.agent ?? 'main') : decision.lane,
    message: decision.message,
    explanation: decision.explanation,
    evidence: decision.evidence.steps.map((id) => Number.parseInt(id, 10)),
  }
}
