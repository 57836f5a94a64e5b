import type { Decision, RunMemory, StepRecord } from '@loop-observer/rules'
import { Cluster } from 'ioredis'
import { RetryableError } from '../../errors/errors.ts'
import { decode } from '../codec.ts'
import { encodeCommit, type EncodedCommit } from '../encoded-commit.ts'
import type { CommitResult, Judged, Retention, RunSummary, Store } from '../store.ts'
import { createClock } from './clock.ts'
import { connect, readiness, subscriberOf } from './connect.ts'
import { dueRuns } from './due.ts'
import { changeEffect, readEffects, reserveEffect } from './effects.ts'
import { explainFailure, isMissingScript, isMoved } from './failures.ts'
import { createHints } from './hints.ts'
import { listRuns } from './listing.ts'
import { confirmInShards, renewInShards, takeFromShards } from './outbox.ts'
import { commitRuns, readRun, readSteps, removeRun, sweepShard } from './scripts.ts'
import { createShardGroups } from './shard-groups.ts'
import { createTaskIndex } from './tasks.ts'
import { aliasKey, runKeys, shardKeys, shards } from './shards.ts'

/** How a Redis store is opened. */
export interface RedisStoreOptions {
  /** `redis://…`, `rediss://…` or `redis-cluster://HOST:PORT,HOST:PORT`. */
  readonly url: string
  readonly retention: Retention
  /** How long a log may be ahead of its judged state before `due` lists the run, milliseconds. */
  readonly staleMs: number
}

/** How long a call waits for a connection that is being made again, milliseconds. */
const readyTimeoutMs = 500
/** How often clocks are compared and the subscription is looked after, milliseconds. */
const lookAfterMs = 10_000
/** Shards, and entries of each of their lists, that one `sweep` works through. */
const sweptShards = 32
const sweptEntries = 100

/**
 * Opens a store on Redis 7.0 or newer, a single server or a cluster, for any number of observers.
 *
 * What an acknowledged step survives is decided by the server's settings. The death of observers:
 * always. The death of the server's process: `appendonly yes` with `appendfsync always`; with
 * `everysec` about the last second is lost. The loss of a master's machine: replication is
 * asynchronous, so what its replica had not received is lost (`min-replicas-to-write` narrows that).
 * `maxmemory-policy noeviction` is needed, so that a full server refuses steps instead of forgetting runs.
 */
