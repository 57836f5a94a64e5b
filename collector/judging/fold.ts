import {
  createMemory,
  type BudgetWarning,
  type Decision,
  type Fault,
  type Finding,
  type Judgement,
  type Policy,
  type RunMemory,
  type RunTraits,
  type Step,
  type StepRecord,
} from '@loop-observer/rules'
import type { Notice } from '../store/notice.ts'
import type { RunSummary } from '../store/store.ts'
import type { RunIntro } from './judging.ts'
import { traitsOf } from './marks.ts'
import { noticesOf } from './notices.ts'
import { summarise, withAgent } from './summary.ts'

/** The pure engine: `judge` of rules. */
export type Engine = (memory: RunMemory, steps: readonly Step[], policy: Policy) => Judgement

/** Judged state of a run. */
export interface Standing {
  readonly memory: RunMemory
  readonly summary: RunSummary
}

/** What judging some records made of a run. */
export interface Folded extends Standing {
  /** In force after the last record. */
  readonly policy: Policy
  readonly findings: readonly Finding[]
  readonly decisions: readonly Decision[]
  /** Limits that have come near. */
  readonly budgetWarnings: readonly BudgetWarning[]
  /** What else is to be told, kept with the decisions. */
  readonly notices: readonly Notice[]
  readonly wakeAtMs: number | null
  /** Steps that crashed a rule or the engine. */
  readonly faults: readonly Fault[]
}

/** The policy for a run of these traits that began with this version. */
export type PolicyFor = (traits: RunTraits, version: string) => Policy

/** What to judge: records in the order of the log, after `before` (null for a run that begins). */
export interface Stretch {
  readonly intro: RunIntro
  readonly before: Standing | null
  /** The policy once the agent's name is known. Default: stays as it is. */
  readonly policyFor?: PolicyFor
  /** Newest decision of a run of which only the record is left: numbers go on from there. Default 0. */
  readonly seq?: number
  readonly records: readonly StepRecord[]
}

/**
 * Judges records in the order of the log. Never throws: a step that crashes the engine is left
 * out and reported, the others are judged as if it had not come. Where the agent's name becomes known
 * before anything was decided, the policy is chosen again, by the name.
 */
export function fold(engine: Engine, begun: Policy, stretch: Stretch): Folded {
  const { intro, before, records } = stretch
  let policy = begun
  let memory = before?.memory ?? {
    ...createMemory(intro.run, intro.source, policy.version),
    seq: stretch.seq ?? 0,
  }
  let summary = before?.summary ?? null
  let wakeAtMs: number | null = null
  const findings: Finding[] = []
  const decisions: Decision[] = []
  const budgetWarnings: BudgetWarning[] = []
  const faults: Fault[] = []
  const name = (agent: string | null): void => {
    if (summary === null || agent === null || summary.agent !== null) return
    summary = withAgent(summary, agent)
    policy = stretch.policyFor?.(traitsOf(summary), memory.policyVersion) ?? policy
    memory = { ...memory, policyVersion: policy.version }
  }
  name(intro.agent)
  for (const steps of stretchesOf(records)) {
    const judged = judgeSafely({ engine, policy }, memory, steps)
    memory = judged.memory
    wakeAtMs = judged.wakeAtMs
    const { decisions: made, verdicts } = judged
    summary = summarise(summary, intro, { memory, steps, decisions: made, verdicts })
    name(steps[0]?.kind === 'naming' ? steps[0].agent : null)
    findings.push(...judged.findings)
    decisions.push(...judged.decisions)
    budgetWarnings.push(...judged.budgetWarnings)
    faults.push(...judged.faults)
  }
  summary ??= summarise(null, intro, { memory, steps: [], decisions: [], verdicts: [] })
  const notices = noticesOf({
    before: before?.summary ?? null,
    after: summary,
    records,
    decisions,
    budgetWarnings,
  })
  return { policy, memory, summary, findings, decisions, budgetWarnings, notices, wakeAtMs, faults }
}

/**
 * A resume begins a stretch, so that what was decided before it is not taken for decided after it. A
 * naming is one by itself: what follows may be judged by another policy.
 */
function stretchesOf(records: readonly StepRecord[]): readonly (readonly Step[])[] {
  const stretches: Step[][] = []
  for (const { step } of records) {
    const last = stretches.at(-1)
    const begins = (step.kind === 'operator' && step.act === 'resume') || step.kind === 'naming'
    if (last === undefined || begins || last[0]?.kind === 'naming') stretches.push([step])
    else last.push(step)
  }
  return stretches
}

interface Bench {
  readonly engine: Engine
  readonly policy: Policy
}

function judgeSafely(bench: Bench, memory: RunMemory, steps: readonly Step[]): Judgement {
  const { engine, policy } = bench
  try {
    return notAtOnce(engine(memory, steps, policy), steps, policy)
  } catch (error) {
    const [only] = steps
    if (only === undefined || steps.length > 1) return judgeOneByOne(bench, memory, steps)
    // A tick that crashes would crash again at once: the next step of the run, not the clock, tries again.
    const wakeAtMs = only.kind === 'tick' ? null : wakeOf(engine, memory, policy)
    return { ...nothing, memory, wakeAtMs, faults: [{ step: only.id, error }] }
  }
}

const nothing: Omit<Judgement, 'memory'> = {
  findings: [],
  decisions: [],
  budgetWarnings: [],
  wakeAtMs: null,
  faults: [],
  verdicts: [],
}

function judgeOneByOne(bench: Bench, before: RunMemory, steps: readonly Step[]): Judgement {
  const findings: Finding[] = []
  const decisions: Decision[] = []
  const faults: Fault[] = []
  const verdicts: Judgement['verdicts'][number][] = []
  const budgetWarnings: BudgetWarning[] = []
  let memory = before
  let wakeAtMs: number | null = null
  for (const step of steps) {
    const judged = judgeSafely(bench, memory, [step])
    memory = judged.memory
    wakeAtMs = judged.wakeAtMs
    findings.push(...judged.findings)
    decisions.push(...judged.decisions)
    faults.push(...judged.faults)
    verdicts.push(...judged.verdicts)
    budgetWarnings.push(...judged.budgetWarnings)
  }
  return { memory, findings, decisions, budgetWarnings, wakeAtMs, faults, verdicts }
}

/** When a run that nothing happens to must be looked at again, or null. */
export function wakeOf(engine: Engine, memory: RunMemory, policy: Policy): number | null {
  try {
    return engine(memory, [], policy).wakeAtMs
  } catch {
    return null
  }
}

/** A tick never asks for another one at the same instant: that would spin. */
function notAtOnce(judged: Judgement, steps: readonly Step[], policy: Policy): Judgement {
  const last = steps.at(-1)
  if (judged.wakeAtMs === null || last?.kind !== 'tick' || judged.wakeAtMs > last.receivedAtMs) return judged
  return { ...judged, wakeAtMs: last.receivedAtMs + Math.max(policy.holdMs, 50) }
}
