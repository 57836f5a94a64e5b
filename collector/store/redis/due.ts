import type { RunKey } from '../store.ts'
import type { Client } from './client.ts'
import { readyShards } from './scripts.ts'
import { runKeys, shardKeys, shardOf } from './shards.ts'

interface Due {
  readonly key: RunKey
  readonly atMs: number
}

/**
 * Runs to be looked at, the longest overdue first. A run that is overdue for `runMs` may have
 * expired: then it is taken off its shard's list.
 */
export async function dueRuns(
  client: Client,
  { nowMs, limit, runMs }: { readonly nowMs: number; readonly limit: number; readonly runMs: number },
): Promise<readonly RunKey[]> {
  const perShard = await Promise.all(
    (await readyShards(client, 'due', nowMs)).map(({ shard: { due } }) =>
      client.zrangebyscore(due, '-inf', nowMs, 'WITHSCORES', 'LIMIT', 0, limit),
    ),
  )
  const overdue = perShard.flatMap(pairs)
  const alive = await Promise.all(
    overdue.map(async ({ key, atMs }) => atMs > nowMs - runMs || isAlive(client, key)),
  )
  return overdue
    .filter((_, i) => alive[i])
    .toSorted((a, b) => a.atMs - b.atMs)
    .slice(0, limit)
    .map(({ key }) => key)
}

function pairs(reply: readonly string[]): readonly Due[] {
  const due: Due[] = []
  for (let i = 0; i + 1 < reply.length; i += 2) {
    const [key = '', score] = reply.slice(i, i + 2)
    due.push({ key, atMs: Number(score) })
  }
  return due
}

async function isAlive(client: Client, key: RunKey): Promise<boolean> {
  if ((await client.exists(runKeys(key).state)) === 1) return true
  await client.zrem(shardKeys(shardOf(key)).due, key)
  return false
}
