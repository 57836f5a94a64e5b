import { RetryableError } from '../../errors/errors.ts'
import { commitCost, encodeCommit, type EncodedCommit } from '../encoded-commit.ts'
import { createGroup, type Group } from '../group.ts'
import type { CommitResult, Retention, RunKey, Store } from '../store.ts'
import { createWatchers } from '../watchers.ts'
import { commitGroup, type CommitContext } from './commit-group.ts'
import { type Durability, guarded, openDatabase } from './database.ts'
import { changeEffect, readEffects, reserveEffect } from './effects.ts'
import { expire, removeRun } from './expiring.ts'
import { listRuns, readDecisions, readRun, readSteps, takeOutbox } from './reading.ts'
import { createRunRows } from './run-rows.ts'
import { prepareStatements, type Statements } from './statements.ts'
import { transaction } from './transaction.ts'

/** How a SQLite store is opened. */
export interface SqliteOptions {
  /** Path of the file, or `:memory:`. */
  readonly path: string
  readonly durability: Durability
  readonly retention: Retention
  /** How long a log may be ahead of its judged state before `due` lists the run, milliseconds. */
  readonly staleMs: number
}

/** Most steps in one transaction: bounds how long the event loop is blocked (a few milliseconds). */
const maxSteps = 512

/**
 * Opens a store in a SQLite file that belongs to this process alone; see `openDatabase` for
 * durability and errors. Concurrent commits share a transaction.
 */
export function openSqliteStore(options: SqliteOptions): Store {
  const { retention, staleMs } = options
  const { database, close } = openDatabase(options.path, options.durability)
  const statements = prepareStatements(database)
  const rows = createRunRows(statements)
  const watchers = createWatchers()
  const now = steadyClock()
  let open = true

  const use = <Result>(action: () => Result): Promise<Result> => {
    if (!open) return Promise.reject(new RetryableError('unavailable', 'The store is closed.'))
    try {
      return Promise.resolve(guarded(action))
    } catch (error) {
      return Promise.reject(error instanceof Error ? error : new Error(String(error)))
    }
  }

  const group: Group<EncodedCommit, CommitResult> = createGroup({
    cost: commitCost,
    maxCost: maxSteps,
    maxItems: maxSteps,
    run: (commits) => use(() => commitGroup(commits, { statements, rows, retention, staleMs, nowMs: now() })),
  })

  const bindings: Group<Binding, RunKey> = createGroup({
    cost: () => 1,
    maxCost: maxSteps,
    maxItems: maxSteps,
    run: (all) =>
      use(() => transaction(statements, () => all.map((each) => bind(each, { statements, nowMs: now() })))),
  })

  const commitAll = async (commits: readonly EncodedCommit[]): Promise<readonly CommitResult[]> => {
    const results = await group.addAll(commits)
    for (const [i, { key, judged }] of commits.entries()) {
      if (judged !== null && judged.decisions.length > 0 && results[i]?.applied === true) watchers.wake(key)
    }
    return results
  }

  const effectContext = () => ({ statements, retention, nowMs: now() })

  return {
    name: 'sqlite',
    now,
    commit: async (commits) => commitAll(commits.map(encodeCommit)),
    settle: async (key, basis, judged) => {
      const [result] = await commitAll([encodeCommit({ key, records: [], basis, judged })])
      return result?.applied === true
    },
    read: (key) => use(() => readRun(statements, key)),
    due: (nowMs, limit) => use(() => statements.due.all(nowMs, limit).map((row) => String(row['key']))),
    resolve: (tenant, alias) => use(() => resolveAlias(statements, [tenant, alias], now())),
    bind: (tenant, alias, key, keptMs = retention.recordMs) => bindings.add([tenant, alias, key, keptMs]),
    rebind: (tenant, alias, key) =>
      use(() => void statements.rebind.run(tenant, alias, key, now() + retention.recordMs)),
    remove: async (key, version) => {
      await group.drain()
      return use(() => transaction(statements, () => removeRun({ statements, rows }, key, version)))
    },
    decisions: (key, after) => use(() => readDecisions(statements, key, after)),
    steps: (key, from, limit) => use(() => readSteps(statements, key, { from, limit })),
    list: (filter) =>
      use(() => listRuns(statements, { ...filter, limit: Math.min(filter.limit ?? 100, 1000) })),
    reserveEffect: (key, request) =>
      use(() => transaction(statements, () => reserveEffect(effectContext(), key, request))),
    changeEffect: (key, id, event) =>
      use(() => transaction(statements, () => changeEffect(effectContext(), key, { id, event }))),
    effects: (key) => use(() => readEffects(statements, key, now())),
    watch: (key, wake) => {
      watchers.add(key, wake)
      return () => watchers.remove(key, wake)
    },
    takeOutbox: (limit, leaseMs, by = '') =>
      use(() =>
        transaction(statements, () =>
          takeOutbox(statements, { limit, nowMs: now(), leasedUntilMs: now() + leaseMs, by }),
        ),
      ),
    renewOutbox: (ids, leaseMs) =>
      use(() =>
        transaction(statements, () => ids.forEach((id) => void statements.renew.run(now() + leaseMs, id))),
      ),
    confirmOutbox: (ids) =>
      use(() => transaction(statements, () => ids.forEach((id) => void statements.confirm.run(id)))),
    sweep: (nowMs) =>
      use(() => transaction(statements, () => expire({ statements, rows }, retention, nowMs))),
    ping: () => use(() => void statements.findRun.get('')),
    close: async () => {
      await Promise.all([group.drain(), bindings.drain()])
      if (!open) return
      open = false
      await close()
    },
  }
}

type Binding = readonly [tenant: string, alias: string, key: RunKey, keptMs: number]

/** Binds an alias unless it is bound. Returns what it is bound to. */
function bind(
  [tenant, alias, key, keptMs]: Binding,
  { statements, nowMs }: Pick<CommitContext, 'statements' | 'nowMs'>,
): RunKey {
  const { changes } = statements.bind.run(tenant, alias, key, nowMs + keptMs, nowMs)
  return changes === 1 ? key : (resolveAlias(statements, [tenant, alias], nowMs) ?? key)
}

function resolveAlias(
  statements: Statements,
  [tenant, alias]: readonly [string, string],
  nowMs: number,
): RunKey | null {
  const row = statements.resolve.get(tenant, alias, nowMs)
  return row ? String(row['key']) : null
}

/** This machine's clock, which never steps back while the store is open. Whole milliseconds. */
function steadyClock(): () => number {
  let latestMs = 0
  return () => (latestMs = Math.max(latestMs, Date.now()))
}