export async function openRedisStore(options: RedisStoreOptions): Promise<Store> {
  const { retention, staleMs } = options
  const client = await connect(options.url)
  const subscriber = subscriberOf(client)
  const ready = readiness(client, readyTimeoutMs)
  const clock = createClock(client)
  const hints = createHints(subscriber)
  let open = true

  const close = (): void => {
    open = false
    clearInterval(timer)
    client.disconnect()
    subscriber.disconnect()
  }
  const timer = setInterval(() => {
    Promise.all([clock.measure(), hints.listen()]).catch(() => {})
  }, lookAfterMs)
  timer.unref()
  await Promise.all([clock.measure(), hints.listen()]).catch((error: unknown) => {
    close()
    throw explainFailure(error)
  })

  const use = async <Result>(action: () => Promise<Result>): Promise<Result> => {
    if (!open) throw new RetryableError('unavailable', 'The store is closed.')
    await ready()
    try {
      return await action().catch((error: unknown) => {
        if (isMissingScript(error)) return action()
        throw error
      })
    } catch (error) {
      if (isMoved(error) && 'refreshSlotsCache' in client) client.refreshSlotsCache()
      throw explainFailure(error)
    }
  }

  const tasks = createTaskIndex(client, retention.recordMs, clock.now)
  const listTasks = async (judged: readonly (Judged | null)[]): Promise<void> => {
    const unlisted = tasks.unlisted(judged)
    if (unlisted.length > 0) await use(() => tasks.add(unlisted))
  }

  const groups = createShardGroups({
    clustered: client instanceof Cluster,
    run: (commits) => use(() => commitRuns(client, commits, { retention, staleMs })),
  })

  const commitAll = async (commits: readonly EncodedCommit[]): Promise<readonly CommitResult[]> => {
    const results = await groups.commit(commits)
    for (const [i, { key, judged }] of commits.entries()) {
      if (judged !== null && judged.decisions.length > 0 && results[i]?.applied === true) hints.wake(key)
    }
    return results
  }
  let nextSwept = 0

  return {
    name: 'redis',
    now: clock.now,
    commit: async (commits) => {
      const encoded = commits.map(encodeCommit)
      await listTasks(commits.map(({ judged }) => judged))
      return commitAll(encoded)
    },
    settle: async (key, basis, judged) => {
      await listTasks([judged])
      const [result] = await commitAll([encodeCommit({ key, records: [], basis, judged })])
      return result?.applied === true
    },
    read: async (key) => {
      const run = await use(() => readRun(client, key))
      return (
        run && {
          key,
          version: run.version,
          judgedVersion: run.judgedVersion,
          memory: run.memory && decode<RunMemory>(run.memory),
          summary: run.summary && decode<RunSummary>(run.summary),
          unjudged: run.unjudged.map((bytes) => decode<StepRecord>(bytes)),
        }
      )
    },
    due: (nowMs, limit) => use(() => dueRuns(client, { nowMs, limit, runMs: retention.runMs })),
    resolve: (tenant, alias) => use(() => client.get(aliasKey(tenant, alias))),
    bind: (tenant, alias, key, keptMs = retention.recordMs) =>
      use(async () => {
        const bound = await client.set(aliasKey(tenant, alias), key, 'PX', keptMs, 'NX', 'GET')
        return bound ?? key
      }),
    rebind: async (tenant, alias, key) => {
      await use(() => client.set(aliasKey(tenant, alias), key, 'PX', retention.recordMs))
    },
    remove: (key, version) => use(() => removeRun(client, key, version)),
    decisions: async (key, after) => {
      const found = await use(() => client.zrangebyscoreBuffer(runKeys(key).decisions, `(${after}`, '+inf'))
      return found.map((bytes) => decode<Decision>(bytes))
    },
    steps: async (key, from, limit) => {
      const part = await use(() => readSteps(client, key, { from, limit }))
      return { from: part.from, records: part.records.map((bytes) => decode<StepRecord>(bytes)) }
    },
    list: (filter) => {
      const { task } = filter
      const limit = Math.min(filter.limit ?? 100, 1000)
      const listed = { ...filter, limit }
      return use(() => (task === undefined ? listRuns(client, listed) : tasks.list({ ...listed, task })))
    },
    reserveEffect: (key, request) =>
      use(() => reserveEffect(client, key, { request, recordMs: retention.recordMs })),
    changeEffect: (key, id, event) =>
      use(() => changeEffect(client, key, { id, event, recordMs: retention.recordMs })),
    effects: (key) => use(() => readEffects(client, key, clock.now())),
    watch: hints.watch,
    takeOutbox: (limit, leaseMs, by = '') =>
      use(() => takeFromShards(client, { limit, leaseMs, nowMs: clock.now(), by })),
    renewOutbox: (ids, leaseMs) => use(() => renewInShards(client, ids, clock.now() + leaseMs)),
    confirmOutbox: (ids) => use(() => confirmInShards(client, ids)),
    sweep: async () => {
      const some = Array.from({ length: sweptShards }, (_, i) => shardKeys((nextSwept + i) % shards.length))
      nextSwept = (nextSwept + sweptShards) % shards.length
      const { recordMs } = retention
      await use(() =>
        Promise.all(some.map((shard) => sweepShard(client, shard, { recordMs, limit: sweptEntries }))),
      )
    },
    ping: async () => {
      await use(() => client.ping())
    },
    close: async () => {
      await groups.drain()
      close()
    },
  }
}
