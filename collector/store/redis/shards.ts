import type { RunKey } from '../store.ts'

/** Shards of a store; fixed, because every key's place depends on it. */
export const shardCount = 256

/** Shard of a run or alias: FNV-1a over its UTF-16 code units, folded to a byte. */
export function shardOf(name: string): number {
  let hash = 0x811c9dc5
  for (let i = 0; i < name.length; i++) hash = Math.imul(hash ^ name.charCodeAt(i), 0x01000193)
  return (hash ^ (hash >>> 8) ^ (hash >>> 16) ^ (hash >>> 24)) & (shardCount - 1)
}

/** Keys of a shard; all of them, and those of its runs, share a hash slot by the tag `{lo:NN}`. */
export interface ShardKeys {
  readonly due: string
  readonly recent: string
  readonly outbox: string
  readonly items: string
}

/** Keys of one run; what is in them: see lua/commit.lua. */
export interface RunKeys {
  readonly state: string
  readonly log: string
  readonly ids: string
  readonly decisions: string
  readonly record: string
  /** See lua/effects.lua. */
  readonly effects: string
}

/** Keys of every shard, by number. */
export const shards: readonly ShardKeys[] = Array.from({ length: shardCount }, (_, shard) => {
  const tag = tagOf(shard)
  return {
    due: `${tag}:due`,
    recent: `${tag}:recent`,
    outbox: `${tag}:outbox`,
    items: `${tag}:items`,
  }
})

/** Keys of a shard by its number. Throws RangeError on a number that is none. */
export function shardKeys(shard: number): ShardKeys {
  const keys = shards[shard]
  if (!keys) throw new RangeError(`There is no shard ${shard}.`)
  return keys
}

/** Keys of a run. */
export function runKeys(key: RunKey): RunKeys {
  const tag = tagOf(shardOf(key))
  return {
    state: `${tag}:run:${key}`,
    log: `${tag}:log:${key}`,
    ids: `${tag}:ids:${key}`,
    decisions: `${tag}:decisions:${key}`,
    record: `${tag}:record:${key}`,
    effects: `${tag}:effects:${key}`,
  }
}

/** Key of an alias, in the alias's own shard. */
export function aliasKey(tenant: string, alias: string): string {
  const name = `${tenant}/${alias}`
  return `${tagOf(shardOf(name))}:alias:${name}`
}

/** Key of the list of attempts at a task (member run key, score when it was listed), in the task's own shard. */
export function taskKey(tenant: string, task: string): string {
  const name = `${tenant}/${task}`
  return `${tagOf(shardOf(name))}:task:${name}`
}

function tagOf(shard: number): string {
  return `{lo:${shard.toString(16).padStart(2, '0')}}`
}
