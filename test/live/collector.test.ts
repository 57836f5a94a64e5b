import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import { until } from '../support/deadline.ts'
import { collectorPath, goAdvice, hasGo } from '../support/otel-collector-build.ts'
import { collectorConfigPath, startCollector, type RunningCollector } from '../support/otel-collector.ts'
import { readRun, readSteps, runCount } from '../support/observer-reading.ts'
import { startObserver, type RunningObserver } from '../support/observer.ts'
import { exportRequest } from '../support/tool-spans.ts'
import { startSpanAgent, type SpanAgent } from '../support/span-agent.ts'

const go = await hasGo()
if (!go) process.stderr.write(`\nSKIPPED: ${goAdvice}\n\n`)

const running: { stop(): Promise<void> }[] = []

/** Stops what a test has started, the newest first. */
function stopped<T extends { stop(): Promise<void> }>(started: T): T {
  running.push(started)
  return started
}

afterEach(async () => {
  for (const each of running.splice(0).toReversed()) await each.stop()
})

describe.skipIf(!go)(
  `a real Collector with otel-collector.yaml${go ? '' : ' (skipped: install Go 1.26)'}`,
  () => {
    beforeAll(() => collectorPath(), 900_000)

    test('loses and doubles no span when the observer is killed, stopped and started again', async () => {
      const observer = stopped(await startObserver())
      const collector = stopped(await startCollector(toward(observer)))
      const agent = stopped(startSpanAgent(collector.httpUrl))
      await workThrough(agent, [
        () => observer.kill('SIGKILL'),
        () => observer.restart(),
        () => observer.kill('SIGTERM'),
        () => observer.restart(),
      ])
      await expectEachCountedOnce(agent, observer)
    }, 120_000)

    test('keeps what it acknowledged when it is killed itself while the observer is away', async () => {
      const observer = stopped(await startObserver())
      const collector = stopped(await startCollector(toward(observer)))
      const agent = stopped(startSpanAgent(collector.httpUrl))
      await workThrough(agent, [
        () => observer.kill('SIGKILL'),
        // At once, with no request on its way: what is not acknowledged may be lost.
        async () => {
          await collector.kill()
          await collector.restart()
        },
        () => observer.restart(),
        async () => undefined,
      ])
      await expectEachCountedOnce(agent, observer)
    }, 120_000)

    test('tells agents to send again when its queue is full, and takes it once the observer is back', async () => {
      const observer = stopped(await startObserver())
      const env = { ...toward(observer).env, COLLECTOR_QUEUE_SPANS: '600' }
      const collector = stopped(await startCollector({ env }))
      await observer.kill('SIGKILL')
      let sent = 0
      const refused = await until(
        async () => {
          const answer = await send(collector, traceId(0), sent)
          if (answer === 200) sent++
          return answer === 200 ? null : answer
        },
        { what: 'the queue is full', intervalMs: 0 },
      )
      expect(refused).toBe(503)
      await observer.restart()
      await until(async () => (await send(collector, traceId(0), sent)) === 200, {
        what: 'space in the queue',
      })
      const steps = await until(
        async () => {
          const found = await toolSpans(observer, traceId(0))
          return found.length >= (sent + 1) * spansPerRequest && found
        },
        { what: 'all acknowledged spans have arrived' },
      )
      expect(new Set(steps).size).toBe((sent + 1) * spansPerRequest)
    }, 120_000)

    test('sends every span to the observer, though it samples what it sends to a backend', async () => {
      const observer = stopped(await startObserver())
      const backend = stopped(await startObserver())
      const config = withBackend(await readFile(collectorConfigPath, 'utf8'))
      const env = {
        ...toward(observer).env,
        BACKEND_ENDPOINT: backend.otlpUrl,
        BACKEND_SAMPLING_PERCENT: '50',
      }
      const collector = stopped(await startCollector({ config, env }))
      for (let i = 0; i < 64; i++) expect(await send(collector, traceId(i), 0)).toBe(200)
      await until(async () => (await runCount(observer.controlUrl)) === 64, { what: 'every run is observed' })
      const sampled = await sampledTraces(collector)
      expect(sampled).toBeGreaterThan(0)
      expect(sampled).toBeLessThan(64)
      await until(async () => (await runCount(backend.controlUrl)) === sampled, {
        what: 'the backend has its share',
      })
    }, 120_000)
  },
)

