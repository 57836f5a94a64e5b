import { randomBytes } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { startObserver, type RunningObserver } from '../support/observer.ts'
import { startRedis } from '../support/redis.ts'
import { exportRequest } from '../support/tool-spans.ts'
import type { Benchmark, Effort } from './benchmark.ts'
import { quantile, type Measured } from './figure.ts'

/** How long a decision about plain spans takes. */
export const telemetry: Benchmark = {
  name: 'telemetry',
  about: 'Plain OTLP span sent → the decision it leads to read by somebody who waits, minus the hold.',
  async *measure(effort) {
    const directory = await mkdtemp(join(tmpdir(), 'loop-observer-bench-'))
    const policy = join(directory, 'policy.yaml')
    await writeFile(policy, `preset: strict\nmode: enforce\nhold_ms: ${holdMs}\n`)
    const redis = await startRedis({ appendonly: true, appendfsync: 'everysec' })
    try {
      yield* measureStore('embedded', { LOOP_OBSERVER_POLICY: policy }, effort)
      yield* measureStore('Redis', { LOOP_OBSERVER_POLICY: policy, LOOP_OBSERVER_STORE: redis.url }, effort)
    } finally {
      await redis.stop()
      await rm(directory, { recursive: true, force: true })
    }
  },
}

const holdMs = 200

async function* measureStore(
  store: string,
  env: Readonly<Record<string, string>>,
  { seconds, repeats }: Effort,
): AsyncIterable<Measured> {
  const rounds: (readonly number[])[] = []
  const observer = await startObserver({ env })
  try {
    for (let i = 0; i < repeats; i++) rounds.push(await loops(observer, Math.ceil(seconds * 10)))
  } finally {
    await observer.stop()
  }
  const at = (share: number): readonly number[] => rounds.map((times) => quantile(times, share) - holdMs)
  const name = `plain span → decision, minus ${holdMs} ms hold, ${store}`
  yield { name: `${name}, p50`, unit: 'ms', values: at(0.5), promise: { atMost: 5 } }
  yield { name: `${name}, p99`, unit: 'ms', values: at(0.99), promise: { atMost: 25 } }
}

/** That many runs, each of which repeats itself, one begun every 50 ms. */
async function loops(observer: RunningObserver, count: number): Promise<readonly number[]> {
  return Promise.all(
    Array.from({ length: count }, async (_, i) => {
      await wait(i * 50)
      return loop(observer)
    }),
  )
}

async function loop(observer: RunningObserver): Promise<number> {
  const traceId = randomBytes(16).toString('hex')
  await send(observer, traceId)
  await wait(holdMs + 150)
  const path = `/v1/runs/${encodeURIComponent(`trace:${traceId}`)}/decision?wait=10000`
  const heard = fetch(`${observer.controlUrl}${path}`).then(async (response) => {
    const advice = (await response.json()) as { readonly action?: string }
    if (advice.action === 'continue' || !response.ok)
      throw new Error(`No decision: ${JSON.stringify(advice)}`)
    return performance.now()
  })
  await wait(50)
  const sentMs = performance.now()
  await send(observer, traceId)
  return (await heard) - sentMs
}

async function send({ otlpUrl }: RunningObserver, traceId: string): Promise<void> {
  const nowMs = Date.now()
  const call = {
    tool: 'search',
    args: { query: 'the same' },
    result: 'the same answer, word for word, as before',
  }
  const spanId = randomBytes(8).toString('hex')
  const response = await fetch(`${otlpUrl}/v1/traces`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: exportRequest('billing', [{ ...call, traceId, spanId, startMs: nowMs - 5, endMs: nowMs }]),
  })
  if (!response.ok) throw new Error(`The span was answered with ${response.status}: ${await response.text()}`)
}
