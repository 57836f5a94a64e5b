import { judge as engine, type Decision } from '@loop-observer/rules'
import type { Logger } from 'pino'
import { RetryableError } from '../errors/errors.ts'
import type { Metrics } from '../metrics/metrics.ts'
import type { CommitResult, RunCommit, RunKey, Store, StoredRun } from '../store/store.ts'
import { createAlarm } from './alarm.ts'
import { fold, wakeOf, type Engine, type Folded } from './fold.ts'
import { createIntake, type GroupedRun, type Judging } from './intake.ts'
import type { BoundSteps, Judge, RunIntro } from './judging.ts'
import { fenceRecord, introOf, tickRecord } from './marks.ts'
import type { PolicyBook } from './policy-book.ts'
import { createReporter } from './reporter.ts'
import { createRunCache, type CachedRun } from './run-cache.ts'
import { createSettler, judgedOf } from './settler.ts'
import { startSweeper } from './sweeper.ts'

/** What judging is made of. */
export interface JudgeParts {
  readonly store: Store
  readonly policies: PolicyBook
  readonly metrics: Metrics
  readonly log: Logger
  /** Told when decisions were stored, so that the outbox need not wait for its next look. */
  readonly decided?: () => void
  /** Default: `judge` of rules. */
  readonly engine?: Engine
  /** Runs whose memory is held. Default 4096. */
  readonly cachedRuns?: number
  /** Most steps in one commit. Default 1024. */
  readonly groupSteps?: number
  /** Most steps that wait for the store. Default 50 000. */
  readonly waitingSteps?: number
  /** Between 0 and 1. Default Math.random. */
  readonly random?: () => number
}

/** A judge at work. */
export interface RunningJudge extends Judge {
  /** Refuses new steps, finishes what was accepted and stops the clocks. */
  stop(): Promise<void>
}

