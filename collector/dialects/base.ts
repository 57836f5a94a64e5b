import { loopAttributes } from '@loop-observer/rules'
import type { SpanView } from '../receiver/span-view.ts'
import { agentName, laneName } from './field-list.ts'
import { readAmount, readText } from './fields.ts'
import type { ReadingBase } from './reading.ts'

/** Identity, time and place of a span, common to all readings. */
export function readBase(span: SpanView, dialect: string): ReadingBase {
  return {
    traceId: span.traceId,
    spanId: span.spanId,
    parentSpanId: span.parentSpanId,
    startMs: span.startMs,
    endMs: span.endMs,
    runId: readText(span, runIdSources, dialect),
    stepId: readText(span, stepIdSources, dialect),
    sequence: readAmount(span, sequenceSources, dialect),
    lane:
      readText(span, laneSources, dialect) ??
      (dialect === 'loop' ? 'main' : readText(span, laneName, dialect)),
    agent: readText(span, agentName, dialect),
    dialect,
  }
}

const runIdSources = [loopAttributes.runId]
const stepIdSources = [loopAttributes.stepId]
const sequenceSources = [loopAttributes.stepSequence]
const laneSources = [loopAttributes.lane]
