import {
  context,
  createContextKey,
  diag,
  INVALID_SPAN_CONTEXT,
  INVALID_SPANID,
  SpanStatusCode,
  trace,
  TraceFlags,
  type Attributes,
  type Context,
  type Span,
  type Tracer,
} from '@opentelemetry/api'
import { maskSecrets } from '@loop-observer/rules'
import type { ReportedSpan } from '../client/otlp-json.ts'
import { mintSpanId, mintTraceId } from './ids.ts'
import { sdkName, sdkVersion } from './version.ts'

/** Which run and lane work belongs to, as carried by the context. */
export interface RunMark {
  readonly runId: string
  readonly lane: string
}

const markKey = createContextKey('loop-observer run')

/** The run that `within` belongs to, or null. */
export function markOf(within: Context): RunMark | null {
  // Only `withMark` writes the key.
  return (within.getValue(markKey) as RunMark | undefined) ?? null
}

/** A context whose work belongs to the run. */
export function withMark(within: Context, mark: RunMark): Context {
  return within.setValue(markKey, mark)
}

/** A span of ours that is on, with ids that hold whether or not a provider records it. */
export interface OwnSpan {
  readonly span: Span
  readonly traceId: string
  readonly spanId: string
  readonly parentSpanId: string | null
  /** For the work that the span stands for. */
  readonly context: Context
  readonly name: string
  readonly startMs: number
  /** Monotonic, milliseconds. */
  readonly startedMs: number
  readonly attributes: Attributes
}

/** The tracer of the provider that is registered now. */
export function ownTracer(): Tracer {
  return trace.getTracer(sdkName, sdkVersion)
}

/** Begins a span in `parent`; `tracer` spares looking it up again. */
export function beginSpan(
  name: string,
  attributes: Attributes,
  parent: Context,
  tracer = ownTracer(),
): OwnSpan {
  const span = startSpan(tracer, name, attributes, parent)
  const above = trace.getSpanContext(parent)
  const own = span.spanContext()
  const parentSpanId = above === undefined || above.spanId === INVALID_SPANID ? null : above.spanId
  // Without a provider a span has its parent's ids, or zeros: ours must be its own.
  const isOwn = own.spanId !== INVALID_SPANID && own.spanId !== parentSpanId
  const ids = isOwn
    ? own
    : {
        traceId: (parentSpanId !== null && above?.traceId) || mintTraceId(),
        spanId: mintSpanId(),
        traceFlags: TraceFlags.NONE,
      }
  return {
    span,
    traceId: ids.traceId,
    spanId: ids.spanId,
    parentSpanId,
    context: trace.setSpan(parent, isOwn ? span : trace.wrapSpanContext(ids)),
    name,
    startMs: Date.now(),
    startedMs: performance.now(),
    attributes,
  }
}

/** When the span that is on will have ended, if it ends now. Milliseconds since the epoch. */
export function endMsOf({ startMs, startedMs }: OwnSpan): number {
  return startMs + Math.max(0, performance.now() - startedMs)
}

/** Ends a span with what is known only now. `error`: text of the failure, or null; `endMs`: when it ended, default now. */
export function endSpan(
  { span }: OwnSpan,
  attributes: Attributes,
  error: string | null,
  endMs?: number,
): void {
  try {
    if (span.isRecording()) {
      span.setAttributes(attributes)
      if (error !== null) span.setStatus({ code: SpanStatusCode.ERROR, message: statusText(error) })
    }
  } finally {
    span.end(endMs)
  }
}

/** The span as it is reported to the observer. */
export function reportOf(
  own: OwnSpan,
  attributes: Attributes,
  endMs: number,
  error: string | null,
): ReportedSpan {
  return {
    traceId: own.traceId,
    spanId: own.spanId,
    parentSpanId: own.parentSpanId,
    name: own.name,
    startMs: own.startMs,
    endMs,
    attributes: { ...own.attributes, ...attributes },
    error: error === null ? null : statusText(error),
  }
}

/** Where a span of the lane begins: inside the application's own span when that is one of this run. */
export function parentContext(runContext: Context, mark: RunMark): Context {
  const active = context.active()
  const own = markOf(active)
  const parent = own?.runId === mark.runId ? active : runContext
  // A context is copied for each value that is set.
  return (parent === active ? own : markOf(parent))?.lane === mark.lane ? parent : withMark(parent, mark)
}

const statusChars = 500

/** Masked before it is cut, so that the cut does not hide the end of a secret from the pattern. */
function statusText(error: string): string {
  return maskSecrets(error.slice(0, statusChars * 4)).slice(0, statusChars)
}

/** A provider that throws costs its span, not the step. */
function startSpan(tracer: Tracer, name: string, attributes: Attributes, parent: Context): Span {
  try {
    return tracer.startSpan(name, { attributes }, parent)
  } catch (error) {
    diag.warn(`${sdkName}: the tracer provider failed to start a span`, error)
    return trace.wrapSpanContext(INVALID_SPAN_CONTEXT)
  }
}
