import { Cluster, type ClusterOptions, Redis, type RedisOptions } from 'ioredis'
import { PermanentError, RetryableError } from '../../errors/errors.ts'
import { layoutVersion } from '../shapes.ts'
import type { Client } from './client.ts'
import { unavailable } from './failures.ts'
import { commitCommands, defineScripts } from './scripts.ts'

/** How long opening waits for the server, milliseconds. */
const openTimeoutMs = 5000
/** An answer that takes longer counts as a lost connection, milliseconds. */
const answerTimeoutMs = 5000
/** `ZMSCORE`, `SET … NX GET` and times in scripts as we use them. */
const oldestMajor = 7

/**
 * A connected client, its scripts defined. Throws RetryableError when the server does not answer
 * within five seconds, PermanentError when the address makes no sense, the server is too old or
 * holds data of another version. The address's password never appears in a message.
 */
export async function connect(url: string): Promise<Client> {
  const client = url.startsWith('redis-cluster:') ? clusterClient(url) : singleClient(url)
  // Every failure reaches the caller of a command; without a listener ioredis prints it as well.
  let lastError: unknown = null
  client.on('error', (error) => (lastError = error))
  client.on('node error', (error) => (lastError = error))
  try {
    await untilReady(client, openTimeoutMs)
    await refuseOldServer(client)
    await refuseOtherLayout(client)
  } catch (error) {
    client.disconnect()
    if (error instanceof PermanentError) throw error
    throw unavailable(lastError ?? error)
  }
  defineScripts(client)
  return client
}

/**
 * Makes a function that resolves when the client may be used, and throws RetryableError when it is
 * not so within `timeoutMs`. Whoever asks meanwhile waits with the first one.
 */
export function readiness(client: Client, timeoutMs: number): () => Promise<void> {
  let waiting: Promise<void> | null = null
  return async () => {
    if (client.status === 'ready') return
    waiting ??= untilReady(client, timeoutMs).finally(() => (waiting = null))
    await waiting
  }
}

/** A second connection for subscriptions, since one that subscribes cannot do anything else; a cluster's client has its own. */
export function subscriberOf(client: Client): Client {
  if (client instanceof Cluster) return client
  // `createHints` subscribes again on every connection; ioredis would do so without looking at what becomes of it.
  const subscriber = client.duplicate({
    enableAutoPipelining: false,
    enableOfflineQueue: true,
    autoResubscribe: false,
  })
  subscriber.on('error', () => {})
  return subscriber
}

async function untilReady(client: Client, timeoutMs: number): Promise<void> {
  if (client.status === 'ready') return
  await new Promise<void>((resolve, reject) => {
    const timer = setTimeout(() => {
      client.off('ready', done)
      reject(new RetryableError('unavailable', 'Redis does not answer.'))
    }, timeoutMs)
    const done = (): void => {
      clearTimeout(timer)
      resolve()
    }
    client.once('ready', done)
  })
}

const shared = {
  // RESP3 replies of this version of ioredis are not to be trusted with large numbers.
  protocol: 2,
  enableAutoPipelining: true,
  // What was sent when a connection broke fails at once; the sender sends it again and it counts once.
  maxRetriesPerRequest: 0,
  enableOfflineQueue: false,
  connectTimeout: openTimeoutMs,
  socketTimeout: answerTimeoutMs,
} as const satisfies RedisOptions

/**
 * Commits are grouped already. In a pipeline they would wait for the answer to the one before, and for a turn of the
 * event loop: twice the time at a checkpoint.
 */
function singleClient(url: string): Redis {
  if (!URL.canParse(url)) throw badAddress()
  return new Redis(url, { ...shared, autoPipeliningIgnoredCommands: [...commitCommands], retryStrategy })
}

function clusterClient(url: string): Cluster {
  const { credentials, hosts } =
    /^redis-cluster:\/\/(?:(?<credentials>[^@]*)@)?(?<hosts>[^/@]+)$/.exec(url)?.groups ?? {}
  const nodes = hosts?.split(',').map((host) => `redis://${host}`)
  if (!nodes?.every((node) => URL.canParse(node))) throw badAddress()
  const { enableOfflineQueue: _, ...perNode } = shared
  const [username, password] = (credentials ?? '').split(':').map(decodeURIComponent)
  const options = {
    enableOfflineQueue: false,
    enableAutoPipelining: true,
    maxRedirections: 5,
    slotsRefreshTimeout: 2000,
    slotsRefreshInterval: 5000,
    clusterRetryStrategy: retryStrategy,
    clusterNodeRetryStrategy: retryStrategy,
    redisOptions: {
      ...perNode,
      ...(username ? { username } : {}),
      ...(password ? { password } : {}),
    },
  } satisfies ClusterOptions
  return new Cluster(
    nodes.map((node) => ({ host: new URL(node).hostname, port: Number(new URL(node).port || 6379) })),
    options,
  )
}

function badAddress(): PermanentError {
  return new PermanentError(
    'bad_request',
    'store: cannot be read as redis://HOST:PORT, rediss://HOST:PORT or redis-cluster://HOST:PORT,HOST:PORT.',
  )
}

function retryStrategy(attempt: number): number {
  return Math.min(25 * 2 ** Math.min(attempt, 6), 1000)
}

async function refuseOldServer(client: Client): Promise<void> {
  const version = /redis_version:(\d+)\.\S+/.exec(await client.info('server'))
  if (!version || Number(version[1]) >= oldestMajor) return
  throw new PermanentError(
    'conflict',
    `The store needs Redis ${oldestMajor}.0 or newer; this is ${version[0]}.`,
  )
}

async function refuseOtherLayout(client: Client): Promise<void> {
  const layout = await client.set('lo:layout', String(layoutVersion), 'NX', 'GET')
  if (layout === null || layout === String(layoutVersion)) return
  throw new PermanentError(
    'conflict',
    `This Redis holds layout ${layout}, this version of loop-observer reads layout ${layoutVersion}. ` +
      'Start the version that wrote it, or use another database.',
  )
}
