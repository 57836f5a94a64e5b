import { loopAttributes, outcomes } from '@loop-observer/rules'
import type { SpanView } from '../receiver/span-view.ts'
import { readBase } from './base.ts'
import { failureOf } from './failure.ts'
import type { EndReading } from './reading.ts'

/**
 * What the end of a span says of the end of its run, or null: our own span around a run says how it ended; of others
 * the root of a trace, where it is no step itself, says that the work is over, and by its status whether it failed. So
 * does the root in its process, of an agent or a request, whose caller may not tell its spans.
 */
export function readEnd(span: SpanView, dialect: string): EndReading | null {
  const told = toldOutcome(span)
  const isEntry = span.isParentRemote && (dialect !== 'generic' || entryKinds.has(span.kind))
  if (told === null && span.parentSpanId !== null && !isEntry) return null
  const outcome = told ?? outcomeOf(span)
  return {
    ...readBase(span, dialect),
    kind: 'end',
    outcome,
    errorText: outcome === 'failed' ? (failureOf(span, dialect).words[0] ?? null) : null,
    fromMs: told === null && isEntry ? span.startMs : null,
    startMs: span.endMs,
  }
}

/** OTLP `SpanKind` of what comes in: a request, a message. */
const entryKinds: ReadonlySet<number> = new Set([2, 5])

function toldOutcome({ attributes }: SpanView): EndReading['outcome'] | null {
  const told = attributes.get(loopAttributes.outcome)
  return told === undefined ? null : (ends.find((outcome) => outcome === told) ?? null)
}

const ends = outcomes.filter((outcome) => outcome !== 'open')

function outcomeOf({ statusCode }: SpanView): EndReading['outcome'] {
  return statusCode === 2 ? 'failed' : 'answered'
}
