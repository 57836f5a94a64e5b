import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Redis } from 'ioredis'
import { type Child, startChild } from './child.ts'
import { until } from './deadline.ts'
import { freePorts } from './free-port.ts'
import { redisServerPath } from './redis-install.ts'

/** How a test's Redis keeps what it is told. */
export interface RedisOptions {
  /** Keep an append-only file, so that `restart` finds the data again. Default false. */
  readonly appendonly?: boolean
  /** When the append-only file is flushed to the disk. Default `always`. */
  readonly appendfsync?: 'always' | 'everysec' | 'no'
  /** Run as a member of a cluster. Default false. */
  readonly cluster?: boolean
}

/** A real redis-server of its own on loopback, in a directory of its own. */
export interface RunningRedis {
  /** `redis://127.0.0.1:PORT` */
  readonly url: string
  readonly port: number
  /** Port of the cluster bus. */
  readonly busPort: number
  /** Of the present process; changes with `restart`. */
  readonly pid: number
  /** Ends the process with a signal, by default SIGKILL, and resolves when it is gone. The data stay. */
  kill(signal?: NodeJS.Signals): Promise<void>
  /** Starts it again after `kill`, same port, same data. */
  restart(): Promise<void>
  /** Ends it and deletes its data. */
  stop(): Promise<void>
}

/** Starts a redis-server on a free port; resolves when it answers. Ends with this process at the latest. */
export async function startRedis(options: RedisOptions = {}): Promise<RunningRedis> {
  const path = await redisServerPath()
  const directory = await mkdtemp(join(tmpdir(), 'loop-observer-redis-'))
  for (let attempt = 1; ; attempt++) {
    const [port = 0, busPort = 0] = await freePorts(2)
    try {
      return await launch({ path, directory, port, busPort, options })
    } catch (error) {
      // Another process may have taken the port in between.
      if (attempt === 5) throw error
    }
  }
}

/** Several servers that form one cluster. */
export interface RunningRedisCluster {
  /** Of every member. */
  readonly urls: readonly string[]
  /** The setting that opens a store on it: `redis-cluster://HOST:PORT,…`. */
  readonly url: string
  readonly nodes: readonly RunningRedis[]
  stop(): Promise<void>
}

/** Starts a cluster of three masters, all slots assigned; resolves when every member calls it complete. */
export async function startRedisCluster(
  options: Omit<RedisOptions, 'cluster'> = {},
): Promise<RunningRedisCluster> {
  const nodes = await Promise.all([1, 2, 3].map(() => startRedis({ ...options, cluster: true })))
  const clients = nodes.map(({ port }) => new Redis({ port, protocol: 2 }))
  try {
    await formCluster(nodes, clients)
  } catch (error) {
    await Promise.all(nodes.map((node) => node.stop()))
    throw error
  } finally {
    for (const client of clients) client.disconnect()
  }
  return {
    urls: nodes.map((node) => node.url),
    url: `redis-cluster://${nodes.map((node) => `127.0.0.1:${node.port}`).join(',')}`,
    nodes,
    stop: async () => {
      await Promise.all(nodes.map((node) => node.stop()))
    },
  }
}

interface Launch {
  readonly path: string
  readonly directory: string
  readonly port: number
  readonly busPort: number
  readonly options: RedisOptions
}

async function launch(what: Launch): Promise<RunningRedis> {
  let server = await startServer(what)
  return {
    url: `redis://127.0.0.1:${what.port}`,
    port: what.port,
    busPort: what.busPort,
    get pid() {
      return server.pid
    },
    kill: (signal = 'SIGKILL') => server.end(signal),
    restart: async () => {
      await server.end('SIGKILL')
      server = await startServer(what)
    },
    stop: async () => {
      await server.end('SIGKILL')
      await rm(what.directory, { recursive: true, force: true })
    },
  }
}

async function startServer({ path, directory, port, busPort, options }: Launch): Promise<Child> {
  const settings = {
    port,
    bind: '127.0.0.1',
    dir: directory,
    save: '',
    appendonly: options.appendonly ? 'yes' : 'no',
    appendfsync: options.appendfsync ?? 'always',
    maxmemory: '1gb',
    'maxmemory-policy': 'noeviction',
    ...(options.cluster
      ? { 'cluster-enabled': 'yes', 'cluster-port': busPort, 'cluster-node-timeout': 2000 }
      : {}),
  }
  const args = Object.entries(settings).flatMap(([name, value]) => [`--${name}`, String(value)])
  const server = await startChild({ path, args })
  const said = (): string => `redis-server did not start on port ${port}:\n${server.output()}`
  const answered = until(() => server.exit() !== null || answers(port), { timeoutMs: 15_000, what: said })
  await answered.catch(async (error: unknown) => {
    await server.end('SIGKILL')
    throw error
  })
  if (server.exit() !== null) throw new Error(said())
  return server
}

/** True when it answers PING, which it refuses while it still loads its data. */
async function answers(port: number): Promise<boolean> {
  const client = new Redis({ port, protocol: 2, lazyConnect: true, retryStrategy: null })
  client.on('error', () => {})
  try {
    await client.connect()
    return (await client.ping()) === 'PONG'
  } catch {
    return false
  } finally {
    client.disconnect()
  }
}

async function formCluster(nodes: readonly RunningRedis[], clients: readonly Redis[]): Promise<void> {
  const slots = 16_384
  const first = nodes[0]
  for (const [index, client] of clients.entries()) {
    const from = Math.floor((slots * index) / clients.length)
    const to = Math.floor((slots * (index + 1)) / clients.length) - 1
    await client.cluster('ADDSLOTSRANGE', from, to)
    await client.call('CLUSTER', 'SET-CONFIG-EPOCH', index + 1)
    if (index > 0 && first) await client.call('CLUSTER', 'MEET', '127.0.0.1', first.port, first.busPort)
  }
  let infos: readonly string[] = []
  await until(
    async () => {
      infos = await Promise.all(clients.map((client) => client.cluster('INFO')))
      return infos.every(
        (info) => info.includes('cluster_state:ok') && info.includes(`cluster_known_nodes:${nodes.length}`),
      )
    },
    { what: () => `The cluster did not form: ${infos.join('\n')}` },
  )
}
