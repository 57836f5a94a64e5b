import { once } from 'node:events'
import { Redis, type Cluster } from 'ioredis'
import type { Decision } from '@loop-observer/rules'
import { PermanentError, RetryableError } from '../../errors/errors.ts'
import type { OutboxItem } from '../../store/store.ts'
import { tenantOf, type AboutRun } from '../about-run.ts'
import type { Sink } from '../sink.ts'
import { fieldsOf } from './fields.ts'

/** Where the stream is. */
export interface StreamSinkOptions {
  /** `redis://…` or `rediss://…`. */
  readonly url: string
  readonly about: AboutRun
  readonly pageOf: (run: string) => string
  /** About how many entries the stream of a tenant keeps. Default 10 000. */
  readonly length?: number
  /** How long the stream of a run is kept after its newest decision. Default 24 h. */
  readonly runMs?: number
}

/** Key of the stream of all decisions of a tenant. */
export function tenantStream(tenant: string): string {
  return `loop-observer:decisions:${tenant}`
}

/** Key of the stream of the decisions that one run is to obey; `run` is its id, or its trace id. */
export function runStream(tenant: string, run: string): string {
  return `loop-observer:run:${tenant}:${run}`
}

const readyTimeoutMs = 2000

/**
 * Writes decisions to streams in Redis, for processes that act on them without asking the observer. In the
 * stream of a run, and in those of its trace ids, an entry's id is `SEQ-0`, so that each decision is there once.
 */
export function streamSink(options: StreamSinkOptions): Sink {
  const { about, pageOf, length = 10_000, runMs = 86_400_000 } = options
  if (!/^rediss?:\/\//.test(options.url)) {
    throw new PermanentError(
      'bad_request',
      'The setting `stream` takes a URL that begins with redis:// or rediss://.',
    )
  }
  const client = new Redis(options.url, {
    protocol: 2,
    lazyConnect: true,
    maxRetriesPerRequest: 0,
    enableOfflineQueue: false,
    connectTimeout: readyTimeoutMs,
  })
  client.on('error', () => undefined)
  return {
    name: 'stream',
    wants: ({ kind }) => kind === 'decision',
    async deliver(item: OutboxItem) {
      if (item.kind !== 'decision') return
      const { key, decision } = item
      const summary = await about.summary(key)
      const tenant = tenantOf(key)
      const fields = Object.entries(fieldsOf(item, summary, pageOf(decision.run))).flat()
      try {
        await ready(client)
        const runs = decision.enforced ? new Set([decision.run, ...(summary?.traceIds ?? [])]) : []
        for (const run of runs) await addOnce(client, runStream(tenant, run), { decision, fields, runMs })
        await client.xadd(tenantStream(tenant), 'MAXLEN', '~', length, '*', ...fields)
      } catch (cause) {
        const message = 'the Redis of the decision stream does not take it'
        throw new RetryableError('unavailable', message, { cause, retryAfterMs: 0 })
      }
    },
    async close() {
      client.disconnect()
    },
  }
}

interface Entry {
  readonly decision: Decision
  readonly fields: readonly string[]
  readonly runMs: number
}

async function addOnce(
  client: Redis | Cluster,
  key: string,
  { decision, fields, runMs }: Entry,
): Promise<void> {
  await client
    .multi()
    .xadd(key, `${decision.seq}-0`, ...fields)
    .pexpire(key, runMs)
    .exec()
    .then((results) => {
      const [error] = results?.[0] ?? []
      // An id that is not beyond the newest: it is there already.
      if (error && !/equal or smaller/.test(error.message)) throw error
    })
}

async function ready(client: Redis): Promise<void> {
  if (client.status === 'ready') return
  if (client.status === 'wait' || client.status === 'end') return client.connect()
  await once(client, 'ready', { signal: AbortSignal.timeout(readyTimeoutMs) })
}
