import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { loopObserver } from '@loop-observer/sdk'
import { trace } from '@opentelemetry/api'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { BatchSpanProcessor, TracerProvider } from '@opentelemetry/sdk-trace'
import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import { until } from '../support/deadline.ts'
import { freePorts } from '../support/free-port.ts'
import { readRun } from '../support/observer-reading.ts'
import { startObserver } from '../support/observer.ts'
import { collectorPath, goAdvice, hasGo } from '../support/otel-collector-build.ts'
import { startCollector } from '../support/otel-collector.ts'
import { writePolicy } from '../support/policy-file.ts'
import { startSpanAgent } from '../support/span-agent.ts'

const go = await hasGo()
if (!go) process.stderr.write(`\nSKIPPED: ${goAdvice}\n\n`)

const cleanups: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const clean of cleanups.splice(0).toReversed()) await clean()
})

/** A Collector that sends all spans to the observer, and to a backend: here a file. */
const config = `
receivers:
  otlp:
    protocols: { http: { endpoint: "\${env:COLLECTOR_OTLP_HTTP}" } }
exporters:
  otlp_http/observer: { endpoint: "\${env:OBSERVER_OTLP_ENDPOINT}" }
  file/backend: { path: "\${env:BACKEND_FILE}", flush_interval: 50ms }
extensions:
  health_check: { endpoint: "\${env:COLLECTOR_HEALTH}" }
service:
  extensions: [health_check]
  telemetry: { metrics: { level: none } }
  pipelines:
    traces/observer: { receivers: [otlp], exporters: [otlp_http/observer] }
    traces/backend: { receivers: [otlp], exporters: [file/backend] }
    metrics/backend: { receivers: [otlp], exporters: [file/backend] }
`

