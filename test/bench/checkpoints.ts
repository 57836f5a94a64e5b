import { randomBytes } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { startObserver, type RunningObserver } from '../support/observer.ts'
import { startRedis } from '../support/redis.ts'
import { exportRequest } from '../support/tool-spans.ts'
import type { Benchmark, Effort } from './benchmark.ts'
import { quantile, type Measured } from './figure.ts'
import { openConnection, type Connection } from './load/connection.ts'
import { startSender } from './load/start-sender.ts'

/** How long an agent waits at a checkpoint. */
export const checkpoints: Benchmark = {
  name: 'checkpoints',
  about: 'Last step reported → decision read, in one round trip; idle, and beside 1000 spans/s.',
  async *measure(effort) {
    const redis = await startRedis({ appendonly: true, appendfsync: 'everysec' })
    try {
      yield* measureStore('embedded', {}, effort)
      yield* measureStore('Redis', { LOOP_OBSERVER_STORE: redis.url }, effort)
    } finally {
      await redis.stop()
    }
  },
}

async function* measureStore(
  store: string,
  env: Readonly<Record<string, string>>,
  effort: Effort,
): AsyncIterable<Measured> {
  for (const spansPerSecond of [0, 1000]) {
    const rounds: (readonly number[])[] = []
    for (let i = 0; i < effort.repeats; i++) rounds.push(await measureOnce(env, spansPerSecond, effort))
    const name = `checkpoint, ${store}, ${spansPerSecond === 0 ? 'idle' : `beside ${spansPerSecond} spans/s`}`
    const at = (share: number): readonly number[] => rounds.map((times) => quantile(times, share))
    yield { name: `${name}, p50`, unit: 'ms', values: at(0.5), promise: { atMost: 5 } }
    yield { name: `${name}, p99`, unit: 'ms', values: at(0.99), promise: { atMost: 25 } }
  }
}

/** Agents that ask; each in a run of its own. */
const agents = 8
/** Time between two questions of an agent. */
const everyMs = 80

/** Milliseconds of every checkpoint, from the first byte sent to the last byte read. */
async function measureOnce(
  env: Readonly<Record<string, string>>,
  spansPerSecond: number,
  { seconds }: Effort,
): Promise<readonly number[]> {
  const observer = await startObserver({ env })
  try {
    await warmUp(observer, seconds)
    return spansPerSecond === 0
      ? await ask(observer, seconds)
      : await askBeside(observer, seconds, spansPerSecond)
  } finally {
    await observer.stop()
  }
}

async function warmUp(observer: RunningObserver, seconds: number): Promise<void> {
  const sender = await startSender(loadOn(observer, seconds, null))
  try {
    await sender.go()
  } finally {
    await sender.close()
  }
}

async function askBeside(
  observer: RunningObserver,
  seconds: number,
  spansPerSecond: number,
): Promise<readonly number[]> {
  const sender = await startSender(loadOn(observer, seconds + 60, spansPerSecond))
  try {
    const sending = sender.go()
    await wait(300)
    const times = await ask(observer, seconds)
    sender.stop()
    await sending
    return times
  } finally {
    await sender.close()
  }
}

function loadOn(
  { otlpUrl }: RunningObserver,
  seconds: number,
  spansPerSecond: number | null,
): Parameters<typeof startSender>[0] {
  const shape = { batch: 20, runs: 200, stepsPerRun: 50, gzip: false, connections: 4 }
  return { ...shape, url: otlpUrl, seconds, mostSpans: Math.ceil(seconds * 20_000), spansPerSecond }
}

async function ask({ controlUrl }: RunningObserver, seconds: number): Promise<readonly number[]> {
  const connections = await Promise.all(Array.from({ length: agents }, () => openConnection(controlUrl)))
  const times: number[] = []
  try {
    await Promise.all(connections.map((connection, i) => askAgain(connection, i, seconds, times)))
  } finally {
    for (const connection of connections) connection.close()
  }
  return times
}

async function askAgain(
  connection: Connection,
  agent: number,
  seconds: number,
  times: number[],
): Promise<void> {
  const traceId = randomBytes(16).toString('hex')
  const path = `/v1/runs/asked-${traceId}/checkpoint?wait=5000`
  const beganMs = performance.now() + (agent * everyMs) / agents
  const questions = Math.max(2, Math.floor((seconds * 1000) / everyMs))
  // The first questions of a process pay for compiling.
  const unheard = Math.min(8, Math.floor(questions / 4))
  for (let i = 0; i < questions; i++) {
    await wait(Math.max(0, beganMs + i * everyMs - performance.now()))
    const body = Buffer.from(bodyOf(traceId, agent, i))
    const askedMs = performance.now()
    const status = await connection.post(path, { 'Content-Type': 'application/json' }, body)
    if (status !== 200) throw new Error(`A checkpoint was answered with ${status}.`)
    if (i >= unheard) times.push(performance.now() - askedMs)
  }
}

function bodyOf(traceId: string, agent: number, i: number): string {
  const nowMs = Date.now()
  const lines = Array.from(
    { length: 30 },
    (_, n) => `row ${n} of page ${i} for agent ${agent}: nothing to see`,
  )
  const call = { tool: 'search', args: { page: i }, result: lines.join('\n') }
  const spanId = randomBytes(8).toString('hex')
  return exportRequest('billing', [{ ...call, traceId, spanId, startMs: nowMs - 50, endMs: nowMs }])
}
