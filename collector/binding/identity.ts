import type { PolicyFile } from '@loop-observer/rules'
import { fieldsOf } from '../dialects/fields-of.ts'
import { readText } from '../dialects/fields.ts'
import type { Reading } from '../dialects/reading.ts'
import type { SpanReadings } from './binding.ts'
import { isDistinctCallId } from './call-id.ts'
import type { SpanContext } from './intro.ts'

/** In `run_key` the word for the session, conversation or thread of whatever vocabulary a span is of. */
const conversationWord = 'conversation'
const longestValue = 256

/** The readings with actor and agent as the attributes say that the policy names. */
export function identified(span: SpanReadings, { laneKey, agentKey }: PolicyFile): SpanReadings {
  const actor = firstValue(span, laneKey)
  const agent = firstValue(span, agentKey)
  if (actor === null && agent === null) return span
  const readings = span.readings.map((reading) => ({
    ...reading,
    ...(actor === null ? {} : { actor, lane: null }),
    ...(agent === null ? {} : { agent }),
  }))
  return { ...span, readings }
}

/**
 * What besides `loop.run.id` and the trace names the run of a span, or null: the first attribute of the
 * policy's list that it carries. Without any, a model or tool call that is a trace of its own, and a log record
 * outside any trace, belong to their session.
 */
export function runValueOf(span: SpanReadings, reading: Reading, { runKey }: PolicyFile): string | null {
  for (const key of runKey ?? []) {
    const value = key === conversationWord ? sessionOf(span, reading) : valueOf(span, key)
    if (value !== null) return value
  }
  return reading.traceId === null || isAlone(reading) ? sessionOf(span, reading) : null
}

/** Ids by which a model call that is a trace of its own, and names no session, is known to go on a conversation. */
export function chainOf({ readings }: SpanReadings): readonly string[] | null {
  if (!readings.some((each) => each.kind === 'model' && isAlone(each))) return null
  const answered = readings.flatMap((each) => ('callId' in each ? [idOf(each.callId, each.tool)] : []))
  const asked = readings.flatMap((each) =>
    each.kind === 'model' ? (each.requests ?? []).map(({ callId, tool }) => idOf(callId, tool)) : [],
  )
  const ids = [...new Set([...answered, ...asked])].filter((id) => id !== null)
  return ids.length === 0 ? null : ids.slice(0, mostCalls)
}

const mostCalls = 8

function idOf(callId: string | null, tool: string | null): string | null {
  return callId !== null && isDistinctCallId(callId, tool ?? '') ? callId : null
}

/** The first value that a span or its resource has of these attributes, or null. */
function firstValue(span: SpanContext, keys: readonly string[] | undefined): string | null {
  for (const key of keys ?? []) {
    const value = valueOf(span, key)
    if (value !== null) return value
  }
  return null
}

function valueOf(span: SpanContext, attribute: string): string | null {
  const value = span.attributes.get(attribute) ?? span.resource.get(attribute)
  const isUsable = (typeof value === 'string' && value.trim() !== '') || typeof value === 'number'
  return isUsable ? String(value).trim().slice(0, longestValue) : null
}

function sessionOf(span: SpanReadings, { dialect, log }: Reading): string | null {
  if (log !== undefined) return log.session
  const holder = { name: '', attributes: span.attributes, events: [] }
  return readText(holder, fieldsOf(dialect).session, longestValue) ?? valueOf(span, 'session.id')
}

/** No agent's span is around it: the instrumentation sees single calls, each a trace of its own. */
function isAlone({ kind, parentSpanId, log }: Reading): boolean {
  return (
    log === undefined &&
    parentSpanId === null &&
    (kind === 'model' || kind === 'tool' || kind === 'amendment')
  )
}
