import { judge as engine, type Decision, type Policy, type RunTraits } from '@loop-observer/rules'
import type { Logger } from 'pino'
import { RetryableError } from '../errors/errors.ts'
import type { Metrics } from '../metrics/metrics.ts'
import type { CommitResult, RunKey, Store, StoredRun } from '../store/store.ts'
import { createAbsorber } from './absorb.ts'
import { createAlarm } from './alarm.ts'
import { fold, wakeOf, type Engine, type Folded } from './fold.ts'
import { withParentBar } from './inherit.ts'
import { createIntake, type GroupedRun, type Judging } from './intake.ts'
import type { BoundSteps, Judge, JudgedRun, RunIntro } from './judging.ts'
import { fenceRecord, introOf, traitsOf } from './marks.ts'
import type { PolicyBook } from './policy-book.ts'
import { passQuietly } from './quiet-tick.ts'
import { createReporter } from './reporter.ts'
import { createRunCache, type CachedRun } from './run-cache.ts'
import { takeoverMs, prepareCommit, standingAfter, type PreparedCommit } from './run-commit.ts'
import { createSettler } from './settler.ts'
import { startSweeper } from './sweeper.ts'
import { isStoringDue, mostUnstoredMs, nextLookMs, nothingWaits } from './waiting.ts'

/** What judging is made of. */
export interface JudgeParts {
  readonly store: Store
  readonly policies: PolicyBook
  readonly metrics: Metrics
  readonly log: Logger
  /** Told when decisions were stored, so that the outbox need not wait for its next look. */
  readonly decided?: () => void
  /** Told of every run that was judged as far as its log goes; must return at once and not throw. */
  readonly judged?: (run: JudgedRun) => void
  /** Default: `judge` of rules. */
  readonly engine?: Engine
  /** Runs whose memory is held. Default 4096. */
  readonly cachedRuns?: number
  /** Most steps in one commit. Default 256, so that nobody waits long for the one before. */
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
  const ticking = new Set<RunKey>()
  /** Runs whose commit is on its way to the store. */
  const underway = new Set<RunKey>()
  let leaving = false
  const alarm = createAlarm(() => store.now(), ring)
  const settler = createSettler({
    store,
    foldStored,
    settled,
    takeoverMs,
    gone: (key) => cache.delete(key),
    failed: (key, error) => {
      metrics.count('judging_settles_total', { result: 'failed' })
      log.warn({ run: key, err: error }, 'run left to the sweeper')
    },
    random,
  })
  const intake = createIntake(
    { groupSteps: parts.groupSteps ?? 256, waitingSteps: parts.waitingSteps ?? 50_000 },
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
    for (const key of group.keys()) underway.add(key)
    try {
      results = await store.commit(prepared.map(({ commit }) => commit))
    } catch (error) {
      // Whether it was stored is not known: what the store says next time decides.
      for (const key of group.keys()) cache.delete(key)
      throw error
    } finally {
      underway.clear()
      for (const key of group.keys()) ticking.delete(key)
    }
    metrics.set('judging_waiting_steps', {}, intake.waitingSteps)
    metrics.set('judging_cached_runs', {}, cache.size)
    return new Map(prepared.map((each, i) => [each.commit.key, conclude(each, results[i])]))
  }

  function prepare(group: GroupedRun): PreparedCommit {
    const intro = withRouteAttributes(group.intro)
    const cached = cache.get(intro.key)
    const policy = cached?.policy ?? policies.forRun(intro, null)
    const busy = settler.isBusy(intro.key)
    return prepareCommit(
      { ...group, intro },
      { engine: judge, policy, policyFor, cached, busy, nowMs: store.now(), leaving },
    )
  }

  function conclude(prepared: PreparedCommit, result: CommitResult | undefined): Judging {
    const { intro, commit, cached, folded } = prepared
    if (result === undefined) return Promise.resolve(false)
    report.appended(commit.records, result)
    const standing = settler.isBusy(intro.key) ? null : standingAfter(prepared, result, store.now())
    if (standing === null) return settler.settle(intro, result.version)
    if (standing !== cached) adopt(intro.key, standing)
    if (folded !== null && standing.memory === folded.memory) {
      const records = [...(cached?.waiting ?? []), ...commit.records]
      report.judged(intro.key, records, cached?.summary ?? null, folded)
    }
    return Promise.resolve(true)
  }

