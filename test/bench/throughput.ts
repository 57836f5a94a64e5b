import { startObserver, type RunningObserver } from '../support/observer.ts'
import { startRedis } from '../support/redis.ts'
import type { Benchmark, Effort } from './benchmark.ts'
import type { Limit, Measured } from './figure.ts'
import type { Shape } from './load/bodies.ts'
import { startSender } from './load/start-sender.ts'
import { cpuSeconds, residentMb } from './process-cost.ts'

/** Spans a second through a real observer process, from OTLP to the store. */
export const throughput: Benchmark = {
  name: 'throughput',
  about: '2 KB tool spans over OTLP/HTTP protobuf through a real observer, loopback, kept connections.',
  async *measure(effort) {
    yield* measureStore('embedded', 40_000, effort)
    const redis = await startRedis({ appendonly: true, appendfsync: 'everysec' })
    try {
      yield* measureStore('Redis', 15_000, effort, { url: redis.url, pid: redis.pid })
    } finally {
      await redis.stop()
    }
  },
}

interface Variant extends Pick<Shape, 'batch' | 'runs' | 'gzip'> {
  readonly name: string
}

const variants: readonly Variant[] = [
  { name: 'batches of 1, 1000 runs', batch: 1, runs: 1000, gzip: false },
  { name: 'batches of 50, 1000 runs', batch: 50, runs: 1000, gzip: false },
  { name: 'batches of 512, 1000 runs', batch: 512, runs: 1000, gzip: false },
  { name: 'batches of 512, 1000 runs, gzip', batch: 512, runs: 1000, gzip: true },
  { name: 'batches of 512, one run', batch: 512, runs: 1, gzip: false },
]

/** A redis-server that the observer uses. */
interface Server {
  readonly url: string
  readonly pid: number
}

async function* measureStore(
  store: string,
  promised: number,
  effort: Effort,
  server: Server | null = null,
): AsyncIterable<Measured> {
  for (const variant of variants) {
    const costs: Cost[] = []
    for (let i = 0; i < effort.repeats; i++) costs.push(await measureOnce(variant, effort, server))
    const promise: Limit | null = variant.batch >= 50 ? { atLeast: promised } : null
    const name = `${store}, ${variant.name}`
    const of = (key: keyof Cost): readonly number[] => costs.map((cost) => cost[key])
    yield { name, unit: 'spans/s', values: of('spansPerSecond'), ...(promise && { promise }) }
    yield {
      name: `${name}: of one core`,
      unit: 'spans/CPU-s',
      values: of('spansPerCore'),
      ...(promise && { promise }),
    }
    yield { name: `${name}: observer`, unit: 'CPU µs/span', values: of('cpuMicros') }
    if (server) yield { name: `${name}: redis-server`, unit: 'CPU µs/span', values: of('serverMicros') }
    yield { name: `${name}: observer's memory`, unit: 'MB', values: of('memoryMb') }
  }
}

/** Spans sent before measuring, for each second of the measurement. */
const warmUpSpans = 4000

interface Cost {
  readonly spansPerSecond: number
  readonly spansPerCore: number
  readonly cpuMicros: number
  readonly serverMicros: number
  readonly memoryMb: number
}

async function measureOnce(variant: Variant, effort: Effort, server: Server | null): Promise<Cost> {
  const observer = await startObserver(server ? { env: { LOOP_OBSERVER_STORE: server.url } } : {})
  try {
    // The first spans warm the compiler: what was not compiled yet costs ten times as much.
    await send(observer, variant, { spans: effort.seconds * warmUpSpans, seconds: effort.seconds * 4 })
    const cpu = await cpuSeconds(observer.pid())
    const serverCpu = server === null ? 0 : await cpuSeconds(server.pid)
    const { spans, seconds, refused } = await send(observer, variant, {
      spans: effort.seconds * (variant.gzip ? 30_000 : 100_000),
      seconds: effort.seconds,
    })
    if (refused > 0) throw new Error(`${refused} requests were refused: ${observer.output().slice(-2000)}`)
    const used = (await cpuSeconds(observer.pid())) - cpu
    const serverUsed = server === null ? 0 : (await cpuSeconds(server.pid)) - serverCpu
    return {
      spansPerSecond: spans / seconds,
      spansPerCore: spans / used,
      cpuMicros: (used * 1e6) / spans,
      serverMicros: (serverUsed * 1e6) / spans,
      memoryMb: await residentMb(observer.pid()),
    }
  } finally {
    await observer.stop()
  }
}

async function send(
  observer: RunningObserver,
  { batch, runs, gzip }: Variant,
  most: { readonly spans: number; readonly seconds: number },
): Promise<{ readonly spans: number; readonly seconds: number; readonly refused: number }> {
  const sender = await startSender({
    url: observer.otlpUrl,
    connections: batch === 1 ? 64 : 8,
    batch,
    runs,
    stepsPerRun: runs === 1 ? Number.MAX_SAFE_INTEGER : 50,
    gzip,
    seconds: most.seconds,
    mostSpans: Math.ceil(most.spans),
    spansPerSecond: null,
  })
  try {
    return await sender.go()
  } finally {
    await sender.close()
  }
}
