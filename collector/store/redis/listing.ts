import type { ListPlace, RunFilter, RunKey, RunSummary } from '../store.ts'
import { decode } from '../codec.ts'
import type { Client } from './client.ts'
import { runKeys, shards } from './shards.ts'

/** Most candidates asked of a shard at a time. */
const pageSize = 64

/**
 * Summaries of a tenant, newest first. Every shard has its own list of recent runs; they are merged
 * here, page by page, until enough runs match or none is left.
 */
export async function listRuns(
  client: Client,
  filter: RunFilter & { readonly limit: number },
): Promise<readonly RunSummary[]> {
  const cursors = shards.map(({ recent }) => createCursor(client, recent, filter))
  const found: RunSummary[] = []
  // A run that is updated while pages are read appears again.
  const seen = new Set<RunKey>()
  while (found.length < filter.limit) {
    const candidates = await nextCandidates(cursors, filter.limit - found.length)
    if (candidates.length === 0) break
    const keys = candidates.map(({ key }) => key).filter((key) => !seen.has(key))
    for (const key of keys) seen.add(key)
    const summaries = await Promise.all(keys.map((key) => readSummary(client, key)))
    for (const summary of summaries) {
      if (summary && matches(summary, filter) && found.length < filter.limit) found.push(summary)
    }
  }
  return found
}

interface Cursor {
  /** Candidates read and not yet taken, newest first. */
  readonly page: ListPlace[]
  /** Reads more when the page is empty and the list is not. */
  fill(): Promise<void>
}

function createCursor(client: Client, recent: string, { tenant, sinceMs, before: place }: RunFilter): Cursor {
  const page: ListPlace[] = []
  let taken = 0
  let done = false
  const fill = async (): Promise<void> => {
    while (page.length === 0 && !done) {
      const [max, min] = [place?.updatedAtMs ?? '+inf', sinceMs ?? '-inf']
      const reply = await client.zrevrangebyscore(recent, max, min, 'WITHSCORES', 'LIMIT', taken, pageSize)
      taken += pageSize
      done = reply.length < 2 * pageSize
      for (let i = 0; i + 1 < reply.length; i += 2) {
        const [key = '', score] = reply.slice(i, i + 2)
        const candidate = { key, updatedAtMs: Number(score) }
        if (!key.startsWith(`${tenant}/`)) continue
        if (place === undefined || isBefore(place, candidate)) page.push(candidate)
      }
    }
  }
  return { page, fill }
}

/** At least one candidate and at most about `count`, newest first over all shards; none when all lists are at their end. */
async function nextCandidates(cursors: readonly Cursor[], count: number): Promise<readonly ListPlace[]> {
  const next: ListPlace[] = []
  while (next.length < count) {
    await Promise.all(cursors.filter(({ page }) => page.length === 0).map((cursor) => cursor.fill()))
    const batch = takeUntilEmpty(cursors, count - next.length)
    if (batch.length === 0) break
    next.push(...batch)
  }
  return next
}

/** Merges pages until one of them runs out: what follows it is not known yet. */
function takeUntilEmpty(cursors: readonly Cursor[], count: number): readonly ListPlace[] {
  const open = cursors.filter(({ page }) => page.length > 0)
  const merged: ListPlace[] = []
  while (merged.length < count && open.length > 0) {
    const newest = open.reduce((best, cursor) => (before(cursor, best) ? cursor : best))
    const candidate = newest.page.shift()
    if (candidate) merged.push(candidate)
    if (newest.page.length === 0) break
  }
  return merged
}

function before({ page: [a] }: Cursor, { page: [b] }: Cursor): boolean {
  return a !== undefined && (b === undefined || isBefore(a, b))
}

/** Of equal times the greater key comes first, in the order of bytes as in the list of a shard. */
function isBefore(a: ListPlace, b: ListPlace): boolean {
  if (a.updatedAtMs !== b.updatedAtMs) return a.updatedAtMs > b.updatedAtMs
  return Buffer.compare(Buffer.from(a.key), Buffer.from(b.key)) > 0
}

/** The run's summary, or null when nothing of it is left. */
export async function readSummary(client: Client, key: RunKey): Promise<RunSummary | null> {
  const bytes = await client.hgetBuffer(runKeys(key).record, 's')
  return bytes && decode<RunSummary>(bytes)
}

/** True when the summary is one of those that the filter lets through, its time apart. */
export function matches(summary: RunSummary, filter: RunFilter): boolean {
  const { outcome, reason, agent, task, limitHit } = filter
  return (
    (task === undefined || summary.task === task) &&
    (outcome === undefined || summary.outcome === outcome) &&
    (reason === undefined || summary.reason === reason) &&
    (agent === undefined || summary.agent === agent) &&
    (limitHit === undefined || summary.limit !== null) &&
    (filter.class === undefined || summary.limit?.class === filter.class)
  )
}
