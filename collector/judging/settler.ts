import { setTimeout as delay } from 'node:timers/promises'
import type { Judged, RunKey, Store, StoredRun } from '../store/store.ts'
import type { Folded } from './fold.ts'
import type { Judging } from './intake.ts'
import type { RunIntro } from './judging.ts'

/** Judges runs whose log is ahead of their judged state: reads, folds what was missed, settles. */
export interface Settler {
  /** True while the run is being settled: its steps are then only appended. */
  isBusy(key: RunKey): boolean
  /** Settles a run at least as far as `version`; joins what is under way. Resolves to false when it gave up. */
  settle(intro: RunIntro, version: number): Judging
  /** Resolves when nothing is under way. */
  idle(): Promise<void>
}

/** What a settler needs of its surroundings. */
export interface SettlerParts {
  readonly store: Store
  /** Judges the records that the run's memory has not seen; null when this process must not judge it. */
  readonly foldStored: (intro: RunIntro, stored: StoredRun) => Folded | null
  /** Told when a run is judged as far as its log went; `folded` is null when another observer did it. */
  readonly settled: (stored: StoredRun, folded: Folded | null) => void
  /** Told when the store does not know the run (any more). */
  readonly gone: (key: RunKey) => void
  /** Told when a run was given up for now. */
  readonly failed: (key: RunKey, error: unknown) => void
  /** How long other observers leave a run alone that this one judged, milliseconds. */
  readonly takeoverMs: number
  /** Between 0 and 1; spreads the retries. */
  readonly random: () => number
}

interface Waiting {
  readonly version: number
  readonly resolve: (judged: boolean) => void
}

const mostAttempts = 6

/**
 * Makes a settler. After six attempts in a row that somebody else got in between, each waiting
 * about twice as long from 4 ms on, a run is left to the sweeper.
 */
export function createSettler(parts: SettlerParts): Settler {
  const busy = new Map<RunKey, { waiting: Waiting[]; done: Promise<void> }>()

  async function run(intro: RunIntro, entry: { waiting: Waiting[] }): Promise<void> {
    try {
      for (let attempt = 0; attempt < mostAttempts && entry.waiting.length > 0; attempt += 1) {
        const reached = await settleOnce(parts, intro)
        if (reached === null) {
          await delay((1 + parts.random()) * 2 ** (attempt + 2))
          continue
        }
        attempt = -1
        for (const { version, resolve } of entry.waiting) if (version <= reached) resolve(true)
        entry.waiting = entry.waiting.filter(({ version }) => version > reached)
      }
    } catch (error) {
      parts.failed(intro.key, error)
    }
    busy.delete(intro.key)
    for (const { resolve } of entry.waiting) resolve(false)
  }

  return {
    isBusy: (key) => busy.has(key),
    settle(intro, version) {
      return new Promise((resolve) => {
        const waiting = { version, resolve }
        const under = busy.get(intro.key)
        if (under !== undefined) return void under.waiting.push(waiting)
        const entry = { waiting: [waiting], done: Promise.resolve() }
        busy.set(intro.key, entry)
        entry.done = run(intro, entry)
      })
    },
    async idle() {
      while (busy.size > 0) await Promise.all([...busy.values()].map(({ done }) => done))
    },
  }
}

/** The version that the run is judged up to now, or null when somebody got in between. */
async function settleOnce(parts: SettlerParts, intro: RunIntro): Promise<number | null> {
  const stored = await parts.store.read(intro.key)
  if (stored === null) {
    parts.gone(intro.key)
    return Number.POSITIVE_INFINITY
  }
  if (stored.unjudged.length === 0) {
    parts.settled(stored, null)
    return stored.version
  }
  const folded = parts.foldStored(intro, stored)
  if (folded === null) throw new Error('The memory of the run has a layout that this version does not judge.')
  if (
    !(await parts.store.settle(
      intro.key,
      stored.version,
      judgedOf(folded, parts.store.now() + parts.takeoverMs),
    ))
  )
    return null
  parts.settled(stored, folded)
  return stored.version
}

/**
 * What goes into the store of a judged run. The deadline in the store is for other observers: they
 * come when the one that judged last should have come, and did not until `othersFromMs`.
 */
export function judgedOf(
  { wakeAtMs, ...folded }: Pick<Folded, 'memory' | 'summary' | 'decisions' | 'notices' | 'wakeAtMs'>,
  othersFromMs: number,
): Judged {
  const { memory, summary, decisions, notices } = folded
  return {
    memory,
    summary,
    decisions,
    notices,
    wakeAtMs: wakeAtMs === null ? null : Math.max(wakeAtMs, othersFromMs),
  }
}
