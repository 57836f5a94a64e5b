import { readFile } from 'node:fs/promises'
import { OTLPLogExporter } from '@opentelemetry/exporter-logs-otlp-grpc'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-grpc'
import { BatchLogRecordProcessor, LoggerProvider } from '@opentelemetry/sdk-logs'
import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import { until } from '../support/deadline.ts'
import { readRun, readSteps } from '../support/observer-reading.ts'
import { startObserver, type RunningObserver } from '../support/observer.ts'
import { collectorPath, goAdvice, hasGo } from '../support/otel-collector-build.ts'
import { collectorConfigPath, startCollector, type RunningCollector } from '../support/otel-collector.ts'
import { spanAgent } from '../support/span-agent.ts'

const go = await hasGo()
if (!go) process.stderr.write(`\nSKIPPED: ${goAdvice}\n\n`)

const running: { stop(): Promise<void> }[] = []

function stopped<T extends { stop(): Promise<void> }>(started: T): T {
  running.push(started)
  return started
}

afterEach(async () => {
  for (const each of running.splice(0).toReversed()) await each.stop()
})

/** Ways from the Collector to the observer. */
const ways = {
  HTTP: async (observer: RunningObserver) =>
    startCollector({ env: { OBSERVER_OTLP_ENDPOINT: observer.otlpUrl } }),
  gRPC: async (observer: RunningObserver) =>
    startCollector({
      config: overGrpc(await readFile(collectorConfigPath, 'utf8')),
      env: { OBSERVER_OTLP_ENDPOINT: `127.0.0.1:${observer.grpcPort}` },
    }),
} as const

describe.skipIf(!go)(`a real Collector that receives gRPC${go ? '' : ' (skipped: install Go 1.26)'}`, () => {
  beforeAll(() => collectorPath(), 900_000)

  test.each(Object.keys(ways) as (keyof typeof ways)[])(
    'delivers every span and log record to the observer over %s',
    async (way) => {
      const observer = stopped(await startObserver())
      const collector = stopped(await ways[way](observer))
      const traceId = await work(collector)
      const spans = await until(
        async () => {
          const steps = await readSteps(observer.controlUrl, `trace:${traceId}`)
          return steps.filter(({ kind }) => kind === 'tool').length === calls && steps
        },
        { what: 'every span has arrived' },
      )
      expect(new Set(spans.map(({ id }) => id)).size).toBe(spans.length)
      const run = await until(
        async () => {
          const found = await readRun(observer.controlUrl, 'conversation-of-codex')
          return found !== null && found.steps >= calls && found.decisions.length > 0 && found
        },
        { what: 'every log record has arrived and is judged' },
      )
      expect(run.summary?.totals.toolCalls).toBe(calls)
      expect(run.decisions[0]).toMatchObject({ action: 'nudge', reason: 'repetition' })
    },
    120_000,
  )

  test('keeps spans and log records for an observer that is away', async () => {
    const observer = stopped(await startObserver())
    const collector = stopped(await ways.gRPC(observer))
    await observer.kill('SIGKILL')
    const traceId = await work(collector)
    await observer.restart()
    await until(
      async () =>
        (await readSteps(observer.controlUrl, `trace:${traceId}`)).length >= calls &&
        (await readSteps(observer.controlUrl, 'conversation-of-codex')).length >= calls,
      { what: 'spans and log records have arrived', timeoutMs: 30_000 },
    )
  }, 120_000)
})

const calls = 40

/** An agent that tells its calls in spans, and one that repeats itself and tells its calls in logs; resolves to the trace. */
async function work({ grpcUrl }: RunningCollector): Promise<string> {
  const agent = stopped(spanAgent(new OTLPTraceExporter({ url: grpcUrl })))
  const run = agent.startRun('reader')
  for (let page = 0; page < calls; page++) run.call({ tool: 'read', args: { page }, result: `Page ${page}` })
  run.end()
  await agent.flush()
  expect(agent.acknowledged().get(run.traceId)?.size).toBe(calls)
  const exporter = new OTLPLogExporter({ url: grpcUrl })
  const provider = new LoggerProvider({ processors: [new BatchLogRecordProcessor({ exporter })] })
  const logger = provider.getLogger('codex_otel')
  const startMs = Date.now() - calls * 1000
  for (let call = 0; call < calls; call++) {
    logger.emit({
      eventName: 'codex.tool_result',
      timestamp: new Date(startMs + call * 1000),
      attributes: {
        'conversation.id': 'conversation-of-codex',
        tool_name: 'shell',
        call_id: `call_${call}`,
        arguments: '{"command":["cat","notes.txt"]}',
        output: `Wall time: ${call} seconds\nNothing yet.`,
        success: 'true',
      },
    })
  }
  await provider.shutdown()
  return run.traceId
}

/** The configuration with the observer's exporter speaking gRPC, and nothing else changed. */
function overGrpc(config: string): string {
  return config
    .replaceAll('otlp_http/observer', 'otlp_grpc/observer')
    .replace(/^( +)endpoint: \$\{env:OBSERVER_OTLP_ENDPOINT.*$/m, '$&\n$1tls: { insecure: true }')
}
