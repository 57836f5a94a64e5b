import {
  defaultTraits,
  type Action,
  type Decision,
  type Limits,
  type Mode,
  type Outcome,
  type Policy,
  type ToolAccess,
  type Totals,
  type ToolTraits,
} from '@loop-observer/rules'
import type { RunSummary } from '../store/store.ts'

/** What an agent is told. */
export interface Advice {
  readonly run: string
  /** The lane that asked; `*` asks for all. */
  readonly lane: string
  readonly action: Action
  /** Newest decision number of the run: `after` of the next question. */
  readonly seq: number
  /** The decision that `action` comes from; absent with `continue`. */
  readonly decision?: Decision
  /** Every decision after `after` that concerns the lane and may act, `seq` ascending. */
  readonly decisions: readonly Decision[]
  /** Lanes that are stopped until an operator resumes the run; of other lanes only with `*`. */
  readonly stoppedLanes: readonly string[]
  readonly outcome: Outcome
  readonly mode: Mode
  /** False when what stopped the run cannot be resumed. */
  readonly resumable: boolean
  readonly totals: Totals
  /** What is left of each limit, never below 0; null is no bound. */
  readonly left: Limits
  /** Tools that an operator left to the run; absent when nothing was said about them. */
  readonly tools?: ToolAccess
  /** What the policy says otherwise than by default of what tools do; absent when it says nothing. */
  readonly toolTraits?: Readonly<Partial<ToolTraits>>
}

/** What an agent asks. */
export interface Question {
  /** Newest decision number it knows. */
  readonly after: number
  /** The lane that asks; `*` asks for the run with all its lanes. */
  readonly lane: string
}

/** The state of a run that advice is given from. */
export interface AdviceState {
  readonly summary: Pick<RunSummary, 'run' | 'seq' | 'resumedSeq' | 'outcome' | 'totals'>
  /** Decisions of the run, `seq` ascending, at least those after the smaller of `after` and `resumedSeq`. */
  readonly decisions: readonly Decision[]
  readonly policy: Pick<Policy, 'mode'> & Partial<Pick<Policy, 'tools'>>
  /** Limits in force. */
  readonly limits: Limits
  /** Tools that an operator left to the run; null or absent when nothing was said about them. */
  readonly tools?: ToolAccess | null
}

/**
 * What to tell an agent that has heard of decisions up to `after`.
 *
 * - A halt (or escalation) **stands** until an operator resumes the run: it is the answer whatever
 *   `after` says, because an agent that crashed and came back with its old number must hear it too.
 *   One of the run stands for every lane, one of a lane for that lane only: who asks for all lanes
 *   (`*`) finds it in `stoppedLanes`, and goes on.
 * - A nudge is the answer once: to who has not heard it (`after` below its number). Who asks for all
 *   lanes hears the nudges of all.
 * - What came before a resume no longer counts. What the mode forbids acting on is never told.
 */
export function advise(state: AdviceState, question: Question): Advice {
  const { summary } = state
  const concerning = state.decisions.filter(
    (decision) => decision.enforced && decision.seq > summary.resumedSeq && concerns(decision, question.lane),
  )
  const unheard = concerning.filter(({ seq }) => seq > question.after)
  const nudge = unheard.findLast(({ action }) => action === 'nudge')
  const decision = standing(concerning, question.lane) ?? nudge
  return {
    run: summary.run,
    lane: question.lane,
    action: decision?.action ?? 'continue',
    seq: state.decisions.at(-1)?.seq ?? summary.seq,
    ...(decision === undefined ? {} : { decision }),
    decisions: unheard,
    stoppedLanes: stoppedLanes(concerning),
    outcome: summary.outcome,
    mode: state.policy.mode,
    resumable: decision?.resumable ?? true,
    totals: summary.totals,
    left: remaining(state.limits, summary.totals),
    ...ownTraits(state.policy.tools),
    ...(state.tools ? { tools: state.tools } : {}),
  }
}

/** Where a run stands, for whoever does not ask as an agent: what holds for the run, not for one of its lanes. */
export function standingOf(state: AdviceState): Pick<Advice, 'run' | 'action' | 'seq' | 'outcome'> {
  const { run, action, seq, outcome } = advise(state, { after: state.summary.seq, lane: '*' })
  return { run, action, seq, outcome }
}

/** True when the lane must hear of it: `*` hears everything. */
export function concerns(decision: Decision, lane: string): boolean {
  return decision.scope === 'run' || lane === '*' || decision.lane === lane
}

/** Lists of the policy that the SDK acts by: it must know which calls are effects before it makes them. */
const toldTraits = ['effects', 'approval', 'readOnly', 'checks'] as const

function ownTraits(tools: ToolTraits | undefined): Pick<Advice, 'toolTraits'> {
  if (tools === undefined) return {}
  const own = toldTraits.filter((name) => tools[name] !== defaultTraits[name])
  if (own.length === 0) return {}
  return { toolTraits: Object.fromEntries(own.map((name) => [name, tools[name]])) }
}

function stoppedLanes(decisions: readonly Decision[]): readonly string[] {
  const stops = decisions.filter(({ action, scope }) => action !== 'nudge' && scope === 'lane')
  return [...new Set(stops.map(({ lane }) => lane))]
}

/** The newest stop of the run, else of the lane that asks. */
function standing(decisions: readonly Decision[], lane: string): Decision | undefined {
  const stops = decisions.filter(({ action }) => action !== 'nudge')
  const ofRun = stops.findLast(({ scope }) => scope === 'run')
  return ofRun ?? (lane === '*' ? undefined : stops.at(-1))
}

function remaining(limits: Limits, totals: Totals): Limits {
  const left = (limit: number | null, used: number): number | null =>
    limit === null ? null : Math.max(0, limit - used)
  return {
    steps: left(limits.steps, totals.steps),
    toolCalls: left(limits.toolCalls, totals.toolCalls),
    tokens: left(limits.tokens, totals.tokens),
    costUsd: left(limits.costUsd, totals.costUsd),
    seconds: left(limits.seconds, totals.seconds),
    effects: left(limits.effects, totals.effects),
  }
}
