import { readFileSync } from 'node:fs'
import { Cluster } from 'ioredis'
import type { EncodedCommit } from '../encoded-commit.ts'
import { noticeId, outboxId } from '../outbox-id.ts'
import type { CommitResult, Retention, RunKey } from '../store.ts'
import type { Client } from './client.ts'
import { decidedChannel } from './hints.ts'
import { runKeys, shardCount, type ShardKeys, shardKeys, shardOf, shards } from './shards.ts'

/** Most runs in one call of commit.lua: the script is known once for each count, since its keys must be countable. */
export const mostRunsACall = 64

/** What a client calls commit.lua: for one run, for two, and so on. */
export const commitCommands: readonly string[] = Array.from(
  { length: mostRunsACall },
  (_, i) => `loCommit${i + 1}`,
)

/** Makes the scripts of lua/ known to a client. */
export function defineScripts(client: Client): void {
  for (const [i, name] of commitCommands.entries()) {
    client.defineCommand(name, { lua: texts.commit, numberOfKeys: 9 * (i + 1) })
  }
  client.defineCommand('loReadRun', { lua: texts.readRun, numberOfKeys: 3 })
  client.defineCommand('loRemoveRun', { lua: texts.removeRun, numberOfKeys: 7 })
  client.defineCommand('loReadSteps', { lua: texts.readSteps, numberOfKeys: 2 })
  client.defineCommand('loTakeOutbox', { lua: texts.takeOutbox, numberOfKeys: 2 })
  client.defineCommand('loConfirmOutbox', { lua: texts.confirmOutbox, numberOfKeys: 2 })
  client.defineCommand('loCountReady', { lua: texts.countReady, numberOfKeys: shardCount })
  client.defineCommand('loEffects', { lua: texts.effects, numberOfKeys: 1 })
  client.defineCommand('loSweepShard', { lua: texts.sweepShard, numberOfKeys: 3 })
}

/** commit.lua, for at most {@link mostRunsACall} commits; in a cluster to runs of one shard. */
export async function commitRuns(
  client: Client,
  commits: readonly EncodedCommit[],
  { retention, staleMs }: { readonly retention: Retention; readonly staleMs: number },
): Promise<readonly CommitResult[]> {
  const keys: string[] = []
  const { runMs, recordMs, duplicateMs, logLimit } = retention
  const args: Argument[] = [staleMs, runMs, recordMs, duplicateMs, logLimit, decidedChannel]
  for (const commit of commits) {
    keys.push(...commitKeys(commit.key))
    pushCommit(args, commit, retention)
  }
  const reply = (await call(client, `loCommit${commits.length}`, keys, args)) as number[]
  return commits.map(({ key }, i) => ({
    key,
    appended: reply[i * 4] ?? 0,
    duplicates: reply[i * 4 + 1] ?? 0,
    version: reply[i * 4 + 2] ?? 0,
    applied: reply[i * 4 + 3] === 1,
  }))
}

/** What read-run.lua answers. */
export interface RunBytes {
  readonly version: number
  readonly judgedVersion: number
  readonly memory: Buffer | null
  readonly summary: Buffer | null
  readonly unjudged: readonly Buffer[]
}

/** read-run.lua; null when the run is unknown. */
export async function readRun(client: Client, key: RunKey): Promise<RunBytes | null> {
  const { state, log, record } = runKeys(key)
  const reply = (await call(client, 'loReadRunBuffer', [state, log, record], [])) as
    | [Buffer, Buffer, Buffer | null, Buffer | null, Buffer[]]
    | null
  if (!reply) return null
  const [version, judgedVersion, memory, summary, unjudged] = reply
  return { version: Number(version), judgedVersion: Number(judgedVersion), memory, summary, unjudged }
}

/** remove-run.lua. */
export async function removeRun(client: Client, key: RunKey, version: number): Promise<boolean> {
  const { state, log, ids, decisions, record } = runKeys(key)
  const { due, recent } = shardKeys(shardOf(key))
  const reply = await call(
    client,
    'loRemoveRun',
    [state, log, ids, decisions, record, due, recent],
    [key, version],
  )
  return reply === 1
}

/** read-steps.lua. */
export async function readSteps(
  client: Client,
  key: RunKey,
  { from, limit }: { readonly from: number; readonly limit: number },
): Promise<{ readonly from: number; readonly records: readonly Buffer[] }> {
  const { state, log } = runKeys(key)
  const reply = await call(client, 'loReadStepsBuffer', [state, log], [from, limit])
  const [first, records] = reply as [number, Buffer[]]
  return { from: Number(first), records }
}