describe.skipIf(!go)(`decisions beside a real Collector${go ? '' : ' (skipped: install Go 1.26)'}`, () => {
  beforeAll(() => collectorPath(), 900_000)

  test('are spans in the trace of their run, once, linked to the evidence, and no steps when they come back', async () => {
    const { observer, collector, read } = await startAll()
    const agent = startSpanAgent(collector.url)
    cleanups.push(() => agent.stop())
    const run = agent.startRun('searcher')
    // One after the other: what overlaps would be one round.
    for (let i = 0; i < 8; i++) {
      run.call({ tool: 'search', args: { query: 'pelican' }, result: 'No results for pelican.' })
      await agent.flush()
    }
    const decided = await until(
      async () => {
        const found = await readRun(observer.controlUrl, `trace:${run.traceId}`)
        return found?.decisions.some(({ action }) => action === 'halt') && found
      },
      { what: 'the halt' },
    )
    run.end()
    await agent.flush()
    const { spans, root, decisions } = await until(
      async () => {
        const backend = (await read()).spans
        const own = backend.filter(({ scope }) => scope === 'loop-observer/decisions')
        const around = backend.find(({ name }) => name.startsWith('invoke_agent'))
        const all = own.length >= decided.decisions.length && around !== undefined
        return all && { spans: backend, root: around, decisions: own }
      },
      { what: 'the decision spans and the span of the run in the backend' },
    )
    const calls = new Set(spans.filter(({ name }) => name.startsWith('execute_tool')).map((s) => s.spanId))
    expect(decisions.map(({ name }) => name)).toEqual(['nudge repetition', 'halt repetition'])
    for (const [index, span] of decisions.entries()) {
      const decision = decided.decisions[index]
      expect(span).toMatchObject({
        traceId: run.traceId,
        parentSpanId: root.spanId,
        service: 'loop-observer',
        attributes: {
          'loop.run.id': decided.run,
          'loop.decision.seq': decision?.seq,
          'loop.decision.action': decision?.action,
          'loop.decision.explanation': decision?.explanation,
        },
      })
      expect(span.links).toEqual(decision?.evidence.spans)
      expect(span.links.length).toBeGreaterThan(1)
      for (const link of span.links) expect(calls).toContain(link)
    }
    // They came back through the Collector: recognised, and neither steps nor runs.
    await until(async () => (await returned(observer.controlUrl)) === decisions.length, {
      what: 'both decision spans are back',
    })
    // What is judged is stored a second later at the latest.
    const after = await until(
      async () => {
        const found = await readRun(observer.controlUrl, `trace:${run.traceId}`)
        return (found?.summary?.totals.toolCalls ?? 0) >= 8 && found
      },
      { what: 'all calls are counted' },
    )
    expect(after.summary?.totals.toolCalls).toBe(8)
    expect(after.decisions).toHaveLength(2)
  }, 120_000)

  test('of a run of the SDK hang below its own span, with the name of the agent and the task', async () => {
    const { observer, collector, read } = await startAll()
    const exporter = new OTLPTraceExporter({ url: `${collector.url}/v1/traces` })
    const provider = new TracerProvider({ spanProcessors: [new BatchSpanProcessor({ exporter })] })
    trace.setGlobalTracerProvider(provider)
    cleanups.push(async () => {
      trace.disable()
      await provider.shutdown()
    })
    const sdk = loopObserver({ agent: 'billing', endpoint: observer.controlUrl, waitMs: 5000 })
    cleanups.push(() => sdk.shutdown(0))
    const outcome = await sdk.run({ task: 'Is invoice 7 paid?' }, async (run) => {
      for (;;) {
        const advice = await run.checkpoint()
        if (advice.action === 'halt') return run.stop(advice)
        await run.tool('search', { query: 'invoice 7' }, () => 'No invoice found under this number.')
      }
    })
    expect(outcome.outcome).toBe('halted')
    await provider.forceFlush()
    const { root, decisions } = await until(
      async () => {
        const backend = (await read()).spans
        const own = backend.filter(({ scope }) => scope === 'loop-observer/decisions')
        const around = backend.find(({ name }) => name.startsWith('invoke_agent'))
        return own.length === 2 && around !== undefined && { root: around, decisions: own }
      },
      { what: 'the decision spans and the span of the run in the backend' },
    )
    for (const { traceId, parentSpanId, attributes } of decisions) {
      expect({ traceId, parentSpanId }).toEqual({ traceId: root.traceId, parentSpanId: root.spanId })
      expect(attributes).toMatchObject({
        'loop.run.id': outcome.runId,
        'gen_ai.agent.name': 'billing',
        'loop.task': 'Is invoice 7 paid?',
      })
    }
  }, 120_000)

  test('have metrics beside them, pushed under the names of /metrics', async () => {
    const { observer, read } = await startAll()
    const names = await until(
      async () => {
        const { metrics } = await read()
        return metrics.has('loop_observer_steps_total') && metrics
      },
      { what: 'metrics in the backend' },
    )
    const text = await (await fetch(`${observer.controlUrl}/metrics`)).text()
    const rendered = [...text.matchAll(/^# TYPE (\S+)/gm)].map(([, name = '']) => name)
    expect([...names].toSorted()).toEqual(rendered.toSorted())
  }, 120_000)
})

async function startAll() {
  const directory = await mkdtemp(join(tmpdir(), 'loop-observer-backend-'))
  cleanups.push(() => rm(directory, { recursive: true, force: true }))
  const file = join(directory, 'backend.jsonl')
  const policy = await writePolicy('mode: enforce\n')
  cleanups.push(policy.remove)
  const [port = 0] = await freePorts(1)
  const url = `http://127.0.0.1:${port}`
  const observer = await startObserver({
    args: ['--policy', policy.path],
    env: {
      LOOP_OBSERVER_EXPORT_ENDPOINT: url,
      LOOP_OBSERVER_EXPORT_SIGNALS: 'both',
      LOOP_OBSERVER_EXPORT_METRICS_INTERVAL: '1s',
    },
  })
  cleanups.push(() => observer.stop())
  const collector = await startCollector({
    config,
    env: {
      COLLECTOR_OTLP_HTTP: `127.0.0.1:${port}`,
      OBSERVER_OTLP_ENDPOINT: observer.otlpUrl,
      BACKEND_FILE: file,
    },
  })
  cleanups.push(() => collector.stop())
  return { observer, collector: { url }, read: () => readBackend(file) }
}

interface BackendSpan {
  readonly scope: string
  readonly service: unknown
  readonly name: string
  readonly traceId: string
  readonly spanId: string
  readonly parentSpanId: string
  readonly links: readonly string[]
  readonly attributes: Readonly<Record<string, unknown>>
}

interface Value {
  readonly stringValue?: string
  readonly intValue?: string
  readonly boolValue?: boolean
}

interface Line {
  readonly resourceSpans?: readonly {
    readonly resource: { readonly attributes?: readonly Attribute[] }
    readonly scopeSpans: readonly {
      readonly scope: { readonly name: string }
      readonly spans: readonly (Omit<BackendSpan, 'attributes' | 'links'> & {
        readonly attributes?: readonly Attribute[]
        readonly links?: readonly { readonly spanId: string }[]
      })[]
    }[]
  }[]
  readonly resourceMetrics?: readonly {
    readonly scopeMetrics: readonly { readonly metrics: readonly { readonly name: string }[] }[]
  }[]
}

interface Attribute {
  readonly key: string
  readonly value: Value
}

/** What the Collector wrote into the file, one request a line. */
async function readBackend(file: string) {
  const text = await readFile(file, 'utf8')
  const lines = text
    .split('\n')
    .slice(0, -1)
    .map((line) => JSON.parse(line) as Line)
  const spans = lines.flatMap(({ resourceSpans = [] }) =>
    resourceSpans.flatMap(({ resource, scopeSpans }) =>
      scopeSpans.flatMap(({ scope, spans: some }) =>
        some.map((span): BackendSpan => ({
          ...span,
          scope: scope.name,
          service: plain(resource.attributes)['service.name'],
          links: (span.links ?? []).map(({ spanId }) => spanId),
          attributes: plain(span.attributes),
        })),
      ),
    ),
  )
  const metrics = lines.flatMap(({ resourceMetrics = [] }) =>
    resourceMetrics.flatMap(({ scopeMetrics }) =>
      scopeMetrics.flatMap((scope) => scope.metrics.map(({ name }) => name)),
    ),
  )
  return { spans, metrics: new Set(metrics) }
}

function plain(attributes: readonly Attribute[] = []): Readonly<Record<string, unknown>> {
  return Object.fromEntries(
    attributes.map(({ key, value }) => [
      key,
      value.intValue === undefined ? (value.stringValue ?? value.boolValue) : Number(value.intValue),
    ]),
  )
}

async function returned(controlUrl: string): Promise<number> {
  const text = await (await fetch(`${controlUrl}/metrics`)).text()
  return Number(/^loop_observer_decision_spans_returned_total (\d+)/m.exec(text)?.[1] ?? 0)
}