  function foldStored(intro: RunIntro, stored: StoredRun): Folded | null {
    const { memory, summary } = stored
    if (memory !== null && memory.layout !== 1) return null
    const known =
      summary === null
        ? withRouteAttributes(intro)
        : { ...introOf(stored.key, summary), agent: summary.agent ?? intro.agent }
    const traits = summary === null ? known : traitsOf(summary)
    const policy = policies.forRun(traits, memory?.policyVersion ?? null)
    const before = memory === null || summary === null ? null : { memory, summary }
    return fold(judge, policy, {
      intro: known,
      before,
      policyFor,
      seq: summary?.seq ?? 0,
      records: stored.unjudged,
    })
  }

  function settled(stored: StoredRun, folded: Folded | null): void {
    metrics.count('judging_settles_total', { result: folded === null ? 'by_another' : 'settled' })
    const { memory, summary } = folded ?? stored
    if (memory === null || summary === null) return
    const policy = policies.forRun(traitsOf(summary), memory.policyVersion)
    const wakeAtMs = folded === null ? wakeOf(judge, memory, policy) : folded.wakeAtMs
    adopt(stored.key, { ...nothingWaits, version: stored.version, memory, summary, policy, wakeAtMs })
    if (folded !== null) report.judged(stored.key, stored.unjudged, stored.summary, folded)
  }

  function adopt(key: RunKey, run: CachedRun): void {
    cache.set(key, run)
    alarm.set(key, nextLookMs(run))
    if (run.waiting.length === 0) parts.judged?.(run)
  }

  function ring(key: RunKey): void {
    const cached = cache.get(key)
    if (cached === undefined) return
    const nowMs = store.now()
    const quiet =
      underway.has(key) || settler.isBusy(key)
        ? null
        : passQuietly(key, cached, { engine: judge, policyFor, nowMs })
    if (quiet !== null) {
      report.passed(cached.waiting)
      adopt(key, quiet)
      if (!leaving && !isStoringDue(quiet, nowMs)) return
    }
    ticking.add(key)
    intake.tick(introOf(key, cached.summary))
  }

  async function revisit(key: RunKey): Promise<boolean> {
    // A run that this process looks at just now, or is about to.
    if (ticking.has(key) || alarm.nextMs(key) < store.now() + mostUnstoredMs) return true
    metrics.count('swept_runs_total', {})
    const judged = await settler.settle(introOf(key, cache.get(key)?.summary ?? null), 0)
    const wakeAtMs = cache.get(key)?.wakeAtMs ?? null
    if (!judged || wakeAtMs === null || wakeAtMs > store.now()) return false
    ring(key)
    return true
  }

  function policyFor(traits: RunTraits, version: string): Policy {
    return policies.forRun(traits, version)
  }

  /** Only the attributes that choose the policy are kept with the run. */
  function withRouteAttributes(intro: RunIntro): RunIntro {
    return { ...intro, attributes: policies.routeAttributes(intro.attributes) ?? {} }
  }

  const inheritance = { store, isHeld: (key: RunKey) => cache.get(key) !== undefined }

  const absorber = createAbsorber({
    store,
    settledIn: async (key) => void (await intake.push([{ intro: introOf(key, null), records: [] }])),
    push: async (moved) => void (await intake.push([moved])),
    gone: (key) => {
      cache.delete(key)
      alarm.set(key, null)
    },
  })

  return {
    async accept(given: readonly BoundSteps[]): Promise<void> {
      const batch = absorber.concerns(given)
        ? await Promise.all(given.map((each) => absorber.redirect(each)))
        : given
      const arrived = batch.filter(({ records }) => records.length > 0)
      if (arrived.length === 0) return
      const isPlain = arrived.every(({ intro }) => intro.parent === undefined)
      await intake.push(
        isPlain ? arrived : await Promise.all(arrived.map((bound) => withParentBar(bound, inheritance))),
      )
    },
    async acceptAndSettle(bound: BoundSteps, lane: string): Promise<readonly Decision[]> {
      const { intro, records } = await withParentBar(await absorber.redirect(bound), inheritance)
      const fenced = [...records, fenceRecord(lane, store.now())]
      const judging = await intake.push([{ intro, records: fenced }])
      if ((await judging.get(intro.key)) !== true) {
        throw new RetryableError('unavailable', 'The run is busy: its steps are stored, not yet judged.')
      }
      return cache.get(intro.key)?.summary.seq === 0 ? [] : store.decisions(intro.key, 0)
    },
    remembered(key: RunKey): StoredRun | null {
      const cached = cache.get(key)
      if (cached === undefined) return null
      const { memory, summary, version, waiting } = cached
      return { key, version, judgedVersion: version - waiting.length, memory, summary, unjudged: waiting }
    },
    async stop(): Promise<void> {
      await sweeper.stop()
      alarm.stop()
      leaving = true
      for (const key of cache.unstored()) ring(key)
      await intake.drain()
      await settler.idle()
    },
  }
}
