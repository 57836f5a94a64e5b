import type { Facts, FactsBase } from './facts/facts.ts'
import { countStep } from './facts/totals.ts'
import { deadlineMs, passTime, type Timing } from './facts/time.ts'
import { warnOfBudgets } from './facts/budget-warnings.ts'
import { placed } from './facts/prompt-calls.ts'
import { endAsObserved } from './facts/own-end.ts'
import { isLate, nextSettleMs, takeSettled } from './facts/settling.ts'
import { absorbLate, stepFacts } from './facts/step-facts.ts'
import { receive } from './facts/receiving.ts'
import { noteFinding, noteLimit } from './ladder/limit-class.ts'
import { decide } from './ladder/decide.ts'
import type { LaneMemory, PassSummary } from './memory/lane-memory.ts'
import { laneOf } from './memory/lanes.ts'
import { limitsInForce } from './memory/limits.ts'
import { draftOf, type Draft, type RunMemory } from './memory/run-memory.ts'
import type { Policy } from './policy/policy.ts'
import { rules } from './reasons/list.ts'
import { sliceOf } from './reasons/slice.ts'
import type { BudgetWarning, Decision, Finding } from './words/decision.ts'
import type { OperatorStep, OpinionStep, Step, TickStep } from './words/step.ts'
import type { Verdict } from './words/verdict.ts'
import { beginThinking } from './thinking/thinking.ts'
import type { StepThoughts } from './words/thought.ts'

/** What judging some steps produced. */
export interface Judgement {
  readonly memory: RunMemory
  readonly findings: readonly Finding[]
  /** New ones, `seq` ascending. */
  readonly decisions: readonly Decision[]
  /** Limits that have come near. */
  readonly budgetWarnings: readonly BudgetWarning[]
  /**
   * When the passing of time alone changes something (unsettled steps have waited long enough, time is
   * used up, the run counts as lost): judge a `tick` then. Null when it never does.
   */
  readonly wakeAtMs: number | null
  /** Steps at which a rule crashed: counted, else left out. Empty unless there is a defect. */
  readonly faults: readonly Fault[]
  /** What each pass of a check meant, in the order in which they settled. */
  readonly verdicts: readonly PassVerdict[]
}

/** What a pass of a check meant. */
export interface PassVerdict {
  readonly step: string
  readonly verdict: Verdict
  /** Its number in its loop, from 1: a clean pass and another check begin a new one. */
  readonly pass: number
}

/** A step at which a rule crashed. */
export interface Fault {
  readonly step: string
  readonly error: unknown
}

interface Judging {
  readonly draft: Draft
  readonly policy: Policy
  readonly findings: Finding[]
  readonly decisions: Decision[]
  readonly budgetWarnings: BudgetWarning[]
  readonly faults: Fault[]
  readonly verdicts: PassVerdict[]
  /** Null when nobody asks: then no rule considers anything. */
  readonly thoughts: StepThoughts[] | null
}

/** A judgement with what each rule thought of each step, in the order in which they settled. */
export interface ThoughtfulJudgement extends Judgement {
  readonly thoughts: readonly StepThoughts[]
}

/** As {@link judge}, and says what each rule thought. The judgement is the same; it costs about twice as much. */
export function judgeAloud(memory: RunMemory, steps: readonly Step[], policy: Policy): ThoughtfulJudgement {
  const thoughts: StepThoughts[] = []
  return { ...judgeSteps(memory, steps, policy, thoughts), thoughts }
}

/**
 * Judges what a run has done since `memory`: pure, without clock, randomness or input and output.
 * `memory` is not changed. Steps wait in the memory until their place in their lane is final.
 */
export function judge(memory: RunMemory, steps: readonly Step[], policy: Policy): Judgement {
  return judgeSteps(memory, steps, policy, null)
}

function judgeSteps(
  memory: RunMemory,
  steps: readonly Step[],
  policy: Policy,
  thoughts: StepThoughts[] | null,
): Judgement {
  const judging: Judging = {
    draft: draftOf(memory),
    policy,
    findings: [],
    decisions: [],
    budgetWarnings: [],
    faults: [],
    verdicts: [],
    thoughts,
  }
  const { draft } = judging
  for (const step of steps) {
    if (step.kind === 'operator') judgeAct(judging, step)
    receive(draft, step)
    if (step.kind === 'opinion') judgeOpinion(judging, step)
    if (step.kind === 'tick') judgeTime(judging, step)
    if (step.kind === 'fence' || step.sequence !== null)
      settle(judging, step.kind === 'fence' ? step.lane : null)
  }
  settle(judging, null)
  return {
    memory: draft,
    findings: judging.findings,
    decisions: judging.decisions,
    budgetWarnings: judging.budgetWarnings,
    wakeAtMs: earliest(nextSettleMs(draft.state, policy.holdMs), deadlineMs(draft, timingOf(judging))),
    faults: judging.faults,
    verdicts: judging.verdicts,
  }
}

