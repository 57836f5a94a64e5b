import { Metadata, status } from '@grpc/grpc-js'
import { OTLPLogExporter } from '@opentelemetry/exporter-logs-otlp-grpc'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-grpc'
import { BatchLogRecordProcessor, LoggerProvider } from '@opentelemetry/sdk-logs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { until } from '../../../support/deadline.ts'
import { readRun, readSteps } from '../../../support/observer-reading.ts'
import { startObserver, type RunningObserver } from '../../../support/observer.ts'
import { spanAgent } from '../../../support/span-agent.ts'
import { exportBytes } from './server.ts'

let observer: RunningObserver

beforeAll(async () => {
  observer = await startObserver()
})

afterAll(() => observer?.stop())

describe('the exporters of the OpenTelemetry SDK over gRPC', () => {
  it.each(['none', 'gzip'] as const)('deliver spans, compression %s', async (compression) => {
    type Options = NonNullable<ConstructorParameters<typeof OTLPTraceExporter>[0]>
    const options: Options = {
      url: observer.grpcUrl,
      compression: compression as Options['compression'] & {},
    }
    const exporter = new OTLPTraceExporter(options)
    const agent = spanAgent(exporter)
    try {
      const run = agent.startRun('reader')
      for (let page = 0; page < 20; page++) run.call({ tool: 'read', args: { page }, result: `page ${page}` })
      run.end()
      await agent.flush()
      const sent = agent.acknowledged().get(run.traceId) ?? new Set()
      expect(sent.size).toBe(20)
      const steps = await readSteps(observer.controlUrl, `trace:${run.traceId}`)
      expect(new Set(steps.filter(({ kind }) => kind === 'tool').map(({ spanId }) => spanId))).toEqual(sent)
    } finally {
      await agent.stop()
    }
  })

  it('deliver log records', async () => {
    const provider = new LoggerProvider({
      processors: [new BatchLogRecordProcessor({ exporter: new OTLPLogExporter({ url: observer.grpcUrl }) })],
    })
    const logger = provider.getLogger('codex_otel')
    const startMs = Date.now() - 60_000
    for (let call = 0; call < 6; call++) {
      logger.emit({
        timestamp: new Date(startMs + call * 1000),
        eventName: 'codex.tool_result',
        attributes: {
          'conversation.id': 'conversation-7',
          tool_name: 'shell',
          call_id: `call_${call}`,
          arguments: '{"command":["cat","notes.txt"]}',
          output: 'Exit code: 0\nNothing yet.',
          success: 'true',
          duration_ms: '5',
        },
      })
    }
    await provider.shutdown()
    const run = await until(
      async () => {
        const found = await readRun(observer.controlUrl, 'conversation-7')
        return found !== null && found.decisions.length > 0 && found
      },
      { what: 'a decision about the run' },
    )
    expect(run.summary?.totals.toolCalls).toBe(6)
    expect(run.decisions[0]).toMatchObject({ action: 'nudge', reason: 'repetition' })
  })
})

describe('an observer with tokens, over gRPC', () => {
  it('takes spans from those that send one with the right to ingest', async () => {
    const tokens = { ingest: 'a-token-of-agents', read: 'a-token-of-readers' }
    const guarded = await startObserver({
      env: { LOOP_OBSERVER_TOKENS: `ingest=${tokens.ingest},read=${tokens.read}` },
    })
    try {
      expect((await exportBytes(guarded.grpcUrl, Buffer.alloc(0))).code).toBe(status.UNAUTHENTICATED)
      const wrong = await exportBytes(guarded.grpcUrl, Buffer.alloc(0), { token: tokens.read })
      expect(wrong).toMatchObject({
        code: status.PERMISSION_DENIED,
        details: expect.stringContaining('`ingest`'),
      })
      const metadata = new Metadata()
      metadata.set('authorization', `Bearer ${tokens.ingest}`)
      const agent = spanAgent(new OTLPTraceExporter({ url: guarded.grpcUrl, metadata }))
      const run = agent.startRun('reader')
      run.call({ tool: 'read', args: {}, result: 'page' })
      await agent.flush()
      expect(agent.acknowledged().get(run.traceId)?.size).toBe(1)
      await agent.stop()
    } finally {
      await guarded.stop()
    }
  })
})
