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
/** Time between two questions of an agent when it is measured, and before that. */
const everyMs = 80
const warmUpEveryMs = 8

/** Milliseconds of every checkpoint, from the first byte sent to the last byte read. */
async function measureOnce(
  env: Readonly<Record<string, string>>,
  spansPerSecond: number,
  { seconds }: Effort,
): Promise<readonly number[]> {
  const observer = await startObserver({ env })
  try {
    // What was not compiled yet costs ten times as much.
    await warmUp(observer, seconds)
    await ask(observer, seconds / 2, warmUpEveryMs)
    return spansPerSecond === 0
      ? await ask(observer, seconds, everyMs)
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
    const times = await ask(observer, seconds, everyMs)
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

/** Milliseconds of each question. */
async function ask(
  { controlUrl }: RunningObserver,
  seconds: number,
  pauseMs: number,
): Promise<readonly number[]> {
  const connections = await Promise.all(Array.from({ length: agents }, () => openConnection(controlUrl)))
  try {
    const times = connections.map((connection, agent) => askAgain(connection, { agent, seconds, pauseMs }))
    return (await Promise.all(times)).flat()
  } finally {
    for (const connection of connections) connection.close()
  }
}

async function askAgain(
  connection: Connection,
  asking: { readonly agent: number; readonly seconds: number; readonly pauseMs: number },
): Promise<readonly number[]> {
  const { agent, seconds, pauseMs } = asking
  const traceId = randomBytes(16).toString('hex')
  const path = `/v1/runs/asked-${traceId}/checkpoint?wait=5000`
  const beganMs = performance.now() + (agent * pauseMs) / agents
  const questions = Math.max(2, Math.floor((seconds * 1000) / pauseMs))
  const times: number[] = []
  for (let i = 0; i < questions; i++) {
    const turnMs = beganMs + i * pauseMs
    await wait(Math.max(0, turnMs - performance.now()))
    const body = Buffer.from(bodyOf(traceId, agent, i))
    // A timer that fires late is the asker's fault, an answer that comes late the observer's.
    const askedMs = performance.now()
    const status = await connection.post(path, { 'Content-Type': 'application/json' }, body)
    if (status !== 200) throw new Error(`A checkpoint was answered with ${status}.`)
    times.push(performance.now() - askedMs)
  }
  return times
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
