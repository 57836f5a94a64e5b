import { mkdirSync, rmSync } from 'node:fs'
import { dirname } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { PermanentError, RetryableError } from '../../errors/errors.ts'
import { startCheckpointing } from './checkpointing.ts'
import { prepareSchema } from './schema.ts'

/**
 * What an acknowledged step survives. `process`: the death of this process at any instant
 * (write-ahead log, `synchronous=NORMAL`); a loss of power may take the last commits, never the
 * consistency of the file. `power`: also a loss of power (`synchronous=FULL`, one fsync a group).
 */
export type Durability = 'process' | 'power'

/** `:memory:` keeps everything in this process. */
const memoryPath = ':memory:'

/** A database that belongs to this process alone. */
export interface OwnDatabase {
  readonly database: DatabaseSync
  /** Closes it and lets others have it. */
  readonly close: () => Promise<void>
}

/**
 * Opens a file for this process alone, creating it and its directory. Throws PermanentError when
 * another process has it open, when it is not ours, or when the path cannot be used.
 */
export function openDatabase(path: string, durability: Durability): OwnDatabase {
  let owner: DatabaseSync | null = null
  let database: DatabaseSync | null = null
  try {
    if (path !== memoryPath) {
      mkdirSync(dirname(path), { recursive: true })
      owner = own(path)
    }
    // Longer than even a busy disk makes the log's new beginning last: late is better than refused.
    database = new DatabaseSync(path, { timeout: 10_000 })
    database.exec(`
      pragma journal_mode = wal;
      pragma synchronous = ${durability === 'power' ? 'full' : 'normal'};
      pragma cache_size = -16384;
      pragma temp_store = memory;
      pragma journal_size_limit = 67108864;
      begin immediate; commit;
    `)
    prepareSchema(database, path)
    return closing(database, owner, path)
  } catch (error) {
    database?.close()
    // While it is still ours: afterwards it might be another's.
    if (owner !== null) rmSync(lockPath(path), { force: true })
    owner?.close()
    throw explainOpening(error, path)
  }
}

function closing(database: DatabaseSync, owner: DatabaseSync | null, path: string): OwnDatabase {
  const stop = owner === null ? null : startCheckpointing(path, database)
  return {
    database,
    close: async () => {
      await stop?.()
      database.close()
      owner?.close()
    },
  }
}

function lockPath(path: string): string {
  return `${path}-lock`
}

/**
 * One observer a file. The file's own locks are needed by its two connections, so a second, empty
 * file is locked instead; the system lets go of it when this process dies.
 */
function own(path: string): DatabaseSync {
  const owner = new DatabaseSync(lockPath(path), { timeout: 1000 })
  try {
    owner.exec('pragma journal_mode = off; begin exclusive')
    return owner
  } catch (error) {
    owner.close()
    throw error
  }
}

/** Runs `action` on the database; what may pass (disk full, I/O error) becomes RetryableError. */
export function guarded<Result>(action: () => Result): Result {
  try {
    return action()
  } catch (error) {
    const code = primaryCode(error)
    if (code === null || !passing.has(code)) throw error
    throw new RetryableError('unavailable', `The store's file cannot be used: ${messageOf(error)}`, {
      cause: error,
    })
  }
}

// https://www.sqlite.org/rescode.html
const busy = 5
const notADatabase = 26
/** BUSY, LOCKED, NOMEM, READONLY, IOERR, FULL, CANTOPEN */
const passing = new Set([busy, 6, 7, 8, 10, 13, 14])

function explainOpening(error: unknown, path: string): unknown {
  if (error instanceof PermanentError) return error
  const code = primaryCode(error)
  const because = (message: string): PermanentError =>
    new PermanentError('conflict', message, { cause: error })
  if (code === busy) {
    return because(
      `${path} is in use by another observer. One observer a file: stop the other, name another path, ` +
        'or let both use one Redis.',
    )
  }
  if (code === notADatabase) return because(`${path} is not a SQLite file. Name another path.`)
  return because(`${path} cannot be opened: ${messageOf(error)}`)
}

/** The low byte of SQLite's extended result code, or null when the error is not SQLite's. */
function primaryCode(error: unknown): number | null {
  if (!(error instanceof Error) || !('errcode' in error)) return null
  return Number(error.errcode) & 0xff
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
