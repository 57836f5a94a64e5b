import type { Judged, RunFilter, RunKey, RunSummary } from '../store.ts'
import type { Client } from './client.ts'
import { matches, readSummary } from './listing.ts'
import { taskKey } from './shards.ts'

/** Which runs are attempts at a task. A task's list is in its own shard, so it cannot be written with the runs. */
export interface TaskIndex {
  /** Of these, the runs that have a task and may not be listed yet. */
  unlisted(judged: readonly (Judged | null)[]): readonly RunSummary[]
  /** Lists them; to be called before they are stored, so that none is stored unlisted. */
  add(summaries: readonly RunSummary[]): Promise<void>
  /** Summaries of the attempts at `filter.task`, newest first. */
  list(filter: RunFilter & { readonly task: string; readonly limit: number }): Promise<readonly RunSummary[]>
}

/** Runs remembered as listed. */
const mostNoted = 10_000
/** Most attempts at one task that are looked at, the newest. */
const mostAttempts = 2000

/** Makes the index; a run is listed again from time to time, so that it stays as long as its record. */
export function createTaskIndex(client: Client, recordMs: number, now: () => number): TaskIndex {
  const notedAtMs = new Map<RunKey, number>()

  function isListed({ key, task }: RunSummary): boolean {
    return task === null || (notedAtMs.get(key) ?? -Infinity) > now() - recordMs / 4
  }

  async function add({ key, tenant, task }: RunSummary): Promise<void> {
    const nowMs = now()
    if (task === null) return
    const list = taskKey(tenant, task)
    await Promise.all([
      client.zadd(list, nowMs, key),
      client.zremrangebyscore(list, '-inf', `(${nowMs - 2 * recordMs}`),
      client.pexpire(list, 2 * recordMs),
    ])
    notedAtMs.delete(key)
    notedAtMs.set(key, nowMs)
    const oldest = notedAtMs.size > mostNoted ? notedAtMs.keys().next() : null
    if (oldest !== null && oldest.done !== true) notedAtMs.delete(oldest.value)
  }

  return {
    unlisted: (judged) =>
      judged.flatMap((each) => (each === null || isListed(each.summary) ? [] : [each.summary])),
    add: async (summaries) => {
      await Promise.all(summaries.map(add))
    },
    list: async (filter) => {
      const keys = await client.zrevrange(taskKey(filter.tenant, filter.task), 0, mostAttempts - 1)
      const summaries = await Promise.all(keys.map((key) => readSummary(client, key)))
      return summaries
        .filter((summary) => summary !== null)
        .filter((summary) => matches(summary, filter) && summary.updatedAtMs >= (filter.sinceMs ?? 0))
        .toSorted((a, b) => b.updatedAtMs - a.updatedAtMs)
        .slice(0, filter.limit)
    },
  }
}
