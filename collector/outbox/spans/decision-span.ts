import { createHash } from 'node:crypto'
import { loopAttributes, type Decision } from '@loop-observer/rules'
import { ROOT_CONTEXT, SpanKind, TraceFlags, trace, type Link, type SpanContext } from '@opentelemetry/api'
import type { Resource } from '@opentelemetry/resources'
import { AlwaysOnSampler, TracerProvider, type ReadableSpan } from '@opentelemetry/sdk-trace'
import type { RunKey, RunSummary } from '../../store/store.ts'
import type { EvidenceStep, SpanPlace } from '../about-run.ts'
import { attributesOf, evaluationEvent, evaluationOf } from './attributes.ts'
import { decisionScope } from './scope.ts'

/** What the span of a decision is made of. */
export interface DecisionFacts {
  readonly key: RunKey
  readonly decision: Decision
  readonly summary: RunSummary | null
  readonly evidence: readonly EvidenceStep[]
  /** The run's own span; null when none is known. */
  readonly parent: SpanPlace | null
  /** Trace of the run; null when it has none. */
  readonly traceId: string | null
  readonly page: string
}

/**
 * Makes spans of decisions with OpenTelemetry's SDK. The ids derive from the run and the number of the
 * decision, so that one that is exported twice is the same span. A run without a trace gets one of its own.
 */
export function decisionSpans(resource: Resource, version: string): (facts: DecisionFacts) => ReadableSpan {
  let ids = { traceId: '', spanId: '' }
  const ended: ReadableSpan[] = []
  const provider = new TracerProvider({
    resource,
    sampler: new AlwaysOnSampler(),
    idGenerator: { generateTraceId: () => ids.traceId, generateSpanId: () => ids.spanId },
    spanProcessors: [
      {
        onStart: () => undefined,
        onEnd: (span) => void ended.push(span),
        forceFlush: () => Promise.resolve(),
        shutdown: () => Promise.resolve(),
      },
    ],
  })
  const tracer = provider.getTracer(decisionScope, version)
  return ({ key, decision, summary, evidence, parent, traceId, page }) => {
    ids = { traceId: parent?.traceId ?? traceId ?? digest(key, 32), spanId: spanIdOf(key, decision.seq) }
    const span = tracer.startSpan(
      `${decision.action} ${decision.reason}${decision.enforced ? '' : ' (recorded)'}`,
      {
        kind: SpanKind.INTERNAL,
        startTime: decision.issuedAtMs,
        attributes: attributesOf(decision, summary, page),
        links: evidence.flatMap(linkOf),
      },
      parent === null ? ROOT_CONTEXT : trace.setSpanContext(ROOT_CONTEXT, remote(parent)),
    )
    span.addEvent(evaluationEvent, evaluationOf(decision), decision.issuedAtMs)
    span.end(decision.issuedAtMs)
    const made = ended.pop()
    if (made === undefined) throw new Error('The span of a decision was not recorded.')
    return made
  }
}

/** Id of the span of a decision, 16 hex digits. */
export function spanIdOf(key: RunKey, seq: number): string {
  return digest(`${key}#${seq}`, 16)
}

function digest(text: string, digits: number): string {
  const hex = createHash('sha256').update(text).digest('hex').slice(0, digits)
  return /^0+$/.test(hex) ? hex.replace(/0$/, '1') : hex
}

function linkOf({ step, span }: EvidenceStep): readonly Link[] {
  return span === null ? [] : [{ context: remote(span), attributes: { [loopAttributes.stepId]: step } }]
}

function remote({ traceId, spanId }: SpanPlace): SpanContext {
  return { traceId, spanId, traceFlags: TraceFlags.SAMPLED, isRemote: true }
}