/** take-outbox.lua: pairs of item id and decision. */
export async function takeOutbox(
  client: Client,
  shard: ShardKeys,
  { limit, leaseMs, by }: { readonly limit: number; readonly leaseMs: number; readonly by: string },
): Promise<readonly (readonly [id: string, decision: Buffer])[]> {
  const keys = [shard.outbox, shard.items]
  const reply = (await call(client, 'loTakeOutboxBuffer', keys, [limit, leaseMs, by])) as Buffer[]
  const pairs: [string, Buffer][] = []
  for (let i = 0; i + 1 < reply.length; i += 2) {
    const [id, decision] = reply.slice(i, i + 2)
    if (id && decision) pairs.push([id.toString(), decision])
  }
  return pairs
}

/** confirm-outbox.lua. */
export async function confirmOutbox(client: Client, shard: ShardKeys, ids: readonly string[]): Promise<void> {
  await call(client, 'loConfirmOutbox', [shard.outbox, shard.items], ids)
}

/**
 * The shards whose list has members with a score up to `nowMs`, and how many: count-ready.lua, or in
 * a cluster, where a script may touch one shard only, one command a shard.
 */
export async function readyShards(
  client: Client,
  list: 'due' | 'outbox',
  nowMs: number,
): Promise<readonly { readonly shard: ShardKeys; readonly count: number }[]> {
  const names = shards.map((shard) => shard[list])
  const counts =
    client instanceof Cluster
      ? await Promise.all(names.map((name) => client.zcount(name, '-inf', nowMs)))
      : ((await call(client, 'loCountReady', names, [nowMs])) as number[])
  return shards.map((shard, i) => ({ shard, count: counts[i] ?? 0 })).filter(({ count }) => count > 0)
}

/** sweep-shard.lua. */
export async function sweepShard(
  client: Client,
  shard: ShardKeys,
  { recordMs, limit }: { readonly recordMs: number; readonly limit: number },
): Promise<void> {
  await call(client, 'loSweepShard', [shard.recent, shard.outbox, shard.items], [recordMs, limit])
}

/** What effects.lua answers. */
export interface EffectReply {
  readonly text: string
  readonly used: number
  readonly accepted: boolean
  readonly nowMs: number
}

/** effects.lua; null when nothing is known of the effect. */
export async function changeEffects(
  client: Client,
  key: RunKey,
  args: readonly (string | number)[],
): Promise<EffectReply | null> {
  const reply = (await call(client, 'loEffects', [runKeys(key).effects], args)) as
    | [string, number, number, string]
    | null
  if (!reply) return null
  const [text, used, accepted, nowMs] = reply
  return { text, used, accepted: accepted === 1, nowMs: Number(nowMs) }
}

/** Runs whose keys are remembered: about 700 bytes each. */
const mostRemembered = 8192
const remembered = new Map<RunKey, readonly string[]>()

/** The keys of one run in the order in which commit.lua has them. */
function commitKeys(key: RunKey): readonly string[] {
  const known = remembered.get(key)
  if (known !== undefined) return known
  const { due, recent, outbox, items } = shardKeys(shardOf(key))
  const { state, log, ids, decisions, record } = runKeys(key)
  const keys = [due, recent, outbox, items, state, log, ids, decisions, record]
  if (remembered.size >= mostRemembered) remembered.clear()
  remembered.set(key, keys)
  return keys
}

type Argument = string | number | Buffer

function pushCommit(args: Argument[], { key, records, judged }: EncodedCommit, retention: Retention): void {
  args.push(key, records.length)
  for (const { id, bytes } of records) args.push(id, bytes)
  if (!judged) {
    args.push(-1)
    return
  }
  const { basis, memory, summary, summaryBytes, wakeAtMs, decisions, notices } = judged
  const keepMs = summary.outcome === 'suspended' ? retention.recordMs : retention.runMs
  args.push(basis, memory, summaryBytes, summary.updatedAtMs, keepMs, wakeAtMs ?? -1, decisions.length)
  for (const { seq, bytes } of decisions) args.push(seq, outboxId(key, seq), bytes)
  args.push(notices.length)
  for (const { id, bytes } of notices) args.push(noticeId(key, id), bytes)
}

/**
 * The first key goes alone: a cluster's client finds the node by the first argument, and the others
 * are too many to be spread.
 */
function call(
  client: Client,
  name: string,
  [first, ...keys]: readonly string[],
  args: readonly Argument[],
): Promise<unknown> {
  // ioredis adds a method for each script that is defined; its types know none of them.
  const commands = client as unknown as Readonly<Record<string, (...args: unknown[]) => Promise<unknown>>>
  const command = commands[name]
  if (!command) throw new Error(`The script ${name} was not defined.`)
  return command.call(client, first, [...keys, ...args])
}

const texts = {
  commit: lua('commit'),
  readRun: lua('read-run'),
  removeRun: lua('remove-run'),
  readSteps: lua('read-steps'),
  takeOutbox: lua('take-outbox'),
  confirmOutbox: lua('confirm-outbox'),
  countReady: lua('count-ready'),
  sweepShard: lua('sweep-shard'),
  effects: lua('effects'),
}

function lua(name: string): string {
  return readFileSync(new URL(`./lua/${name}.lua`, import.meta.url), 'utf8')
}
