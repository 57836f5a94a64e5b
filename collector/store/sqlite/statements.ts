import type { DatabaseSync, StatementSync } from 'node:sqlite'

/** A row of `run`. */
export interface RunRow {
  readonly id: number
  readonly version: number
  readonly judgedVersion: number
  readonly logStart: number
  readonly seq: number
  readonly dueAt: number | null
  readonly expiresAt: number
  readonly prunedAt: number
  /** 1 when only the summary is left. */
  readonly expired: 0 | 1
}

const runColumns = `id, version, judged_version as judgedVersion, log_start as logStart, seq,
  due_at as dueAt, expires_at as expiresAt, pruned_at as prunedAt, expired`

const effectColumns = `id, state, attempt, at as atMs, expires_at as expiresAtMs, refused_at as refusedAt,
  ttl as ttlMs, tool, note, holder`

/** Every statement that is prepared once, by what it does. */
const texts = {
  begin: 'begin immediate',
  commit: 'commit',
  rollback: 'rollback',
  findRun: `select ${runColumns} from run where key = ?`,
  addRun: `insert into run (key, version, judged_version, log_start, seq, due_at, expires_at, pruned_at, expired)
    values (?, 0, 0, 0, 0, null, 0, ?, 0)`,
  updateRun: `update run set version = ?, judged_version = ?, log_start = ?, seq = ?, due_at = ?,
    expires_at = ?, pruned_at = ?, expired = 0 where id = ?`,
  growRun: 'update run set version = ? where id = ?',
  see: 'insert into seen (run, step, at) values (?, ?, ?) on conflict do nothing',
  append: 'insert into log (run, position, bytes) values (?, ?, ?)',
  trimLog: 'delete from log where run = ? and position < ?',
  pruneSeen: 'delete from seen where run = ? and at < ?',
  putMemory: 'insert into memory (run, bytes) values (?, ?) on conflict do update set bytes = excluded.bytes',
  putRecord: `insert into record (run, tenant, updated_at, outcome, reason, agent, task, limit_class, bytes)
    values (?, ?, ?, ?, ?, ?, ?, ?, ?) on conflict do update set updated_at = excluded.updated_at,
    outcome = excluded.outcome, reason = excluded.reason, agent = excluded.agent, task = excluded.task,
    limit_class = excluded.limit_class, bytes = excluded.bytes`,
  effectOf: `select ${effectColumns} from effect where run = ? and id = ?`,
  effectsOf: `select ${effectColumns} from effect where run = ? order by at, id`,
  usedEffects: `select count(*) as used from effect where run = ? and state in ('granted', 'waiting', 'done')`,
  putEffect: `insert or replace into effect (run, id, state, attempt, at, expires_at, refused_at, ttl, tool, note, holder, kept_until)
    values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  dropEffects: `delete from effect where (run, id) in
    (select run, id from effect where kept_until <= ? limit ?)`,
  addDecision: 'insert into decision (run, seq, bytes) values (?, ?, ?)',
  addToOutbox: `insert into outbox (id, key, bytes, leased_until) values (?, ?, ?, ?) on conflict do nothing`,
  memoryOf: 'select bytes from memory where run = ?',
  recordOf: 'select bytes from record where run = ?',
  logFrom: 'select bytes from log where run = ? and position >= ? order by position limit ?',
  decisionsAfter: 'select bytes from decision where run = ? and seq > ? order by seq',
  due: 'select key from run where due_at <= ? order by due_at limit ?',
  resolve: 'select key from alias where tenant = ? and alias = ? and expires_at > ?',
  bind: `insert into alias (tenant, alias, key, expires_at) values (?, ?, ?, ?) on conflict do update
    set key = excluded.key, expires_at = excluded.expires_at where alias.expires_at <= ?`,
  rebind: `insert into alias (tenant, alias, key, expires_at) values (?, ?, ?, ?) on conflict do update
    set key = excluded.key, expires_at = excluded.expires_at`,
  list: listing(''),
  listTask: listing('and task = :task'),
  outboxReady: `select id, bytes from outbox as item where leased_until <= :now and not exists
    (select 1 from outbox where key = item.key and rowid < item.rowid and leased_until > :now
      and held_by is not :by)
    order by rowid limit :limit`,
  lease: 'update outbox set leased_until = ?, held_by = ? where id = ?',
  renew: 'update outbox set leased_until = max(leased_until, ?) where id = ?',
  confirm: 'delete from outbox where id = ?',
  expiredRuns: 'select id, expired from run where expires_at <= ? order by expires_at limit ?',
  dropLog: `delete from log where run = :run and position in
    (select position from log where run = :run order by position limit :limit)`,
  dropSeen: `delete from seen where run = :run and step in
    (select step from seen where run = :run order by step limit :limit)`,
  dropWholeLog: 'delete from log where run = ?',
  dropWholeSeen: 'delete from seen where run = ?',
  dropDecisions: 'delete from decision where run = ?',
  dropMemory: 'delete from memory where run = ?',
  bury: `update run set expired = 1, due_at = null, judged_version = version, log_start = version,
    expires_at = ? where id = ?`,
  hasRecord: 'select updated_at as updatedAt from record where run = ?',
  dropRecord: 'delete from record where run = ?',
  dropRun: 'delete from run where id = ?',
  dropUndelivered: `delete from outbox where id in
    (select id from outbox where leased_until <= ? order by leased_until limit ?)`,
  dropAliases: `delete from alias where (tenant, alias) in
    (select tenant, alias from alias where expires_at <= ? limit ?)`,
} as const

/** Prepared statements, each under its name in the list. */
export type Statements = Readonly<Record<keyof typeof texts, StatementSync>>

/** Prepares them all. */
export function prepareStatements(database: DatabaseSync): Statements {
  const prepared = Object.entries(texts).map(([name, text]) => [name, database.prepare(text)])
  return Object.fromEntries(prepared) as Statements
}

/** The rows that a statement gave, as the SQL beside it selects them: `node:sqlite` types every column alike. */
export function rowsOf<Row>(rows: readonly unknown[]): readonly Row[] {
  return rows as readonly Row[]
}

/** The keys of two runs are looked at only where their times are equal. */
function listing(condition: string): string {
  return `select bytes from record where tenant = :tenant ${condition} and updated_at >= :since
    and updated_at <= :before
    and (updated_at < :before or (select key from run where id = record.run) < :beforeKey)
    and (:outcome is null or outcome = :outcome) and (:reason is null or reason = :reason)
    and (:agent is null or agent = :agent) and (:limitHit = 0 or limit_class is not null)
    and (:class is null or limit_class = :class)
    order by updated_at desc, (select key from run where id = record.run) desc limit :limit`
}
