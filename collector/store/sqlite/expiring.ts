import type { Retention, RunKey } from '../store.ts'
import type { RunRows } from './run-rows.ts'
import { rowsOf, type RunRow, type Statements } from './statements.ts'

const runsACall = 20
const rowsACall = 4000
const othersACall = 200

/**
 * Removes what has outlived its time: state and log of runs (their summary stays as a tombstone),
 * then tombstones, aliases, and messages that nobody took for as long. At most a few thousand rows a call, so
 * that commits need not wait long. The caller provides the transaction.
 */
export function expire(
  { statements, rows: known }: { readonly statements: Statements; readonly rows: RunRows },
  retention: Retention,
  nowMs: number,
): void {
  let rows = rowsACall
  const expired = rowsOf<Pick<RunRow, 'id' | 'expired'>>(statements.expiredRuns.all(nowMs, runsACall))
  if (expired.length > 0) known.forget()
  for (const { id, expired: buried } of expired) {
    if (rows <= 0) break
    if (buried) dropTombstone(statements, id)
    else rows -= dropState(statements, id, { retention, rows, nowMs })
  }
  statements.dropAliases.run(nowMs, othersACall)
  statements.dropEffects.run(nowMs, othersACall)
  statements.dropUndelivered.run(nowMs - retention.recordMs, othersACall)
}

/** Removes a run with all that is known of it, when its log has this length. The caller provides the transaction. */
export function removeRun(
  { statements, rows }: { readonly statements: Statements; readonly rows: RunRows },
  key: RunKey,
  version: number,
): boolean {
  const run = rows.find(key)
  if (run === undefined || run.version !== version) return false
  const { dropWholeLog, dropWholeSeen, dropDecisions, dropMemory } = statements
  for (const drop of [dropWholeLog, dropWholeSeen, dropDecisions, dropMemory]) drop.run(run.id)
  dropTombstone(statements, run.id)
  rows.forget()
  return true
}

/** Drops at most about `rows` rows of a run and buries it when none is left. Returns how many it dropped. */
function dropState(
  statements: Statements,
  id: number,
  {
    retention,
    rows,
    nowMs,
  }: { readonly retention: Retention; readonly rows: number; readonly nowMs: number },
): number {
  const limit = Math.ceil(rows / 2)
  const log = Number(statements.dropLog.run({ run: id, limit }).changes)
  const seen = Number(statements.dropSeen.run({ run: id, limit }).changes)
  if (log === limit || seen === limit) return log + seen
  statements.dropDecisions.run(id)
  statements.dropMemory.run(id)
  const record = statements.hasRecord.get(id) as { updatedAt: number } | undefined
  const expiresAt = record ? Math.ceil(record.updatedAt + retention.recordMs) : 0
  if (expiresAt > nowMs) statements.bury.run(expiresAt, id)
  else dropTombstone(statements, id)
  return log + seen + 1
}

function dropTombstone(statements: Statements, id: number): void {
  statements.dropRecord.run(id)
  statements.dropRun.run(id)
}
