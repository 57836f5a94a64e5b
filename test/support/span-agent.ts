import { context, trace, type Span, type Tracer } from '@opentelemetry/api'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import {
  BatchSpanProcessor,
  TracerProvider,
  type ReadableSpan,
  type SpanExporter,
} from '@opentelemetry/sdk-trace'

/** One call of a tool, as the agent's instrumentation sees it. */
interface AgentCall {
  readonly tool: string
  readonly args: unknown
  readonly result: string
}

/** One run of an instrumented agent: one trace. */
interface AgentRun {
  readonly traceId: string
  /** Records a tool call that ends now. */
  call(call: AgentCall): void
  /** Ends the run's own span. */
  end(): void
}

/** An application with OpenTelemetry's own SDK and OTLP exporter, which knows nothing of the observer. */
export interface SpanAgent {
  startRun(agent: string): AgentRun
  /** Exports what has been recorded. Rejects when the receiver did not take it. */
  flush(): Promise<void>
  /** Span ids of the tool calls that the receiver acknowledged, by trace id. */
  acknowledged(): ReadonlyMap<string, ReadonlySet<string>>
  stop(): Promise<void>
}

/** Starts an application that exports over HTTP to `url` (without `/v1/traces`) every `everyMs`, default 100. */
export function startSpanAgent(url: string, everyMs = 100): SpanAgent {
  return spanAgent(new OTLPTraceExporter({ url: `${url}/v1/traces`, timeoutMillis: 20_000 }), everyMs)
}

/** The same with another exporter. */
export function spanAgent(exporter: SpanExporter, everyMs = 100): SpanAgent {
  const acknowledged = new Map<string, Set<string>>()
  const provider = new TracerProvider({
    spanProcessors: [
      new BatchSpanProcessor({
        exporter: recording(exporter, acknowledged),
        scheduledDelayMillis: everyMs,
        maxQueueSize: 100_000,
      }),
    ],
  })
  const tracer = provider.getTracer('span-agent')
  return {
    startRun: (agent) => startRun(tracer, agent),
    flush: () => provider.forceFlush(),
    acknowledged: () => acknowledged,
    stop: () => provider.shutdown(),
  }
}

function startRun(tracer: Tracer, agent: string): AgentRun {
  const attributes = { 'gen_ai.operation.name': 'invoke_agent', 'gen_ai.agent.name': agent }
  const root = tracer.startSpan(`invoke_agent ${agent}`, { attributes }, context.active())
  return {
    traceId: root.spanContext().traceId,
    call: (call) => recordCall(tracer, root, call),
    end: () => root.end(),
  }
}

function recordCall(tracer: Tracer, root: Span, { tool, args, result }: AgentCall): void {
  const span = tracer.startSpan(
    `execute_tool ${tool}`,
    {
      attributes: {
        'gen_ai.operation.name': 'execute_tool',
        'gen_ai.tool.name': tool,
        'gen_ai.tool.call.arguments': JSON.stringify(args),
        'gen_ai.tool.call.result': result,
      },
    },
    trace.setSpan(context.active(), root),
  )
  span.setAttribute('gen_ai.tool.call.id', `call_${span.spanContext().spanId}`)
  span.end()
}

/** The exporter itself, which also notes what was acknowledged. */
function recording(exporter: SpanExporter, acknowledged: Map<string, Set<string>>): SpanExporter {
  return {
    export(spans, done) {
      exporter.export(spans, (result) => {
        if (result.code === 0) note(spans, acknowledged)
        done(result)
      })
    },
    shutdown: () => exporter.shutdown(),
    forceFlush: () => exporter.forceFlush?.() ?? Promise.resolve(),
  }
}

function note(spans: readonly ReadableSpan[], acknowledged: Map<string, Set<string>>): void {
  for (const span of spans) {
    if (span.attributes['gen_ai.operation.name'] !== 'execute_tool') continue
    const { traceId, spanId } = span.spanContext()
    const ids = acknowledged.get(traceId) ?? new Set()
    acknowledged.set(traceId, ids.add(spanId))
  }
}
