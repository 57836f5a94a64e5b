import type { RunKey } from '../store/store.ts'
import { fold, type Engine, type Folded, type PolicyFor } from './fold.ts'
import { introOf, tickRecord } from './marks.ts'
import type { CachedRun } from './run-cache.ts'
import { restFrom } from './waiting.ts'

/** What judging the passing of time needs. */
export interface TickParts {
  readonly engine: Engine
  readonly policyFor: PolicyFor
  readonly nowMs: number
}

/**
 * The run after its deadline has passed, with what waited for that, when that changes nothing that others must know of: steps
 * settled and no rule spoke. Such a tick is not written to the log, since whoever judges the log later
 * lets the same time pass. Null when no deadline has passed, and when something came of it.
 */
export function passQuietly(key: RunKey, run: CachedRun, parts: TickParts): CachedRun | null {
  const { engine, policyFor, nowMs } = parts
  const { version, waiting, wakeAtMs, policy, summary } = run
  if (wakeAtMs === null || wakeAtMs > nowMs) return null
  const records = [...waiting, tickRecord(version, nowMs, wakeAtMs)]
  const folded = fold(engine, policy, { intro: introOf(key, summary), before: run, policyFor, records })
  if (!isQuiet(folded, run)) return null
  return {
    version,
    waiting: [],
    ...restFrom(run, nowMs),
    memory: folded.memory,
    summary: folded.summary,
    policy: folded.policy,
    wakeAtMs: folded.wakeAtMs,
    unstoredSinceMs: run.unstoredSinceMs ?? nowMs,
  }
}

function isQuiet(folded: Folded, { summary: before }: CachedRun): boolean {
  const { summary, findings, decisions, notices, budgetWarnings, faults } = folded
  const told = [findings, decisions, notices, budgetWarnings, faults]
  return (
    told.every(({ length }) => length === 0) &&
    summary.outcome === before.outcome &&
    summary.limit === before.limit
  )
}