/** Starts judging over a store that it shares with any number of other observers. */
export function startJudge(parts: JudgeParts): RunningJudge {
  const { store, policies, metrics, log } = parts
  const judge = parts.engine ?? engine
  const random = parts.random ?? Math.random
  const cache = createRunCache(parts.cachedRuns ?? 4096)
  const report = createReporter({ store, metrics, log, decided: parts.decided ?? (() => undefined) })
  const alarm = createAlarm(() => store.now(), ring)
  const settler = createSettler({
    store,
    foldStored,
    settled,
    failed: (key, error) => {
      metrics.count('judging_settles_total', { result: 'failed' })
      log.warn({ run: key, err: error }, 'run left to the sweeper')
    },
    random,
  })
  const intake = createIntake(
    { groupSteps: parts.groupSteps ?? 1024, waitingSteps: parts.waitingSteps ?? 50_000 },
    commitGroup,
  )
  const sweeper = startSweeper({
    store,
    revisit,
    failed: (error, times) => {
      // An outage is said once, not with every try.
      if (times === 1) log.warn({ err: error }, 'sweeping: the store is away')
    },
    random,
  })

  async function commitGroup(group: ReadonlyMap<RunKey, GroupedRun>): Promise<ReadonlyMap<RunKey, Judging>> {
    const prepared = [...group.values()].map(prepare)
    let results: readonly CommitResult[]
    try {
      results = await store.commit(prepared.map(({ commit }) => commit))
    } catch (error) {
      // Whether it was stored is not known: what the store says next time decides.
      for (const key of group.keys()) cache.delete(key)
      throw error
    }
    metrics.set('judging_waiting_steps', {}, intake.waitingSteps)
    metrics.set('judging_cached_runs', {}, cache.size)
    return new Map(prepared.map((each, i) => [each.commit.key, conclude(each, results[i])]))
  }

  interface Prepared {
    readonly intro: RunIntro
    readonly commit: RunCommit
    readonly cached: CachedRun | undefined
    readonly folded: Folded | null
  }

  function prepare({ intro: arriving, records: arrived, tick }: GroupedRun): Prepared {
    const { key } = arriving
    const cached = cache.get(key)
    const version = cached?.version ?? 0
    const intro = withRouteAttributes(arriving)
    const records = tick ? [...arrived, tickRecord(version, store.now(), cached?.wakeAtMs ?? null)] : arrived
    // A run that is being settled only grows; one that is not known here is taken for new, which the store checks.
    if (settler.isBusy(key) || records.length === 0) {
      return { intro, cached, folded: null, commit: { key, records, basis: null, judged: null } }
    }
    const policy = cached?.policy ?? policies.forRun(intro, null)
    const folded = fold(judge, policy, { intro, before: cached ?? null, records })
    return { intro, cached, folded, commit: { key, records, basis: version, judged: judgedOf(folded) } }
  }

  function conclude({ intro, commit, cached, folded }: Prepared, result: CommitResult | undefined): Judging {
    const { key, records } = commit
    if (result === undefined) return Promise.resolve(false)
    report.appended(records, result)
    if (result.applied && folded !== null) {
      const policy = cached?.policy ?? policies.forRun(intro, folded.memory.policyVersion)
      adopt(key, { ...folded, version: result.version, policy })
      report.judged(key, records, cached?.summary ?? null, folded)
      return Promise.resolve(true)
    }
    const nothingNew = result.appended === 0 && result.version === cached?.version
    if (nothingNew && !settler.isBusy(key)) return Promise.resolve(true)
    return settler.settle(intro, result.version)
  }

  function foldStored(intro: RunIntro, stored: StoredRun): Folded | null {
    const { memory, summary } = stored
    if (memory !== null && memory.layout !== 1) return null
    const known = summary === null ? withRouteAttributes(intro) : introOf(stored.key, summary)
    const policy = policies.forRun(known, memory?.policyVersion ?? null)
    const before = memory === null || summary === null ? null : { memory, summary }
    return fold(judge, policy, { intro: known, before, records: stored.unjudged })
  }

  function settled(stored: StoredRun, folded: Folded | null): void {
    metrics.count('judging_settles_total', { result: folded === null ? 'by_another' : 'settled' })
    const standing = folded ?? stored
    const { memory, summary } = standing
    if (memory === null || summary === null) return
    const policy = policies.forRun(introOf(stored.key, summary), memory.policyVersion)
    const wakeAtMs = folded === null ? wakeOf(judge, memory, policy) : folded.wakeAtMs
    adopt(stored.key, { version: stored.version, memory, summary, policy, wakeAtMs })
    if (folded !== null) report.judged(stored.key, stored.unjudged, stored.summary, folded)
  }

  function adopt(key: RunKey, run: CachedRun): void {
    const { version, memory, summary, policy, wakeAtMs } = run
    cache.set(key, { version, memory, summary, policy, wakeAtMs })
    alarm.set(key, wakeAtMs)
  }

  function ring(key: RunKey): void {
    const cached = cache.get(key)
    if (cached !== undefined) intake.tick(introOf(key, cached.summary))
  }

  async function revisit(key: RunKey): Promise<boolean> {
    metrics.count('swept_runs_total', {})
    const judged = await settler.settle(introOf(key, cache.get(key)?.summary ?? null), 0)
    const wakeAtMs = cache.get(key)?.wakeAtMs ?? null
    if (!judged || wakeAtMs === null || wakeAtMs > store.now()) return false
    ring(key)
    return true
  }

  /** Only the attributes that choose the policy are kept with the run. */
  function withRouteAttributes(intro: RunIntro): RunIntro {
    return { ...intro, attributes: policies.routeAttributes(intro.attributes) ?? {} }
  }

  return {
    async accept(batch: readonly BoundSteps[]): Promise<void> {
      const arrived = batch.filter(({ records }) => records.length > 0)
      if (arrived.length > 0) await intake.push(arrived)
    },
    async acceptAndSettle({ intro, records }: BoundSteps, lane: string): Promise<readonly Decision[]> {
      const fenced = [...records, fenceRecord(lane, store.now())]
      const judging = await intake.push([{ intro, records: fenced }])
      if ((await judging.get(intro.key)) !== true) {
        throw new RetryableError('unavailable', 'The run is busy: its steps are stored, not yet judged.')
      }
      return cache.get(intro.key)?.summary.seq === 0 ? [] : store.decisions(intro.key, 0)
    },
    async stop(): Promise<void> {
      await sweeper.stop()
      alarm.stop()
      await intake.drain()
      await settler.idle()
    },
  }
}
