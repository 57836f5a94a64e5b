import { createHash } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Decision } from '@loop-observer/rules'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { until } from '../support/deadline.ts'
import { readRun, type ReadRun } from '../support/observer-reading.ts'
import { startObserver, type RunningObserver } from '../support/observer.ts'
import { seededRandom } from '../support/random.ts'
import { startRedis, type RunningRedis } from '../support/redis.ts'
import { exportRequest, type ToolSpan } from '../support/tool-spans.ts'

/** Long enough for every span of a run to arrive before the first settles, whatever the machine does. */
const policy = 'mode: enforce\nhold_ms: 3000\n'

const scripts: Readonly<Record<string, (i: number) => Pick<ToolSpan, 'tool' | 'args' | 'result'>>> = {
  repeats: () => ({
    tool: 'search',
    args: { query: 'opening hours' },
    result: 'Closed on Mondays\nOpen from nine',
  }),
  oscillates: (i) => ({
    tool: i % 2 ? 'open' : 'close',
    args: { door: 1 },
    result: i % 2 ? 'It is open' : 'It is shut',
  }),
  searches: (i) => ({
    tool: ['search', 'browse', 'lookup'][i % 3] as string,
    args: { query: `synonym ${i}` },
    result: '',
  }),
  works: (i) => ({ tool: 'read', args: { page: i }, result: `Page ${i} says ${hash(`page ${i}`)}` }),
}
const names = Object.keys(scripts)
const callsPerRun = 30

let directory: string
let redis: RunningRedis
let pair: readonly RunningObserver[]
let alone: RunningObserver

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'loop-observer-two-'))
  const policyPath = join(directory, 'policy.yaml')
  await writeFile(policyPath, policy)
  redis = await startRedis()
  const env = { LOOP_OBSERVER_POLICY: policyPath }
  const shared = { env: { ...env, LOOP_OBSERVER_STORE: redis.url } }
  pair = await Promise.all([startObserver(shared), startObserver(shared)])
  alone = await startObserver({ env })
})

afterAll(async () => {
  await Promise.all([...(pair ?? []), alone].map((observer) => observer?.stop()))
  await redis?.stop()
  if (directory) await rm(directory, { recursive: true, force: true })
})

test.each([1, 2, 3])(
  'two observers on one Redis decide as one does when the spans of each run go to either at random (seed %i)',
  async (seed) => {
    const random = seededRandom(seed)
    const requests = requestsOf(seed, random)
    await sendAll(requests, () => alone)
    await sendAll(requests, () => pair[random() < 0.5 ? 0 : 1] as RunningObserver)
    for (const name of names) {
      const expected = await decisionsOf(alone, name, traceId(seed, name))
      for (const observer of pair) {
        expect(await decisionsOf(observer, name, traceId(seed, name))).toEqual(expected)
      }
      expect(expected.map(({ action }) => action).join(' ')).toMatch(
        name === 'works' ? /^$/ : /^(nudge )+halt$/,
      )
    }
  },
)

/** The spans of all runs in requests of 1 to 4 spans of any run, each run's in their order but for neighbours. */
function requestsOf(seed: number, random: () => number): readonly (readonly ToolSpan[])[] {
  const spans = names.flatMap((name, lane) =>
    Array.from({ length: callsPerRun }, (_, i) => ({
      at: i + random() * 3,
      span: toolSpan(seed, name, i, lane),
    })),
  )
  const rest = spans.toSorted((a, b) => a.at - b.at).map(({ span }) => span)
  const requests: ToolSpan[][] = []
  while (rest.length > 0) requests.push(rest.splice(0, 1 + Math.floor(random() * 4)))
  return requests
}

function toolSpan(seed: number, name: string, i: number, lane: number): ToolSpan {
  const startMs = 1_700_000_000_000 + i * 1000 + lane
  const call = (scripts[name] as (i: number) => Pick<ToolSpan, 'tool' | 'args' | 'result'>)(i)
  const id = hash(`${seed} ${name} ${i}`).slice(0, 16)
  return { traceId: traceId(seed, name), spanId: id, startMs, endMs: startMs + 500, ...call }
}

/** Four at a time, so that requests with spans of one run overlap. */
async function sendAll(
  requests: readonly (readonly ToolSpan[])[],
  choose: () => RunningObserver,
): Promise<void> {
  const waiting = [...requests]
  const sender = async (): Promise<void> => {
    for (let spans = waiting.shift(); spans; spans = waiting.shift()) {
      const response = await fetch(`${choose().otlpUrl}/v1/traces`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: exportRequest('agent', spans),
      })
      expect(response.status, await response.text()).toBe(200)
    }
  }
  await Promise.all(Array.from({ length: 4 }, sender))
}

/** The run's decisions: those of the hold, then, with everything settled by a fence, all. */
async function decisionsOf(
  observer: RunningObserver,
  name: string,
  trace: string,
): Promise<readonly Decision[]> {
  const address = `trace:${trace}`
  const read = (): Promise<ReadRun | null> => readRun(observer.controlUrl, address)
  await until(
    async () => {
      const run = await read()
      const ended = name === 'works' || run?.decisions.some((decision) => decision.action === 'halt')
      return run?.summary?.totals.toolCalls === callsPerRun && ended
    },
    { what: `the run that ${name} is judged (trace ${trace})`, intervalMs: 200 },
  )
  await settle(observer, address)
  return (await read())?.decisions ?? []
}

async function settle(observer: RunningObserver, address: string): Promise<void> {
  const url = `${observer.controlUrl}/v1/runs/${encodeURIComponent(address)}/checkpoint`
  const response = await fetch(url, { method: 'POST' })
  expect(response.status, await response.text()).toBe(200)
}

function traceId(seed: number, name: string): string {
  return hash(`${seed} ${name}`).slice(0, 32)
}

function hash(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}
