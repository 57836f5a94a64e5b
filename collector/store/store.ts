import type {
  BudgetWarning,
  Decision,
  LimitClass,
  LimitHit,
  Outcome,
  PassSummary,
  Reason,
  RunMemory,
  RunSource,
  StepRecord,
  Totals,
} from '@loop-observer/rules'
import type { Notice } from './notice.ts'
import type { JudgeModelUse } from './judge-model-use.ts'
import type { PassCounts } from './pass-counts.ts'
import type { Effect, EffectEvent, EffectRequest, EffectStanding } from './effect.ts'

/** `TENANT/RUN`: names one run in the store. The tenant is `default` unless a token says otherwise. */
export type RunKey = string

/** What lists and filters show of a run, kept beside its state and after it. */
export interface RunSummary {
  readonly key: RunKey
  readonly run: string
  readonly tenant: string
  readonly agent: string | null
  readonly task: string | null
  readonly source: RunSource
  readonly traceIds: readonly string[]
  /** True when the agent's name became known after a decision: the policy stays the one chosen without it. Else absent. */
  readonly namedLate?: true
  /** Attributes that chose the route in the policy; absent when no route looks at attributes. */
  readonly attributes?: Readonly<Record<string, string>>
  readonly outcome: Outcome
  /** Of the decision that ended the run, or null. */
  readonly reason: Reason | null
  readonly correct: boolean | null
  readonly startedAtMs: number
  readonly updatedAtMs: number
  readonly totals: Totals
  /** Newest decision number, 0 when there is none. */
  readonly seq: number
  /** Nudges that may reach the agent. */
  readonly nudges: number
  /** Nudges that the mode only recorded; absent when there are none. */
  readonly recordedNudges?: number
  /** Why the run would have been stopped, had the mode allowed it; absent when it would not. */
  readonly recordedStop?: Reason
  /** True once a halt or an escalation of the whole run was enforced, until an operator resumes it. */
  readonly halted: boolean
  /**
   * Newest decision number when an operator last resumed the run, 0 when nobody did: halts of the run
   * or of a lane up to it no longer stand.
   */
  readonly resumedSeq: number
  readonly ranPastHalt: number
  /** The limit that the run met, enforced or not, and what it was doing then; null when it met none. */
  readonly limit: LimitHit | null
  /** The newest pass of a check; null when there was none. */
  readonly check: PassSummary | null
  /** What the passes of its checks meant; absent when there were none. */
  readonly passes?: PassCounts
  /** Limits that came near. */
  readonly budgetWarnings: readonly BudgetWarning[]
  /** What a judge model was asked about the run; absent when it was not. */
  readonly judgeModel?: JudgeModelUse
}

/** A message that must leave the process at least once: a decision, or what else became known of a run. */
export type OutboxItem =
  | { readonly id: string; readonly kind: 'decision'; readonly key: RunKey; readonly decision: Decision }
  | { readonly id: string; readonly kind: 'notice'; readonly key: RunKey; readonly notice: Notice }

/** What judging a stretch of the log produced. */
export interface Judged {
  readonly memory: RunMemory
  readonly summary: RunSummary
  /** `seq` ascending. One whose `seq` is not beyond the newest that the run ever stored is not written again. */
  readonly decisions: readonly Decision[]
  /** What else whoever runs the agent is to be told; goes into the outbox. Absent when there is nothing. */
  readonly notices?: readonly Notice[]
  /** When the run must be looked at again though nothing arrives, or null. */
  readonly wakeAtMs: number | null
}

/** Steps of one run on their way into the store. */
export interface RunCommit {
  readonly key: RunKey
  readonly records: readonly StepRecord[]
  /** Length of the log that `judged` was made from (before `records`); null when nothing was judged. */
  readonly basis: number | null
  readonly judged: Judged | null
}

/** What became of a {@link RunCommit}. The steps are in the log in every case. */
export interface CommitResult {
  readonly key: RunKey
  /** Records appended now. */
  readonly appended: number
  /** Records whose step id the run already had. */
  readonly duplicates: number
  /** Length of the log now. */
  readonly version: number
  /** True when `judged` was stored as well. */
  readonly applied: boolean
}

/**
 * A run as stored. Of a run that has expired a tombstone is left: `memory` is null, nothing is
 * unjudged, `version` goes on from where it was, and `summary.seq` says which decision numbers are taken.
 */
export interface StoredRun {
  readonly key: RunKey
  /** Length of the log: how many records were ever appended. */
  readonly version: number
  /** How many records of the log are folded into `memory`. */
  readonly judgedVersion: number
  readonly memory: RunMemory | null
  readonly summary: RunSummary | null
  /** Records from `judgedVersion` to `version`. */
  readonly unjudged: readonly StepRecord[]
}

/** A place in a list of runs: newest update first, of equal ones the one with the greater key. */
export interface ListPlace {
  readonly updatedAtMs: number
  readonly key: RunKey
}

/** What to list. */
export interface RunFilter {
  readonly tenant: string
  readonly outcome?: Outcome
  readonly reason?: Reason
  readonly agent?: string
  /** Only runs that met a limit, enforced or not. */
  readonly limitHit?: true
  /** Only runs that met a limit while they did this. */
  readonly class?: LimitClass
  /** Only attempts at this task. */
  readonly task?: string
  /** Only runs updated at or after this time, milliseconds since the epoch. */
  readonly sinceMs?: number
  /** Only runs that a list shows behind this one, which may have moved to its front since. */
  readonly before?: ListPlace
  /** Most runs to return, newest first. Default 100, at most 1000. */
  readonly limit?: number
}

