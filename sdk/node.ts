import { ProxyTracerProvider, trace } from '@opentelemetry/api'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { NodeSDK } from '@opentelemetry/sdk-node'
import { BatchSpanProcessor } from '@opentelemetry/sdk-trace'
import { guarded, logToDiag, tell, type OnError } from './log.ts'
import { loopObserver, type Observer } from './observer.ts'
import type { ObserverOptions } from './options.ts'
import { loopSpanProcessor } from './tracing/span-processor.ts'

/** How to observe an agent in an application that may have no tracer provider. */
export interface NodeObserverOptions extends ObserverOptions {
  /** Where spans go, for example `http://127.0.0.1:4318/v1/traces`. Default: as the `OTEL_EXPORTER_OTLP_*` variables say. */
  readonly otlpEndpoint?: string
  /** The resource's `service.name`. Default: the agent's name. */
  readonly serviceName?: string
}

/** An observer, and the provider that was set up for it. */
export interface NodeObserver extends Observer {
  /** False when the application had a tracer provider: then that one is used, and left alone. */
  readonly setsUpProvider: boolean
  /** As {@link Observer.shutdown}; sends the spans that wait, and ends the provider, when it is ours. Also done when the process has nothing left to do. */
  shutdown(timeoutMs?: number): Promise<void>
}

/** Makes an observer, and sets up `@opentelemetry/sdk-node` where no tracer provider is registered. Never throws. */
export function startLoopObserver(options: NodeObserverOptions): NodeObserver {
  const onError = options.onError ?? logToDiag
  const observer = loopObserver(options)
  const sdk = hasProvider() ? null : guarded(onError, 'setting up OpenTelemetry', () => start(options), null)
  const shutdown = async (timeoutMs?: number): Promise<void> => {
    process.off('beforeExit', onExit)
    await observer.shutdown(timeoutMs)
    if (sdk !== null) await stop(sdk, onError)
  }
  const onExit = (): void => void shutdown()
  process.once('beforeExit', onExit)
  return { ...observer, setsUpProvider: sdk !== null, shutdown }
}

function start({ agent, otlpEndpoint, serviceName }: NodeObserverOptions): NodeSDK {
  const exporter = new OTLPTraceExporter(otlpEndpoint === undefined ? {} : { url: otlpEndpoint })
  const sdk = new NodeSDK({
    serviceName: serviceName ?? agent,
    spanProcessors: [loopSpanProcessor(), new BatchSpanProcessor({ exporter })],
    // Traces are all that is asked for: without these, logs would be exported as well.
    logRecordProcessors: [],
    metricReaders: [],
  })
  sdk.start()
  return sdk
}

async function stop(sdk: NodeSDK, onError: OnError): Promise<void> {
  try {
    await sdk.shutdown()
  } catch (error) {
    tell(onError, 'the last spans could not be sent', error)
  }
}

/** The API's provider is a proxy; without a delegate of its own it gives the one that does nothing. */
function hasProvider(): boolean {
  const provider = trace.getTracerProvider()
  if (!('getDelegate' in provider) || typeof provider.getDelegate !== 'function') return true
  return provider.getDelegate() !== new ProxyTracerProvider().getDelegate()
}
