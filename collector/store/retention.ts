import { PermanentError } from '../errors/errors.ts'
import type { Retention, RunSummary } from './store.ts'

const hourMs = 3_600_000

/** Used where the configuration says nothing. */
const defaultRetention: Retention = {
  runMs: 24 * hourMs,
  recordMs: 30 * 24 * hourMs,
  duplicateMs: hourMs,
  logLimit: 5000,
}

/** Fills in defaults. Throws PermanentError on a number that makes no sense. */
export function resolveRetention(given: Partial<Retention> = {}): Retention {
  const retention = { ...defaultRetention, ...given }
  for (const [name, value] of Object.entries(retention)) {
    if (!Number.isInteger(value) || value < 1 || value > Number.MAX_SAFE_INTEGER / 1024) {
      throw new PermanentError('bad_request', `retention.${name} must be a whole number of at least 1.`)
    }
  }
  return { ...retention, recordMs: Math.max(retention.recordMs, retention.runMs) }
}

/** What decides how long a run is kept. */
export interface Keeping {
  readonly nowMs: number
  /** What was judged with this commit, or null. */
  readonly judged: { readonly summary: RunSummary; readonly wakeAtMs: number | null } | null
}

/**
 * When a run's state and log expire, milliseconds since the epoch: `runMs` from now (`recordMs` for
 * a suspended run, which someone may resume), and not before `runMs` after its deadline.
 */
export function expiryOf(retention: Retention, { nowMs, judged }: Keeping): number {
  const suspended = judged?.summary.outcome === 'suspended'
  const kept = nowMs + (suspended ? retention.recordMs : retention.runMs)
  return Math.ceil(Math.max(kept, judged?.wakeAtMs ? judged.wakeAtMs + retention.runMs : 0))
}

/** False when the new expiry is so near to the stored one that writing it is not worth it (1/64 of `runMs`). */
export function movesExpiry(
  retention: Retention,
  { before, after, judged }: { readonly before: number; readonly after: number } & Pick<Keeping, 'judged'>,
): boolean {
  const slackMs = retention.runMs / 64
  return after - before > slackMs || (judged !== null && before - after > slackMs)
}
