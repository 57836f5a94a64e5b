import type { EncodedCommit, EncodedJudged } from '../encoded-commit.ts'
import { noticeId, outboxId } from '../outbox-id.ts'
import { expiryOf, movesExpiry } from '../retention.ts'
import type { CommitResult, Retention } from '../store.ts'
import type { RunRows } from './run-rows.ts'
import type { RunRow, Statements } from './statements.ts'
import { transaction } from './transaction.ts'

/** What a group of commits needs. */
export interface CommitContext {
  readonly statements: Statements
  readonly rows: RunRows
  readonly retention: Retention
  readonly staleMs: number
  readonly nowMs: number
}

/** Makes several commits in one transaction: all of them are durable when it returns, or none when it throws. */
export function commitGroup(
  commits: readonly EncodedCommit[],
  context: CommitContext,
): readonly CommitResult[] {
  try {
    return transaction(context.statements, () => commits.map((each) => commitRun(each, context)))
  } catch (error) {
    context.rows.forget()
    throw error
  }
}

function commitRun(commit: EncodedCommit, context: CommitContext): CommitResult {
  const { key, records, judged } = commit
  const before = findRun(commit, context)
  if (before === null) return { key, appended: 0, duplicates: 0, version: 0, applied: false }
  const appended = append(before, commit, context)
  const version = before.version + appended
  const duplicates = records.length - appended
  const applied = judged !== null && before.version === judged.basis && duplicates === 0
  const seq = applied ? putJudged(before, commit, judged, context) : before.seq
  if (appended > 0 || applied) {
    const judgedVersion = applied ? version : before.judgedVersion
    const dueAt = judged && applied ? judged.wakeAtMs : dueUnjudged(before, context)
    const after = { ...before, version, judgedVersion, seq, dueAt, expired: 0 as const }
    context.rows.keep(key, updateRun(before, after, { judged: applied ? judged : null, context }))
  }
  return { key, appended, duplicates, version, applied }
}

/** The run's row, made when the commit puts something into it; null when there is neither row nor cause. */
function findRun(
  { key, records, judged }: EncodedCommit,
  { statements, rows, nowMs }: CommitContext,
): RunRow | null {
  const found = rows.find(key)
  if (found) return found
  if (records.length === 0 && judged?.basis !== 0) return null
  const { lastInsertRowid } = statements.addRun.run(key, nowMs)
  return {
    id: Number(lastInsertRowid),
    version: 0,
    judgedVersion: 0,
    logStart: 0,
    seq: 0,
    dueAt: null,
    expiresAt: 0,
    prunedAt: nowMs,
    expired: 0,
  }
}

function append(
  { id, version }: RunRow,
  { records }: EncodedCommit,
  { statements, nowMs }: CommitContext,
): number {
  let appended = 0
  for (const record of records) {
    if (statements.see.run(id, record.id, nowMs).changes === 0) continue
    statements.append.run(id, version + appended, record.bytes)
    appended++
  }
  return appended
}

/** Returns the newest decision number. */
function putJudged(
  { id, seq: seqBefore }: RunRow,
  { key }: EncodedCommit,
  { memory, summary, summaryBytes, decisions, notices }: EncodedJudged,
  { statements, nowMs }: CommitContext,
): number {
  const { tenant, updatedAtMs, outcome, reason, agent, task, limit } = summary
  statements.putMemory.run(id, memory)
  statements.putRecord.run(
    id,
    tenant,
    updatedAtMs,
    outcome,
    reason,
    agent,
    task,
    limit?.class ?? null,
    summaryBytes,
  )
  let newest = seqBefore
  for (const { seq, bytes } of decisions) {
    if (seq <= newest) continue
    statements.addDecision.run(id, seq, bytes)
    statements.addToOutbox.run(outboxId(key, seq), key, bytes, nowMs)
    newest = seq
  }
  for (const { id: notice, bytes } of notices) {
    statements.addToOutbox.run(noticeId(key, notice), key, bytes, nowMs)
  }
  return newest
}

/** When a run whose log has just got ahead is to be looked at: at its deadline, or when nobody judged it by then. */
function dueUnjudged({ dueAt }: RunRow, { nowMs, staleMs }: CommitContext): number {
  return Math.min(dueAt ?? Infinity, nowMs + staleMs)
}

/** Writes the row, of which `after` says all but what follows from it. Returns what was written. */
function updateRun(
  before: RunRow,
  after: RunRow,
  { judged, context }: { readonly judged: EncodedJudged | null; readonly context: CommitContext },
): RunRow {
  const { statements, retention, nowMs } = context
  const { id, version, judgedVersion, seq, dueAt } = after
  const logStart = Math.max(before.logStart, Math.min(judgedVersion, version - retention.logLimit))
  if (logStart > before.logStart) statements.trimLog.run(id, logStart)
  const prune = nowMs - before.prunedAt > retention.duplicateMs / 4
  if (prune) statements.pruneSeen.run(id, nowMs - retention.duplicateMs)
  const prunedAt = prune ? nowMs : before.prunedAt
  const expiresBefore = before.expired ? 0 : before.expiresAt
  const expiresAfter = expiryOf(retention, { nowMs, judged })
  const moves = movesExpiry(retention, { before: expiresBefore, after: expiresAfter, judged })
  const row = { ...after, logStart, prunedAt, expiresAt: moves ? expiresAfter : expiresBefore }
  // A run that only grew: the indexes of the other columns are left alone.
  if (onlyGrew(before, row)) statements.growRun.run(version, id)
  else statements.updateRun.run(version, judgedVersion, logStart, seq, dueAt, row.expiresAt, prunedAt, id)
  return row
}

function onlyGrew(before: RunRow, after: RunRow): boolean {
  return (
    before.judgedVersion === after.judgedVersion &&
    before.logStart === after.logStart &&
    before.seq === after.seq &&
    before.dueAt === after.dueAt &&
    before.expiresAt === after.expiresAt &&
    before.prunedAt === after.prunedAt &&
    before.expired === after.expired
  )
}
