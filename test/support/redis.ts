import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { Redis } from 'ioredis'
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
    const [port, busPort] = await freePorts()
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
  let server = await spawnServer(what)
  const kill = async (signal: NodeJS.Signals = 'SIGKILL'): Promise<void> => {
    if (server.exitCode !== null || server.signalCode !== null) return
    const gone = once(server, 'exit')
    server.kill(signal)
    await gone
  }
  return {
    url: `redis://127.0.0.1:${what.port}`,
    port: what.port,
    busPort: what.busPort,
    get pid() {
      return server.pid ?? 0
    },
    kill,
    restart: async () => {
      await kill()
      server = await spawnServer(what)
    },
    stop: async () => {
      await kill()
      await rm(what.directory, { recursive: true, force: true })
    },
  }
}

async function spawnServer({ path, directory, port, busPort, options }: Launch): Promise<ChildProcess> {
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
  const server = spawn(path, args, { stdio: ['ignore', 'pipe', 'pipe'] })
  let output = ''
  const collect = (chunk: Buffer): void => {
    output = (output + chunk.toString()).slice(-4000)
  }
  server.stdout.on('data', collect)
  server.stderr.on('data', collect)
  const endWithUs = (): void => void server.kill('SIGKILL')
  process.on('exit', endWithUs)
  server.once('exit', () => process.off('exit', endWithUs))
  const deadline = Date.now() + 15_000
  while (!(await answers(port))) {
    if (server.exitCode !== null || Date.now() > deadline) {
      server.kill('SIGKILL')
      throw new Error(`redis-server did not start on port ${port}:\n${output}`)
    }
    await wait(10)
  }
  if (server.exitCode !== null) throw new Error(`Port ${port} belongs to another process:\n${output}`)
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

async function freePorts(): Promise<[number, number]> {
  const servers = [createServer(), createServer()]
  const ports: number[] = []
  for (const server of servers) {
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    const address = server.address()
    if (address && typeof address === 'object') ports.push(address.port)
  }
  for (const server of servers) {
    server.close()
    await once(server, 'close')
  }
  const [port = 0, busPort = 0] = ports
  return [port, busPort]
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
  const deadline = Date.now() + 30_000
  for (;;) {
    const infos = await Promise.all(clients.map((client) => client.cluster('INFO')))
    const complete = infos.every(
      (info) => info.includes('cluster_state:ok') && info.includes(`cluster_known_nodes:${nodes.length}`),
    )
    if (complete) return
    if (Date.now() > deadline) throw new Error(`The cluster did not form: ${infos.join('\n')}`)
    await wait(50)
  }
}