function toward(observer: RunningObserver): { readonly env: Readonly<Record<string, string>> } {
  return { env: { OBSERVER_OTLP_ENDPOINT: observer.otlpUrl } }
}

const callsBetweenActs = 40

/** Several runs go on while the acts happen; every flush is an acknowledgement. */
async function workThrough(agent: SpanAgent, acts: readonly (() => Promise<void>)[]): Promise<void> {
  const runs = ['reader', 'writer', 'searcher'].map((name) => agent.startRun(name))
  let page = 0
  const work = async (): Promise<void> => {
    for (let i = 0; i < callsBetweenActs; i++) {
      page++
      for (const run of runs) run.call({ tool: 'read', args: { page }, result: `Contents of page ${page}` })
      if (i % 10 === 9) await agent.flush()
    }
  }
  await work()
  for (const act of acts) {
    await act()
    await work()
  }
  for (const run of runs) run.end()
  await agent.flush()
}

async function expectEachCountedOnce(agent: SpanAgent, observer: RunningObserver): Promise<void> {
  const acknowledged = agent.acknowledged()
  expect(acknowledged.size).toBe(3)
  for (const [trace, spanIds] of acknowledged) {
    expect(spanIds.size).toBe(5 * callsBetweenActs)
    const arrived = await until(
      async () => {
        const found = await toolSpans(observer, trace)
        return found.length >= spanIds.size && found
      },
      { what: `all acknowledged spans of ${trace} are in the log` },
    )
    expect(arrived).toHaveLength(spanIds.size)
    expect(new Set(arrived)).toEqual(spanIds)
    let counted: number | undefined
    await until(
      async () => {
        const run = await readRun(observer.controlUrl, `trace:${trace}`)
        counted = run?.summary?.totals.toolCalls
        return run?.judgedSteps === run?.steps && counted === spanIds.size
      },
      { timeoutMs: 10_000, what: () => `${counted} calls of ${trace} are counted, not ${spanIds.size}` },
    )
  }
}

async function toolSpans(observer: RunningObserver, trace: string): Promise<readonly (string | null)[]> {
  const steps = await readSteps(observer.controlUrl, `trace:${trace}`)
  return steps.filter((step) => step.kind === 'tool').map((step) => step.spanId)
}

const spansPerRequest = 90

/** One request with spans of their own for each `part`; resolves to the status. */
async function send(collector: RunningCollector, trace: string, part: number): Promise<number> {
  const atMs = 1_700_000_000_000 + part * 1000
  const spans = Array.from({ length: spansPerRequest }, (_, i) => ({
    traceId: trace,
    spanId: hash(`${trace} ${part} ${i}`).slice(0, 16),
    tool: 'read',
    args: { page: part * spansPerRequest + i },
    result: `Contents of page ${part * spansPerRequest + i}`,
    startMs: atMs + i,
    endMs: atMs + i + 1,
  }))
  const response = await fetch(`${collector.httpUrl}/v1/traces`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: exportRequest('reader', spans),
  })
  await response.arrayBuffer()
  return response.status
}

function traceId(number: number): string {
  return hash(`trace ${number}`).slice(0, 32)
}

function hash(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}

/** Switches on what otel-collector.yaml offers behind a # in the first column, but for the token. */
function withBackend(config: string): string {
  const start = config.indexOf('\nreceivers:')
  const switchedOn = config.slice(start).replaceAll(/^#( {2}.*)$/gm, '$1')
  return switchedOn.replace(/^ +headers:\n +Authorization: .*\n/m, '')
}

async function sampledTraces(collector: RunningCollector): Promise<number> {
  const text = await (await fetch(collector.metricsUrl)).text()
  const line = /^otelcol_processor_probabilistic_sampler_count_spans_processed\{.*sampled="true".*\} (\d+)$/m
  return Number(line.exec(text)?.[1] ?? 0) / spansPerRequest
}
