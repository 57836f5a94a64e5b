import { keyOfOutboxId, outboxItem } from '../outbox-id.ts'
import type { OutboxItem } from '../store.ts'
import type { Client } from './client.ts'
import { confirmOutbox, readyShards, takeOutbox } from './scripts.ts'
import { shardKeys, shardOf } from './shards.ts'

/** How items are taken. */
export interface Taking {
  readonly limit: number
  readonly leaseMs: number
  readonly nowMs: number
  readonly by: string
}

/** Leases items: the shards say how many they have ready, those that have some are then asked for them. */
export async function takeFromShards(
  client: Client,
  { limit, leaseMs, nowMs, by }: Taking,
): Promise<readonly OutboxItem[]> {
  let wanted = limit
  const taking = (await readyShards(client, 'outbox', nowMs)).map(async ({ shard, count }) => {
    const share = Math.min(wanted, count)
    wanted -= share
    return share > 0 ? takeOutbox(client, shard, { limit: share, leaseMs, by }) : []
  })
  return (await Promise.all(taking)).flat().map(([id, bytes]) => outboxItem(id, bytes))
}

/** Removes delivered items, shard by shard. */
export async function confirmInShards(client: Client, ids: readonly string[]): Promise<void> {
  const byShard = Map.groupBy(ids, (id) => shardOf(keyOfOutboxId(id)))
  await Promise.all([...byShard].map(([shard, some]) => confirmOutbox(client, shardKeys(shard), some)))
}

/** Moves the end of leases, never back; what is confirmed by now is passed over. */
export async function renewInShards(client: Client, ids: readonly string[], untilMs: number): Promise<void> {
  const byShard = Map.groupBy(ids, (id) => shardOf(keyOfOutboxId(id)))
  await Promise.all(
    [...byShard].map(([shard, some]) =>
      client.zadd(shardKeys(shard).outbox, 'XX', 'GT', ...some.flatMap((id) => [untilMs, id])),
    ),
  )
}