/**
 * Runs, their logs, their judged state. Two stores keep this contract: SQLite and Redis; both
 * pass one conformance suite (test/conformance/stores).
 *
 * **Append, then judge.** `commit` drops known step ids and appends the rest to the run's log;
 * when it resolves, the steps survive a crash. `judged` is stored in the same atomic act when
 * the log had length `basis` and none of the records was known; otherwise it is dropped and
 * `applied` is false: the caller reads the run, judges what it missed and calls `settle`. New
 * decisions enter the outbox in the same act. Since what is judged is a function of the log alone,
 * the same stretch judged twice is stored with the same result.
 */
export interface Store {
  /** Name for logs and metrics: `sqlite` or `redis`. */
  readonly name: string
  /** The store's clock, milliseconds since the epoch. Times of all observers on one store agree. */
  now(): number
  /** Appends for many runs at once; results in the order given. Throws RetryableError when the store is away. */
  commit(commits: readonly RunCommit[]): Promise<readonly CommitResult[]>
  /** Stores `judged` when the log's length is still `basis` and nobody judged further; false otherwise. */
  settle(key: RunKey, basis: number, judged: Judged): Promise<boolean>
  /** The run with everything not yet judged, or null when it is unknown. */
  read(key: RunKey): Promise<StoredRun | null>
  /** Runs whose deadline has passed, or whose log is ahead of their judged state since `staleMs`; oldest first. */
  due(nowMs: number, limit: number): Promise<readonly RunKey[]>
  /** Key of the run known by this alias (`trace:ID` of its tenant), or null. */
  resolve(tenant: string, alias: string): Promise<RunKey | null>
  /**
   * Binds an alias (`trace:ID`) to a run; the first binding wins. Returns the key it is bound to. Also how one of
   * several observers claims something: whoever gets back the name it gave has it. Kept for `keptMs`; default as
   * long as the records of runs.
   */
  bind(tenant: string, alias: string, key: RunKey, keptMs?: number): Promise<RunKey>
  /** Binds an alias to this run, whatever it was bound to. */
  rebind(tenant: string, alias: string, key: RunKey): Promise<void>
  /**
   * Removes a run with all that is known of it, when its log is still of length `version`; false otherwise. For one
   * that turned out to be a part of another.
   */
  remove(key: RunKey, version: number): Promise<boolean>
  /** Decisions with `seq` greater than `after`, ascending. */
  decisions(key: RunKey, after: number): Promise<readonly Decision[]>
  /** Records of the log, oldest first; `from` is a position in the log. The oldest may have been trimmed. */
  steps(
    key: RunKey,
    from: number,
    limit: number,
  ): Promise<{ readonly from: number; readonly records: readonly StepRecord[] }>
  /** Newest first, in the order that {@link ListPlace} gives. */
  list(filter: RunFilter): Promise<readonly RunSummary[]>
  /**
   * Takes a place among the effects that the run may make, before it is made: one act, whichever
   * observers are asked at a time. Asked again under the same id, the answer is the same and no other
   * place is taken, until the place is given back, or the effect was refused and the limit is higher now.
   * One that is granted and not confirmed within `ttlMs` has expired and counts as used.
   * The run need not be known. Kept `recordMs` after the last change.
   */
  reserveEffect(key: RunKey, request: EffectRequest): Promise<EffectStanding>
  /**
   * Notes what became of an effect: a waiting one is approved (then it may be made, for as long as a
   * granted one) or denied, a granted one done, also late; a granted or waiting one is released, unless
   * it has expired. Said twice, it counts once. Null when the run never asked for it.
   */
  changeEffect(key: RunKey, id: string, event: EffectEvent): Promise<EffectStanding | null>
  /** The effects that a run asked for, the newest change last. */
  effects(key: RunKey): Promise<readonly Effect[]>
  /**
   * Calls back when a decision of the run may be new: a hint, never the truth; hints may be lost with a
   * connection. Watch first, then read `decisions`: what is stored after that read is hinted at.
   * Returns the way to stop.
   */
  watch(key: RunKey, wake: () => void): () => void
  /**
   * Takes up to `limit` outbox items for `leaseMs`; an item not confirmed is given again. `by` (default empty)
   * names who takes them: a decision whose predecessor in its run somebody else holds is not given, so that of
   * all observers one delivers a run at a time.
   */
  takeOutbox(limit: number, leaseMs: number, by?: string): Promise<readonly OutboxItem[]>
  /** Holds items that were taken for `leaseMs` from now; those confirmed by now are passed over. */
  renewOutbox(ids: readonly string[], leaseMs: number): Promise<void>
  /** Removes items that were delivered. */
  confirmOutbox(ids: readonly string[]): Promise<void>
  /** Deletes what has outlived its time; a small bounded amount of work a call. Due every few seconds. */
  sweep(nowMs: number): Promise<void>
  /** Resolves when the store answers; throws RetryableError otherwise. For `/readyz`. */
  ping(): Promise<void>
  close(): Promise<void>
}

/** How long things are kept. */
export interface Retention {
  /** State, log and decisions of a run after its last step or deadline; those of a suspended run `recordMs`. Default 24 h. */
  readonly runMs: number
  /** Summary of a run after its last update, for reports; aliases. Default 30 d, at least `runMs`. */
  readonly recordMs: number
  /** Step ids, for recognising what is sent again. Default 1 h, at least the sender's retry horizon. */
  readonly duplicateMs: number
  /** Records kept in a run's log; older ones are trimmed once judged. Default 5000. */
  readonly logLimit: number
}