function settle(judging: Judging, fence: string | null): void {
  const { draft, policy } = judging
  for (const step of takeSettled(draft.state, { holdMs: policy.holdMs, fence })) {
    try {
      judgeStep(judging, step)
    } catch (error) {
      // The step that waits longest must not hold up the run: its lane goes on without it.
      judging.faults.push({ step: step.id, error })
    }
  }
}

/** Records one step whose place is final, and asks every rule about it. */
function judgeStep(judging: Judging, settled: Step): void {
  const { draft, policy } = judging
  if (settled.kind === 'outcome') return endAsObserved(draft, settled)
  const lane = laneOf(draft.state, settled.lane)
  const step = placed(settled, draft, lane)
  if (step === null) return
  const late = isLate(step, lane)
  countStep(draft, lane, step, policy)
  const base = baseFacts(judging, lane)
  const facts = late ? absorbLate(step, draft, base) : stepFacts(step, draft, base)
  if (facts.kind === 'check') {
    judging.verdicts.push({ step: step.id, verdict: facts.verdict, pass: facts.passes })
    draft.check = newestPass(lane)
  }
  conclude(judging, facts, late)
}

function newestPass({ passes }: LaneMemory): PassSummary | null {
  const [set, failures] = [passes?.sets[0], passes?.failures[0]]
  if (passes === null || set === undefined || failures === undefined) return null
  return { check: passes.check, set, failures }
}

/** Time has passed without a step: a run may have used up what it has of it, or be lost. */
function judgeTime(judging: Judging, step: TickStep): void {
  const { draft } = judging
  if (!passTime(draft, step, timingOf(judging))) return
  // Nothing may have ended yet: the first call hangs.
  const lane = draft.state.lanes[0] ?? laneOf(draft.state, 'main')
  conclude(judging, { ...baseFacts(judging, lane), kind: 'other', step }, false)
}

function timingOf({ draft, policy }: Judging): Timing {
  const { idleTimeoutMs, budgetWarnRatio } = policy
  return { idleTimeoutMs, budgetWarnRatio, limits: limitsInForce(draft, policy) }
}

function earliest(a: number | null, b: number | null): number | null {
  return a === null || b === null ? (a ?? b) : Math.min(a, b)
}

/** What a person says holds at once, wherever the lanes stand. */
function judgeAct(judging: Judging, step: OperatorStep): void {
  const lane = judging.draft.state.lanes[0] ?? laneOf(judging.draft.state, step.lane)
  conclude(judging, { ...baseFacts(judging, lane), kind: 'other', step }, false)
}

/** What a judge model says of a lane holds at once: what it was asked about has settled. */
function judgeOpinion(judging: Judging, step: OpinionStep): void {
  const lane = judging.draft.state.lanes.find((each) => each.lane === step.lane)
  if (lane !== undefined) conclude(judging, { ...baseFacts(judging, lane), kind: 'other', step }, false)
}

function baseFacts({ draft, policy }: Judging, lane: LaneMemory): FactsBase {
  return { lane, policy, totals: draft.totals, limits: limitsInForce(draft, policy) }
}

function conclude(judging: Judging, facts: Facts, late: boolean): void {
  const { draft, policy } = judging
  const found = ask(facts, policy, late)
  judging.findings.push(...found)
  const { limits, step } = facts
  const warnings = warnOfBudgets(draft, { limits, ratio: policy.budgetWarnRatio, atMs: step.endedAtMs })
  judging.budgetWarnings.push(...warnings)
  // Limits after loops: what a rule says at the very step at which the run meets its limit names the class.
  for (const finding of found) noteFinding(finding, facts)
  for (const finding of found) noteLimit(finding, facts, draft)
  const restraint = restraintOfAll(facts, draft)
  const think = judging.thoughts === null ? null : beginThinking({ facts, late, found, draft, restraint })
  const decisions = restraint === null ? decide(found, facts, draft) : []
  judging.decisions.push(...decisions)
  if (think !== null) judging.thoughts?.push(think(decisions))
}

/** A run that was halted, or has ended by itself, is watched and not decided on; so is a lane. */
function restraintOfAll({ lane, step }: Facts, draft: Draft): 'run_over' | 'lane_halted' | null {
  if (!isOpen(draft)) return 'run_over'
  return lane.halted && step.kind !== 'operator' ? 'lane_halted' : null
}

function isOpen({ outcome, state }: Draft): boolean {
  if (state.halted) return false
  // What began before an end that was only observed may arrive after it: what it shows is said all the same.
  return outcome === 'open' || outcome === 'suspended' || outcome === 'lost' || state.endObserved
}

function ask(facts: Facts, policy: Policy, late: boolean): readonly Finding[] {
  const found: Finding[] = []
  for (const rule of rules) {
    const rulePolicy = policy.rules[rule.reason]
    if (!rulePolicy.enabled || (late && rule.restsOn === 'order')) continue
    const slice = sliceOf(facts.lane, rule)
    const finding = rule.judge(facts, rulePolicy.settings, slice)
    if (finding !== null) found.push(finding)
  }
  return found
}
