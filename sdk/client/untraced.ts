import { context, createContextKey } from '@opentelemetry/api'

/**
 * The key by which OpenTelemetry SDKs (1, 2 and 3) and their instrumentations recognise work that
 * must not be traced. Keys are registered symbols, so the same name is the same key.
 * Source: opentelemetry-js, packages/opentelemetry-core, suppress-tracing.ts.
 */
const suppressTracing = createContextKey('OpenTelemetry SDK Context Key SUPPRESS_TRACING')

/** Runs `work` such that its requests leave no spans in the application's traces. */
export function untraced<Value>(work: () => Value): Value {
  return context.with(context.active().setValue(suppressTracing, true), work)
}
