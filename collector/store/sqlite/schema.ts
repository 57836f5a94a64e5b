import type { DatabaseSync } from 'node:sqlite'
import { PermanentError } from '../../errors/errors.ts'
import { layoutVersion } from '../shapes.ts'

/** "loop" in ASCII: marks the file as ours (SQLite `application_id`). */
const applicationId = 0x6c6f6f70

/**
 * Creates the tables in a new file, or makes sure that an existing one can be read. Throws
 * PermanentError when the file belongs to another program or another version.
 */
export function prepareSchema(database: DatabaseSync, path: string): void {
  const owner = pragma(database, 'application_id')
  const version = pragma(database, 'user_version')
  if (owner === 0 && version === 0 && isEmpty(database)) {
    database.exec(`begin; ${tables} pragma application_id = ${applicationId}; commit`)
    database.exec(`pragma user_version = ${layoutVersion}`)
    return
  }
  if (owner !== applicationId) {
    throw new PermanentError('conflict', `${path} is a SQLite file of another program. Name another path.`)
  }
  if (version !== layoutVersion) {
    throw new PermanentError(
      'conflict',
      `${path} has layout ${version}, this version of loop-observer reads layout ${layoutVersion}. ` +
        'Start the version that wrote it, or name another path.',
    )
  }
}

function pragma(database: DatabaseSync, name: string): number {
  const row = database.prepare(`pragma ${name}`).get()
  return Number(row?.[name] ?? 0)
}

function isEmpty(database: DatabaseSync): boolean {
  return database.prepare('select 1 from sqlite_master limit 1').get() === undefined
}

/**
 * `run` has one small row for each run, rewritten with every commit; what is large or rarely
 * changes is elsewhere. `log` grows at its end, whichever run a record belongs to: the records of a
 * group then share pages (a third of the time of a table ordered by run). Times are milliseconds
 * since the epoch.
 */
const tables = `
  create table run (
    id integer primary key,
    key text not null unique,
    version integer not null,
    judged_version integer not null,
    log_start integer not null,
    seq integer not null,
    due_at real,
    expires_at integer not null,
    pruned_at integer not null,
    expired integer not null
  );
  create index run_due on run (due_at) where due_at is not null;
  create index run_expiry on run (expires_at);
  create table memory (run integer primary key, bytes blob not null);
  create table record (
    run integer primary key,
    tenant text not null,
    updated_at real not null,
    outcome text not null,
    reason text,
    agent text,
    task text,
    limit_class text,
    bytes blob not null
  );
  create index record_recent on record (tenant, updated_at);
  create index record_task on record (tenant, task, updated_at) where task is not null;
  create table effect (
    run text not null,
    id text not null,
    state text not null,
    attempt integer not null,
    at integer not null,
    expires_at integer,
    refused_at real,
    ttl integer not null,
    tool text,
    note text,
    holder text,
    kept_until integer not null,
    primary key (run, id)
  ) without rowid;
  create index effect_kept on effect (kept_until);
  create table log (
    id integer primary key,
    run integer not null,
    position integer not null,
    bytes blob not null
  );
  create unique index log_place on log (run, position);
  create table seen (
    run integer not null,
    step text not null,
    at integer not null,
    primary key (run, step)
  ) without rowid;
  create table decision (
    run integer not null,
    seq integer not null,
    bytes blob not null,
    primary key (run, seq)
  ) without rowid;
  create table outbox (
    id text not null primary key,
    key text not null,
    bytes blob not null,
    leased_until integer not null,
    held_by text
  );
  create index outbox_lease on outbox (leased_until);
  create index outbox_run on outbox (key);
  create table alias (
    tenant text not null,
    alias text not null,
    key text not null,
    expires_at integer not null,
    primary key (tenant, alias)
  ) without rowid;
  create index alias_expiry on alias (expires_at);
`
