import {
  createMemory,
  judge,
  resolvePolicy,
  type Decision,
  type Limits,
  type Policy,
  type PolicyFile,
  type RunMemory,
  type Step,
} from '@loop-observer/rules'
import type { RecordedRun } from './recorded-run.ts'
import { recordedSteps, type Extraction } from './recorded-steps.ts'
import type { SpanRun } from './span-runs.ts'

/** A decision as `replay --json` prints it: steps are indexes into the recorded run. */
interface ReplayedDecision {
  readonly step: number
  readonly seq: number
  readonly action: Decision['action']
  readonly reason: Decision['reason']
  readonly scope: Decision['scope']
  readonly lane: string
  readonly message: string
  readonly evidence: readonly number[]
}

/** What would have happened to one recorded run; what `replay --json` prints on one line. */
export interface Replayed {
  readonly run_id: string
  readonly steps: number
  readonly decisions: readonly ReplayedDecision[]
  readonly check_verdicts: readonly string[]
  /** `ended` when nothing stopped it. */
  readonly outcome: 'ended' | 'halted' | 'escalated'
}

/**
 * Judges a recorded run as if live, in enforce mode. The recorded agent goes on after a nudge; a
 * halted lane is judged no further; the first halt or escalation of the run ends the judging.
 */
export function replayRun(run: RecordedRun, file: PolicyFile, extraction: Extraction): Replayed {
  const steps = recordedSteps(run, extraction)
  const names = new Map([['main', run.agent ?? 'main']])
  const replaying = new Replaying(
    run.run_id,
    policyForRecorded(run, file),
    (id) => Number.parseInt(id, 10),
    names,
  )
  for (const { step } of steps) if (replaying.judge(step)) break
  return replaying.result(run.steps.length)
}

/** One run on its way through the engine. */
class Replaying {
  readonly #policy: Policy
  readonly #placeOf: (id: string) => number
  readonly #names: ReadonlyMap<string, string>
  readonly #decisions: ReplayedDecision[] = []
  #memory: RunMemory
  #outcome: Replayed['outcome'] = 'ended'
  readonly #verdicts: string[] = []

  constructor(
    run: string,
    policy: Policy,
    placeOf: (id: string) => number,
    names: ReadonlyMap<string, string> = new Map(),
  ) {
    this.#policy = policy
    this.#placeOf = placeOf
    this.#names = names
    this.#memory = createMemory(run, 'replay', policy.version)
  }

  /** True when the run is over. */
  judge(step: Step): boolean {
    const { memory, decisions, verdicts } = judge(this.#memory, [step], this.#policy)
    this.#memory = memory
    this.#verdicts.push(...verdicts.map(({ verdict }) => verdict))
    for (const decision of decisions) {
      this.#decisions.push(this.#shown(decision))
      if (decision.action === 'nudge' || decision.scope === 'lane') continue
      this.#outcome = decision.action === 'halt' ? 'halted' : 'escalated'
      return true
    }
    return false
  }

  /** Lets the hold pass: what still waits is judged. */
  settle(): void {
    if (this.#outcome !== 'ended') return
    const now = this.#memory.state.nowMs + this.#policy.holdMs
    const times = { startedAtMs: now, endedAtMs: now, receivedAtMs: now }
    this.judge({ kind: 'fence', id: 'end', lane: '*', sequence: null, traceId: null, spanId: null, ...times })
  }

  result(steps: number): Replayed {
    return {
      run_id: this.#memory.run,
      steps,
      decisions: this.#decisions,
      check_verdicts: this.#verdicts,
      outcome: this.#outcome,
    }
  }

  #shown(decision: Decision): ReplayedDecision {
    const { seq, action, reason, scope, lane, message, evidence } = decision
    return {
      step: this.#placeOf(decision.step),
      seq,
      action,
      reason,
      scope,
      lane: this.#names.get(lane) ?? lane,
      message,
      evidence: evidence.steps.map(this.#placeOf),
    }
  }
}

/** As {@link replayRun}, for a run put together from spans; `step` counts its steps in the order of their ends. */
export function replaySpanRun(run: SpanRun, file: PolicyFile): Replayed {
  const { agent } = run
  const policy = policyForSpans(run, file)
  const places = new Map(run.steps.map(({ id }, index) => [id, index]))
  const placeOf = (id: string): number => places.get(id) ?? run.steps.length - 1
  const replaying = new Replaying(run.run, policy, placeOf, new Map([['main', agent ?? 'main']]))
  for (const step of run.steps) if (replaying.judge(step)) break
  replaying.settle()
  return replaying.result(run.steps.length)
}

/** The policy for a run put together from spans: in enforce mode. */
export function policyForSpans({ agent, attributes }: SpanRun, file: PolicyFile): Policy {
  return { ...resolvePolicy(file, { source: 'replay', agent, attributes }), mode: 'enforce' }
}

/** The policy for a recorded run: in enforce mode, without a hold, under the limits that were in force. */
export function policyForRecorded(run: RecordedRun, file: PolicyFile): Policy {
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
