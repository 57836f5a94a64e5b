import type { Policy, StepRecord } from '@loop-observer/rules'
import type { CommitResult, RunCommit } from '../store/store.ts'
import { fold, type Engine, type Folded, type PolicyFor } from './fold.ts'
import type { GroupedRun } from './intake.ts'
import type { RunIntro } from './judging.ts'
import { tickRecord } from './marks.ts'
import type { CachedRun } from './run-cache.ts'
import { judgedOf } from './settler.ts'
import { canWait, isStoringDue, withWaiting } from './waiting.ts'

/** What is to be put into the store for one run, and what it was made of. */
export interface PreparedCommit {
  readonly intro: RunIntro
  readonly cached: CachedRun | undefined
  readonly policy: Policy
  readonly commit: RunCommit
  /** True when the steps are only appended, to be judged with those that settle when they do. */
  readonly waits: boolean
  /** Null when the steps are only appended, to be judged later. */
  readonly folded: Folded | null
}

/** What {@link prepareCommit} needs to know. */
export interface Circumstances {
  readonly engine: Engine
  readonly policy: Policy
  readonly policyFor: PolicyFor
  readonly cached: CachedRun | undefined
  /** True while the run is being settled: it may only grow. */
  readonly busy: boolean
  readonly nowMs: number
  /** True when this process is about to end: whoever comes next need not wait. */
  readonly leaving: boolean
}

/**
 * When another observer takes a run over that this one should have looked at, milliseconds after
 * its deadline, or after its log went ahead. Above {@link mostUnstoredMs}, so that observers do not
 * do each other's work; a crash delays decisions by no more than this.
 */
export const takeoverMs = 2500

/**
 * Judges what waits for a run and says what to store. Steps are stored always. The judged state, a
 * hundred times as large as a step, is stored with them only when somebody may ask for it: with
 * decisions, fences and acts, when the run begins or ends, else once a second. Until then this
 * process remembers it, and the log says the same.
 */
export function prepareCommit(group: GroupedRun, circumstances: Circumstances): PreparedCommit {
  const { cached, policy, policyFor, nowMs, engine, leaving } = circumstances
  const othersFromMs = leaving ? 0 : nowMs + takeoverMs
  const { intro } = group
  const { key } = intro
  const records = withTick(group, cached, nowMs)
  const prepared = { intro, cached, policy, waits: false }
  if (circumstances.busy) {
    return { ...prepared, folded: null, commit: { key, records, basis: null, judged: null } }
  }
  const waiting = cached?.waiting ?? []
  if (records.length === 0 && waiting.length === 0) {
    return { ...prepared, folded: null, commit: flushOf(group, cached, othersFromMs) }
  }
  if (!leaving && cached !== undefined && canWait(group, cached, nowMs)) {
    return { ...prepared, waits: true, folded: null, commit: { key, records, basis: null, judged: null } }
  }
  // A run that is not known here is taken for new, which the store checks.
  const unjudged = waiting.length === 0 ? records : [...waiting, ...records]
  const folded = fold(engine, policy, { intro, policyFor, before: cached ?? null, records: unjudged })
  const isStored = records.length === 0 || mustStore(folded, records, cached, nowMs)
  const basis = isStored ? (cached?.version ?? 0) : null
  const judged = isStored ? judgedOf(folded, othersFromMs) : null
  return { ...prepared, folded, commit: { key, records, basis, judged } }
}

/** The run as it stands after the commit, or null when the store says that something else got in between. */
export function standingAfter(
  prepared: PreparedCommit,
  result: CommitResult,
  nowMs: number,
): CachedRun | null {
  const { cached, commit, folded } = prepared
  if (folded === null) return standingUnjudged(prepared, result, nowMs)
  const { memory, summary, wakeAtMs, policy } = folded
  const standing = {
    memory,
    summary,
    wakeAtMs,
    policy,
    version: result.version,
    waiting: [],
    lookedAtMs: cached?.lookedAtMs ?? 0,
    restMs: cached?.restMs ?? 0,
  }
  if (result.applied) return { ...standing, unstoredSinceMs: null }
  if (cached === undefined || commit.judged !== null) {
    const onlyRepeats = result.appended === 0 && result.version === cached?.version
    return onlyRepeats ? cached : null
  }
  if (isNext(prepared, result)) {
    return { ...standing, unstoredSinceMs: cached.unstoredSinceMs ?? nowMs }
  }
  return result.appended === 0 && result.version === cached.version ? cached : null
}

/** As `standingAfter`, where steps were only appended, or what is remembered was only stored. */
function standingUnjudged(prepared: PreparedCommit, result: CommitResult, nowMs: number): CachedRun | null {
  const { cached, commit, waits } = prepared
  if (cached === undefined) return null
  if (waits && isNext(prepared, result)) return withWaiting(cached, commit.records, nowMs)
  if (result.appended > 0 || result.version !== cached.version) return null
  return result.applied ? { ...cached, unstoredSinceMs: null } : cached
}

/** True when all records of the commit, and nothing else, came behind the log that this process knows. */
function isNext({ cached, commit }: PreparedCommit, { appended, version }: CommitResult): boolean {
  return appended === commit.records.length && version === (cached?.version ?? 0) + appended
}

function withTick(group: GroupedRun, cached: CachedRun | undefined, nowMs: number): readonly StepRecord[] {
  const wakeAtMs = cached?.wakeAtMs ?? null
  if (!group.tick || cached === undefined || wakeAtMs === null || wakeAtMs > nowMs) return group.records
  return [...group.records, tickRecord(cached.version, nowMs, wakeAtMs)]
}

/** Nothing new: what is remembered goes into the store, if it is not there. */
function flushOf(
  { intro: { key } }: GroupedRun,
  cached: CachedRun | undefined,
  othersFromMs: number,
): RunCommit {
  if (cached === undefined || cached.unstoredSinceMs === null) {
    return { key, records: [], basis: null, judged: null }
  }
  return {
    key,
    records: [],
    basis: cached.version,
    judged: judgedOf({ ...cached, decisions: [], notices: [] }, othersFromMs),
  }
}

const quietKinds: ReadonlySet<string> = new Set(['tool', 'model', 'check', 'user', 'progress', 'amendment'])

function mustStore(
  folded: Folded,
  records: readonly StepRecord[],
  cached: CachedRun | undefined,
  nowMs: number,
): boolean {
  if (cached === undefined || folded.decisions.length > 0 || folded.notices.length > 0) return true
  if (folded.summary.outcome !== cached.summary.outcome) return true
  if (isStoringDue(cached, nowMs)) return true
  return records.some(({ step }) => !quietKinds.has(step.kind))
}
