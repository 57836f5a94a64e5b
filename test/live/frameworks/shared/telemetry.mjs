// OpenTelemetry as its documentation sets it up; where spans go stands in OTEL_EXPORTER_OTLP_ENDPOINT alone.
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { BatchSpanProcessor, NodeTracerProvider } from '@opentelemetry/sdk-trace-node'
import { noted } from './agent-kit.mjs'

export const provider = new NodeTracerProvider({
  spanProcessors: [noted, new BatchSpanProcessor(new OTLPTraceExporter())],
})
provider.register()
