import { loopAttributes } from '@loop-observer/rules'
import type { SpanView } from '../receiver/span-view.ts'
import { fieldsOf } from './fields-of.ts'
import { readAmount, readText } from './fields.ts'
import type { ReadingBase } from './reading.ts'

/** Identity, time and place of a span, common to all readings. */
export function readBase(span: SpanView, dialect: string): ReadingBase {
  const { subAgent, laneName, agentName } = fieldsOf(dialect)
  return {
    traceId: span.traceId,
    spanId: span.spanId,
    parentSpanId: span.parentSpanId,
    startMs: span.startMs,
    endMs: span.endMs,
    runId: readText(span, runIdSources),
    stepId: readText(span, stepIdSources),
    sequence: readAmount(span, sequenceSources),
    lane: readText(span, laneSources) ?? (dialect === 'loop' ? 'main' : readText(span, subAgent)),
    actor: readText(span, laneName),
    agent: readText(span, agentName),
    dialect,
  }
}

const runIdSources = [loopAttributes.runId]
const stepIdSources = [loopAttributes.stepId]
const sequenceSources = [loopAttributes.stepSequence]
const laneSources = [loopAttributes.lane]
