import type { RunSource } from '../policy/policy.ts'
import type { BudgetWarning, LimitHit, Totals } from '../words/decision.ts'
import type { Outcome, Reason } from '../words/reason.ts'
import type { Criterion, Limits, Step, ToolAccess } from '../words/step.ts'
import type { EffectMemory, WaitMemory } from './effect-memory.ts'
import { copyLane, type LaneMemory, type PassSummary } from './lane-memory.ts'
import { createRecentIds, type RecentIds } from './recent-ids.ts'

/** Version of the rules; a run keeps the one it began with on record. */
const engineVersion = '1'

/** A loop about which the agent was told. */
export interface Warning {
  readonly loop: string
  readonly lane: string
  readonly reason: Reason
  /** Acts of the lane when it was told. */
  readonly acts: number
}

/** The frozen bar: at most 128 criteria. */
export type FrozenBar = Criterion[]

/** What the engine works on; opaque outside rules. Plain data with packed tables, at most 64 KB. */
export interface EngineState {
  lanes: LaneMemory[]
  /** Model turns of lanes that were forgotten. */
  forgottenTurns: number
  /** Steps that have not settled yet. */
  pending: Step[]
  warnings: Warning[]
  bar: FrozenBar
  /** Names of criteria that a person retired, at most 128. */
  retired: readonly string[]
  /** Call ids and rounds already counted: a call is told twice within a few hundred others. */
  counted: RecentIds
  /** Who tells the calls of the run, as bits: see `noteTeller`. */
  tellers: number
  /** Limits set by an operator's resume. */
  limits: Partial<Limits> | null
  /** Tools that an operator's resume left to the run; null when nobody has said. */
  tools: ToolAccess | null
  firstStartMs: number | null
  /** When the first work began since the run was opened, or opened again; null before it, milliseconds since the epoch. */
  openedMs: number | null
  /** When the work began that began last, settled or not, milliseconds since the epoch; 0 before the first. */
  newestStartMs: number
  /** When the run began on the observer's clock: its first step received, less what that took. */
  firstHeardMs: number | null
  lastEndMs: number
  /** Time that is not charged (waiting for a person), without that of `waits`, milliseconds. */
  idleMs: number
  /** Times of waiting for a person, at most 32. */
  waits: readonly WaitMemory[]
  /** Effects with a name, at most 64. */
  effects: readonly EffectMemory[]
  /** Places held for reserved effects, those no longer remembered by name included. */
  heldEffects: number
  /** Latest `receivedAtMs` seen. */
  nowMs: number
  /** When anything was heard of the run last, ticks apart; null before the first. */
  heardMs: number | null
  halted: boolean
  /** A halt was recorded that the mode forbids to act on: no second one is recorded. */
  haltRecorded: boolean
  /** When the run was said to have ended, or was seen to end, milliseconds since the epoch. */
  endedAtMs: number | null
  /** Nobody said that it ended: the record around its work did. */
  endObserved: boolean
  /** When the newest halt was acknowledged, or null. */
  ackedHaltMs: number | null
}

/** What the engine remembers of a run. Only `judge` makes new ones. */
export interface RunMemory {
  /** Layout of `state`; a memory of another layout is not judged further. */
  readonly layout: 1
  readonly run: string
  readonly source: RunSource
  readonly engineVersion: string
  readonly policyVersion: string
  readonly totals: Totals
  readonly outcome: Outcome
  /** Of the decision that ended the run, else of the rule by which the agent says that it stopped itself. */
  readonly reason: Reason | null
  readonly correct: boolean | null
  /** Newest decision number, 0 when there is none. */
  readonly seq: number
  readonly nudges: number
  /** Steps that started after a halt of the run was acknowledged. */
  readonly ranPastHalt: number
  /** The limit that the run met, enforced or not; null when it met none since an operator resumed it. */
  readonly limit: LimitHit | null
  /** The newest pass of a check; null before the first. */
  readonly check: PassSummary | null
  /** Limits that came near, each once. */
  readonly budgetWarnings: readonly BudgetWarning[]
  readonly state: Readonly<EngineState>
}

/** Memory of a run that has not begun. */
export function createMemory(run: string, source: RunSource, policyVersion: string): RunMemory {
  return {
    layout: 1,
    run,
    source,
    engineVersion,
    policyVersion,
    totals: { steps: 0, toolCalls: 0, tokens: 0, costUsd: 0, seconds: 0, effects: 0 },
    outcome: 'open',
    reason: null,
    correct: null,
    seq: 0,
    nudges: 0,
    ranPastHalt: 0,
    limit: null,
    check: null,
    budgetWarnings: [],
    state: {
      lanes: [],
      forgottenTurns: 0,
      pending: [],
      warnings: [],
      bar: [],
      retired: [],
      counted: createRecentIds(),
      tellers: 0,
      limits: null,
      tools: null,
      firstStartMs: null,
      openedMs: null,
      newestStartMs: 0,
      firstHeardMs: null,
      lastEndMs: 0,
      idleMs: 0,
      waits: [],
      effects: [],
      heldEffects: 0,
      nowMs: 0,
      heardMs: null,
      halted: false,
      haltRecorded: false,
      endedAtMs: null,
      endObserved: false,
      ackedHaltMs: null,
    },
  }
}

/** The same as `memory`, free to be written to. */
export type Draft = { -readonly [Key in keyof Omit<RunMemory, 'totals' | 'state'>]: RunMemory[Key] } & {
  totals: { -readonly [Key in keyof Totals]: number }
  state: EngineState
}

/** A copy that `judge` may change. */
export function draftOf(memory: RunMemory): Draft {
  const { state } = memory
  return {
    ...memory,
    totals: { ...memory.totals },
    state: {
      ...state,
      lanes: state.lanes.map(copyLane),
      pending: [...state.pending],
      warnings: [...state.warnings],
      bar: [...state.bar],
    },
  }
}
