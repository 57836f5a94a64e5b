import type { Decision, RunMemory, StepRecord } from '@loop-observer/rules'
import { decode } from '../codec.ts'
import { outboxItem } from '../outbox-id.ts'
import type { OutboxItem, RunFilter, RunKey, RunSummary, StoredRun } from '../store.ts'
import { rowsOf, type RunRow, type Statements } from './statements.ts'

interface BytesRow {
  readonly bytes: Uint8Array
}

interface OutboxRow extends BytesRow {
  readonly id: string
}

/** The run with everything not yet judged, or null. */
export function readRun(statements: Statements, key: RunKey): StoredRun | null {
  const run = findRun(statements, key)
  if (!run) return null
  const memory = statements.memoryOf.get(run.id) as BytesRow | undefined
  const record = statements.recordOf.get(run.id) as BytesRow | undefined
  const log = rowsOf<BytesRow>(statements.logFrom.all(run.id, run.judgedVersion, -1))
  return {
    key,
    version: run.version,
    judgedVersion: run.judgedVersion,
    memory: memory ? decode<RunMemory>(memory.bytes) : null,
    summary: record ? decode<RunSummary>(record.bytes) : null,
    unjudged: log.map(({ bytes }) => decode<StepRecord>(bytes)),
  }
}

/** Part of a run's log. */
export function readSteps(
  statements: Statements,
  key: RunKey,
  { from, limit }: { readonly from: number; readonly limit: number },
): { readonly from: number; readonly records: readonly StepRecord[] } {
  const run = findRun(statements, key)
  if (!run) return { from, records: [] }
  const start = Math.max(from, run.logStart)
  const rows = rowsOf<BytesRow>(statements.logFrom.all(run.id, start, Math.max(0, limit)))
  return { from: start, records: rows.map(({ bytes }) => decode<StepRecord>(bytes)) }
}

/** Decisions beyond `after`, ascending. */
export function readDecisions(statements: Statements, key: RunKey, after: number): readonly Decision[] {
  const run = findRun(statements, key)
  if (!run) return []
  const rows = rowsOf<BytesRow>(statements.decisionsAfter.all(run.id, after))
  return rows.map(({ bytes }) => decode<Decision>(bytes))
}

/** Summaries, newest first. */
export function listRuns(
  statements: Statements,
  filter: RunFilter & { readonly limit: number },
): readonly RunSummary[] {
  const wanted = {
    tenant: filter.tenant,
    since: filter.sinceMs ?? 0,
    before: filter.before?.updatedAtMs ?? Number.MAX_VALUE,
    beforeKey: filter.before?.key ?? '',
    outcome: filter.outcome ?? null,
    reason: filter.reason ?? null,
    agent: filter.agent ?? null,
    limitHit: filter.limitHit === true ? 1 : 0,
    class: filter.class ?? null,
    limit: filter.limit,
  }
  const { task } = filter
  const rows = task === undefined ? statements.list.all(wanted) : statements.listTask.all({ ...wanted, task })
  return rowsOf<BytesRow>(rows).map(({ bytes }) => decode<RunSummary>(bytes))
}

/** How outbox items are taken. */
export interface Taking {
  readonly limit: number
  readonly nowMs: number
  readonly leasedUntilMs: number
  /** Who takes them. */
  readonly by: string
}

/** Leases outbox items until `leasedUntilMs`; the caller provides the transaction. */
export function takeOutbox(
  statements: Statements,
  { limit, nowMs, leasedUntilMs, by }: Taking,
): readonly OutboxItem[] {
  const rows = rowsOf<OutboxRow>(statements.outboxReady.all({ now: nowMs, limit, by }))
  return rows.map(({ id, bytes }) => {
    statements.lease.run(leasedUntilMs, by, id)
    return outboxItem(id, bytes)
  })
}

function findRun(statements: Statements, key: RunKey): RunRow | undefined {
  return statements.findRun.get(key) as RunRow | undefined
}
