import { execFile } from 'node:child_process'
import { resolve } from 'node:path'
import { promisify } from 'node:util'
import { context, trace } from '@opentelemetry/api'
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks'
import { registerInstrumentations } from '@opentelemetry/instrumentation'
import { UndiciInstrumentation } from '@opentelemetry/instrumentation-undici'
import { InMemorySpanExporter, SimpleSpanProcessor, TracerProvider } from '@opentelemetry/sdk-trace'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { loopObserver, loopSpanProcessor } from '@loop-observer/sdk'
import { spansOf, startControlServer, type ControlServer } from './control-server.ts'

interface Exported {
  readonly name: string
  readonly traceId: string
  readonly spanId: string
  readonly parentSpanId: string | null
  readonly attributes: Readonly<Record<string, unknown>>
}

let server: ControlServer

beforeEach(async () => {
  server = await startControlServer()
})

afterEach(async () => {
  await server.stop()
})

describe('beside a provider of the OpenTelemetry SDK 3', () => {
  const exporter = new InMemorySpanExporter()
  const provider = new TracerProvider({
    spanProcessors: [loopSpanProcessor(), new SimpleSpanProcessor({ exporter })],
  })
  const contexts = new AsyncLocalStorageContextManager().enable()
  let uninstrument: () => void

  beforeAll(() => {
    context.setGlobalContextManager(contexts)
    trace.setGlobalTracerProvider(provider)
    uninstrument = registerInstrumentations({ instrumentations: [new UndiciInstrumentation()] })
  })

  afterAll(async () => {
    uninstrument()
    await provider.shutdown()
    trace.disable()
    context.disable()
  })

  beforeEach(() => exporter.reset())

  function exported(): readonly Exported[] {
    return exporter.getFinishedSpans().map((span) => ({
      name: span.name,
      ...span.spanContext(),
      parentSpanId: span.parentSpanContext?.spanId ?? null,
      attributes: span.attributes,
    }))
  }

  test('spans nest in the application, and the reported ones are the same', async () => {
    const tracer = trace.getTracer('application')
    const outcome = await tracer.startActiveSpan('request', async (span) => {
      const result = await loopObserver({ agent: 'tester', endpoint: server.url, waitMs: 5000 }).run(
        {},
        async (run) => {
          await run.checkpoint()
          const search = () => tracer.startActiveSpan('query', (inner) => (inner.end(), 'found'))
          return run.answer(await run.tool('search', { q: 1 }, search))
        },
      )
      span.end()
      return result
    })
    expectNesting(exported(), outcome.traceId)
    expectSameSteps(exported(), server)
  })

  test('the requests of the SDK leave no spans, those of the application do', async () => {
    await loopObserver({ agent: 'tester', endpoint: server.url, waitMs: 5000 }).run({}, async (run) => {
      await run.checkpoint()
      await run.tool('search', {}, () =>
        fetch(`${server.url}/application`).then((response) => response.status),
      )
    })
    expect(server.received.length).toBeGreaterThan(2)
    const requests = exported().filter(({ attributes }) => 'url.full' in attributes)
    expect(requests.map(({ attributes }) => attributes['url.path'])).toEqual(['/application'])
    expect(server.received.filter(({ headers }) => headers.traceparent !== undefined)).toEqual([])
  })

  test('a run that was not observed says so on its span', async () => {
    await loopObserver({ agent: 'tester' }).run({ runId: 'alone' }, (run) => run.stop())
    expect(exported()).toMatchObject([
      {
        name: 'invoke_agent tester',
        attributes: { 'loop.run.id': 'alone', 'loop.outcome': 'halted', 'loop.unobserved': true },
      },
    ])
  })

  test('a step that failed is an error with its type', async () => {
    const run = loopObserver({ agent: 'tester' }).run({}, (given) =>
      given.tool('pay', {}, () => Promise.reject(new RangeError('too much'))),
    )
    await expect(run).resolves.toMatchObject({ outcome: 'failed' })
    const [tool] = exporter.getFinishedSpans()
    expect(tool).toMatchObject({
      name: 'execute_tool pay',
      status: { code: 2, message: 'RangeError: too much' },
    })
    expect(tool?.attributes['error.type']).toBe('RangeError')
  })

  test('spans of the application outside of a run are left as they are', () => {
    trace.getTracer('application').startSpan('elsewhere').end()
    expect(exported()).toMatchObject([{ name: 'elsewhere', attributes: {} }])
  })
})

describe('beside a provider of the OpenTelemetry SDK 2', () => {
  test('spans nest in the application, and the reported ones are the same', async () => {
    const directory = resolve(import.meta.dirname, '../fixtures/otel-sdk-2')
    const { stdout } = await promisify(execFile)(
      process.execPath,
      ['-C', 'loop-observer-source', '--import', './own-api.mjs', 'agent.mjs', server.url],
      { cwd: directory },
    )
    const { outcome, spans } = JSON.parse(stdout) as {
      readonly outcome: { readonly traceId: string; readonly observed: boolean }
      readonly spans: readonly Exported[]
    }
    expect(outcome.observed).toBe(true)
    expectNesting(spans, outcome.traceId)
    expectSameSteps(spans, server)
  })
})

test('a span processor never throws', () => {
  const processor = loopSpanProcessor()
  const hostile = new Proxy(
    {},
    {
      get: () => {
        throw new Error('hostile')
      },
    },
  )
  expect(() => processor.onStart(hostile as never, hostile as never)).not.toThrow()
  expect(() => processor.onStart(undefined as never, undefined as never)).not.toThrow()
  expect(() => processor.onEnding(hostile)).not.toThrow()
  expect(() => processor.onEnd(hostile)).not.toThrow()
})

function expectNesting(spans: readonly Exported[], traceId: string): void {
  const named = new Map(spans.map((span) => [span.name.split(' ')[0], span]))
  expect([...named.keys()].toSorted((a = '', b = '') => a.localeCompare(b))).toEqual([
    'execute_tool',
    'invoke_agent',
    'query',
    'request',
  ])
  expect(spans.every((span) => span.traceId === traceId)).toBe(true)
  const parents = ['invoke_agent', 'execute_tool', 'query'].map((name) => named.get(name)?.parentSpanId)
  expect(parents).toEqual(['request', 'invoke_agent', 'execute_tool'].map((name) => named.get(name)?.spanId))
  const runId = named.get('invoke_agent')?.attributes['loop.run.id']
  expect(runId).toMatch(/^[0-9a-f-]{36}$/)
  // The application's own span joins the run in which it began, and only that.
  expect(named.get('query')?.attributes).toEqual({
    'loop.run.id': runId,
    'loop.lane': 'main',
    'loop.source': 'sdk',
  })
  expect(named.get('request')?.attributes).toEqual({})
}

function expectSameSteps(spans: readonly Exported[], { received }: ControlServer): void {
  const reported = spansOf(received)
  const steps = spans.filter(({ attributes }) => 'loop.step.id' in attributes)
  expect(reported.map(({ spanId, attributes }) => ({ spanId, attributes }))).toEqual(
    steps.map(({ spanId, attributes }) => ({ spanId, attributes })),
  )
}
