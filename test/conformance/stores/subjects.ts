import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Redis } from 'ioredis'
import { openStore, type StoreOptions } from '../../../collector/store/open-store.ts'
import type { Store } from '../../../collector/store/store.ts'
import { type RunningRedis, startRedis, startRedisCluster } from '../../support/redis.ts'

/** A place where stores can be opened. */
export interface Place {
  readonly url: string
  /** Empties it; no store may be open. */
  clear(): Promise<void>
  stop(): Promise<void>
}

/** A kind of store that must keep the contract. */
export interface Subject {
  readonly name: string
  /** True when any number of observers may open the same place at a time. */
  readonly shared: boolean
  /** True when what was committed is found again by a store opened later. */
  readonly lasting: boolean
  start(): Promise<Place>
}

/** Every kind of store. */
export const subjects: readonly Subject[] = [
  { name: 'SQLite, a file', shared: false, lasting: true, start: sqliteFile },
  {
    name: 'SQLite, in memory',
    shared: false,
    lasting: false,
    start: async () => ({ url: 'sqlite::memory:', clear: async () => {}, stop: async () => {} }),
  },
  { name: 'Redis, one server', shared: true, lasting: true, start: oneServer },
  { name: 'Redis, a cluster of three masters', shared: true, lasting: true, start: threeMasters },
]

/** Two clients of one place: two observers where it can be shared, else the same one twice. */
export async function openTwo(
  { shared }: Subject,
  place: Place,
  options: Omit<StoreOptions, 'url'> = {},
): Promise<{ readonly a: Store; readonly b: Store; readonly close: () => Promise<void> }> {
  const a = await openStore({ url: place.url, ...options })
  const b = shared ? await openStore({ url: place.url, ...options }) : a
  return {
    a,
    b,
    close: async () => {
      await a.close()
      await b.close()
    },
  }
}

async function sqliteFile(): Promise<Place> {
  const directory = await mkdtemp(join(tmpdir(), 'loop-observer-store-'))
  const remove = (): Promise<void> => rm(directory, { recursive: true, force: true })
  return { url: `sqlite:${join(directory, 'observer.db')}`, clear: remove, stop: remove }
}

async function oneServer(): Promise<Place> {
  const server = await startRedis()
  return { url: server.url, clear: () => flush([server]), stop: () => server.stop() }
}

async function threeMasters(): Promise<Place> {
  const cluster = await startRedisCluster()
  return { url: cluster.url, clear: () => flush(cluster.nodes), stop: () => cluster.stop() }
}

async function flush(servers: readonly RunningRedis[]): Promise<void> {
  for (const { port } of servers) {
    const client = new Redis({ port, protocol: 2 })
    await client.flushall()
    client.disconnect()
  }
}
