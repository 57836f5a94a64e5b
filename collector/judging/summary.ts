import type { Decision, OpinionStep, PassVerdict, RunMemory, Step } from '@loop-observer/rules'
import type { JudgeModelUse } from '../store/judge-model-use.ts'
import { withPass } from '../store/pass-counts.ts'
import type { RunSummary } from '../store/store.ts'
import type { RunIntro } from './judging.ts'

/** What one stretch of judging adds to a run's summary. */
export interface Stretch {
  readonly memory: RunMemory
  readonly steps: readonly Step[]
  readonly decisions: readonly Decision[]
  readonly verdicts: readonly PassVerdict[]
}

/** The summary after a stretch, in which a resume can only come first; `before` is null for a run that begins. The first intro names the run for good. */
export function summarise(before: RunSummary | null, intro: RunIntro, stretch: Stretch): RunSummary {
  const { memory, steps } = stretch
  const base = before ?? begin(intro, steps)
  const resumed = steps.some((step) => step.kind === 'operator' && step.act === 'resume')
  return {
    ...base,
    task: base.task ?? intro.task,
    traceIds: traceIds(base.traceIds, intro, steps),
    outcome: memory.outcome,
    reason: memory.reason,
    correct: memory.correct,
    startedAtMs: steps
      .filter(isActivity)
      .reduce((ms, step) => Math.min(ms, step.startedAtMs), base.startedAtMs),
    updatedAtMs: steps
      .filter(isActivity)
      .reduce((ms, step) => Math.max(ms, step.receivedAtMs), base.updatedAtMs),
    totals: memory.totals,
    seq: memory.seq,
    ...nudgesAfter(base, stretch.decisions),
    ...recordedStopAfter(base, stretch.decisions),
    halted: (base.halted && !resumed) || stretch.decisions.some(endsRun),
    resumedSeq: resumed ? base.seq : base.resumedSeq,
    ranPastHalt: memory.ranPastHalt,
    limit: memory.limit,
    check: memory.check,
    budgetWarnings: memory.budgetWarnings,
    ...judgeModelAfter(base, stretch),
    ...passesAfter(base, stretch),
  }
}

function passesAfter({ passes }: RunSummary, { verdicts }: Stretch): Pick<RunSummary, 'passes'> {
  const counts = verdicts.reduce(withPass, passes)
  return counts === undefined ? {} : { passes: counts }
}

/** What the judge model was asked, said and brought about. */
function judgeModelAfter(
  { judgeModel }: RunSummary,
  { memory, steps, decisions }: Stretch,
): Pick<RunSummary, 'judgeModel'> {
  let use = judgeModel
  for (const step of steps) {
    if (step.kind === 'opinion') use = withOpinion(use ?? notAsked, step, memory.totals.steps)
  }
  if (use === undefined) return {}
  const acted = decisions.findLast(({ loop, enforced }) => enforced && loop === 'answerable')?.action
  return { judgeModel: acted === undefined ? use : { ...use, acted } }
}

const notAsked: JudgeModelUse = {
  calls: 0,
  failed: 0,
  turn: 0,
  tokens: 0,
  costUsd: 0,
  answerableAt: null,
  acted: null,
}

function withOpinion(use: JudgeModelUse, step: OpinionStep, turns: number): JudgeModelUse {
  const { answerable, tokensIn, tokensOut, costUsd } = step
  return {
    ...use,
    calls: use.calls + 1,
    failed: use.failed + (answerable === null ? 1 : 0),
    turn: Math.max(use.turn, step.turn),
    tokens: use.tokens + (tokensIn ?? 0) + (tokensOut ?? 0),
    costUsd: use.costUsd === null || costUsd === null ? null : use.costUsd + costUsd,
    answerableAt: use.answerableAt ?? (answerable === true ? turns : null),
  }
}

/** A nudge that the mode only records reached nobody. */
function nudgesAfter(
  { nudges, recordedNudges = 0 }: RunSummary,
  decisions: readonly Decision[],
): Pick<RunSummary, 'nudges' | 'recordedNudges'> {
  const made = decisions.filter(({ action }) => action === 'nudge')
  const enforced = made.filter((decision) => decision.enforced).length
  const recorded = recordedNudges + made.length - enforced
  return { nudges: nudges + enforced, ...(recorded > 0 ? { recordedNudges: recorded } : {}) }
}

/** The first counts: the run would have ended there. */
function recordedStopAfter(
  { recordedStop }: RunSummary,
  decisions: readonly Decision[],
): Pick<RunSummary, 'recordedStop'> {
  const stop = decisions.find(
    ({ enforced, scope, action }) => !enforced && scope === 'run' && action !== 'nudge',
  )
  const reason = recordedStop ?? stop?.reason
  return reason === undefined ? {} : { recordedStop: reason }
}

/**
 * The summary of a run whose agent's name became known after it had begun. Where something was decided
 * before, the policy stays as it was: what was only recorded must not be taken for told.
 */
export function withAgent(summary: RunSummary, agent: string): RunSummary {
  return { ...summary, agent, ...(summary.seq > 0 ? { namedLate: true as const } : {}) }
}

/** True for a decision that stops the whole run and may act. */
function endsRun(decision: Decision): boolean {
  return decision.enforced && decision.scope === 'run' && decision.action !== 'nudge'
}

/** Most trace ids kept of a run. */
const mostTraceIds = 16

function begin(intro: RunIntro, steps: readonly Step[]): RunSummary {
  const first = steps[0]
  return {
    key: intro.key,
    run: intro.run,
    tenant: intro.tenant,
    agent: intro.agent,
    task: intro.task,
    source: intro.source,
    traceIds: [],
    outcome: 'open',
    reason: null,
    correct: null,
    startedAtMs: first?.startedAtMs ?? 0,
    updatedAtMs: first?.receivedAtMs ?? 0,
    totals: { steps: 0, toolCalls: 0, tokens: 0, costUsd: 0, seconds: 0, effects: 0 },
    seq: 0,
    nudges: 0,
    halted: false,
    resumedSeq: 0,
    ranPastHalt: 0,
    limit: null,
    check: null,
    budgetWarnings: [],
    ...(Object.keys(intro.attributes).length === 0 ? {} : { attributes: intro.attributes }),
  }
}

function traceIds(before: readonly string[], intro: RunIntro, steps: readonly Step[]): readonly string[] {
  const ids = new Set(before)
  for (const id of [intro.traceId, ...steps.map((step) => step.traceId)]) {
    if (id !== null && ids.size < mostTraceIds) ids.add(id)
  }
  return ids.size === before.length ? before : [...ids]
}

/** Ticks, fences and opinions are the observer's own: they do not make a run look alive. */
function isActivity(step: Step): boolean {
  return step.kind !== 'tick' && step.kind !== 'fence' && step.kind !== 'opinion'
}
