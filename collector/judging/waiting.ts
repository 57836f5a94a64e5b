import type { StepRecord } from '@loop-observer/rules'
import type { GroupedRun } from './intake.ts'
import type { CachedRun } from './run-cache.ts'

/** The store's judged state is at most this far behind what this process remembers, milliseconds. */
export const mostUnstoredMs = 1000

/** Looks that follow each other within this time are a stream, milliseconds. */
const streamMs = 100
/** With each look of a stream the rest after it grows by so much, up to the most, milliseconds. */
const restStepMs = 10
const mostRestMs = 50

/** Records of one run that wait at most. */
const mostWaiting = 128

/** What stands in its lane until it settles, and is not asked about before. */
const waitingKinds: ReadonlySet<string> = new Set(['tool', 'model', 'check', 'progress', 'amendment'])

/**
 * True when judging these records now could conclude nothing: an open run of which nothing is about to
 * settle gets steps whose place is not final. They are then judged with those that settle when they do, once
 * for all that came within the hold. The engine takes steps in one after another and settles last, so what
 * it concludes is the same.
 */
export function canWait({ intro, records, tick }: GroupedRun, run: CachedRun, nowMs: number): boolean {
  const { summary, policy, waiting } = run
  if (tick || summary.outcome !== 'open' || summary.halted) return false
  // Names are taken from the intro, which is not kept.
  if ((summary.agent === null && intro.agent !== null) || (summary.task === null && intro.task !== null)) {
    return false
  }
  const lookMs = nextLookMs(run)
  if ((lookMs !== null && lookMs <= nowMs) || waiting.length + records.length > mostWaiting) return false
  return records.every(
    ({ step }) =>
      waitingKinds.has(step.kind) && step.sequence === null && step.receivedAtMs + policy.holdMs > nowMs,
  )
}

/** Of a run that was read from the store and judged. */
export const nothingWaits = { waiting: [], lookedAtMs: 0, restMs: 0, unstoredSinceMs: null } as const

/** The run with more that waits; the store has it in its log already. */
export function withWaiting(run: CachedRun, records: readonly StepRecord[], nowMs: number): CachedRun {
  const { version, waiting, policy, wakeAtMs, unstoredSinceMs } = run
  const settlesAtMs = records.map(({ step }) => step.receivedAtMs + policy.holdMs)
  return {
    ...run,
    version: version + records.length,
    waiting: [...waiting, ...records],
    wakeAtMs: Math.min(wakeAtMs ?? Number.POSITIVE_INFINITY, ...settlesAtMs),
    unstoredSinceMs: unstoredSinceMs ?? nowMs,
  }
}

/**
 * How long a run is left alone after a look: not at all when it is the first for a while, so that steps which
 * come alone are judged on time; the longer, the more looks have followed each other, so that a stream of
 * steps is judged in groups.
 */
export function restFrom(run: CachedRun, nowMs: number): Pick<CachedRun, 'lookedAtMs' | 'restMs'> {
  const isStream = nowMs - run.lookedAtMs < streamMs
  return { lookedAtMs: nowMs, restMs: isStream ? Math.min(mostRestMs, run.restMs + restStepMs) : 0 }
}

/** True when the judged state has been remembered for so long that it belongs into the store. */
export function isStoringDue({ unstoredSinceMs }: CachedRun, nowMs: number): boolean {
  return unstoredSinceMs !== null && nowMs - unstoredSinceMs >= mostUnstoredMs
}

/** When the run must be looked at again: its own deadline, or the state's turn to be stored. */
export function nextLookMs(run: CachedRun): number | null {
  const { wakeAtMs, waiting, lookedAtMs, restMs, unstoredSinceMs } = run
  const dueMs = wakeAtMs === null ? null : Math.max(wakeAtMs, lookedAtMs + restMs)
  if (unstoredSinceMs === null || (waiting.length > 0 && dueMs !== null)) return dueMs
  return Math.min(unstoredSinceMs + mostUnstoredMs, dueMs ?? Number.POSITIVE_INFINITY)
}
