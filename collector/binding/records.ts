import {
  callFeatures,
  errorFeatures,
  failureSignatures,
  observationFeatures,
  seenOn,
  textFeatures,
  unpackTextFeatures,
  unpackToolFeatures,
  type CallFeatures,
  type CallTelling,
  type FeatureKeys,
  type Hashing,
  type Step,
  type StepRecord,
  type ToolFeatures,
  type ToolStep,
  type ToolTraits,
} from '@loop-observer/rules'
import type {
  AgentLimitReading,
  MarkReading,
  ModelReading,
  ReadingBase,
  ToolReading,
} from '../dialects/reading.ts'
import { unwrapArguments } from '../dialects/unwrap-arguments.ts'
import { laneOf } from './actors.ts'
import { givenId } from './call-group.ts'
import type { BoundAmendment, BoundCall, BoundReading } from './merging.ts'
import { sourceOf } from './nesting.ts'
import { preview, type StoredContent } from './preview.ts'

/** What turning readings into steps needs to know. */
export interface RecordContext {
  readonly hashing: Hashing
  readonly keys: FeatureKeys & Pick<ToolTraits, 'checks'>
  readonly stored: StoredContent
  readonly nowMs: number
  /** Id of the run, to tell whether its only trace is the run. */
  readonly run: string
  /** Name of the agent whose lane is `main`; undefined when nobody was named. */
  readonly root: string | undefined
}

/** Reduces a reading to features and a preview: a step as it stands in the run's log. */
export function toRecord(reading: BoundReading, context: RecordContext): StepRecord {
  switch (reading.kind) {
    case 'tool':
      return toolRecord(reading, context)
    case 'model':
      return modelRecord(reading, context)
    case 'amendment':
      return amendmentRecord(reading, context)
    case 'agent_limit':
      return limitRecord(reading, context)
    case 'check':
    case 'bar':
    case 'user':
    case 'progress':
      return markRecord(reading, context)
  }
}

function toolRecord(reading: BoundCall, context: RecordContext): StepRecord {
  const features = toolFeatures(reading, context)
  const { args, observation, errorText } = reading
  return {
    step: {
      ...stepBase(reading, context),
      kind: 'tool',
      tool: reading.tool,
      callId: reading.callId,
      round: reading.round,
      call: features.call,
      observation: features.observation,
      ok: reading.failed === null ? null : !reading.failed,
      error: features.error,
      effect: reading.effect,
      readOnly: reading.readOnly,
      rank: reading.rank,
      ...rungOf(reading),
      ...(reading.effectId === undefined ? {} : { effectId: reading.effectId }),
      ...tellingOf(reading, context),
      ...linkOf(reading),
    },
    preview: preview({ args, observation: observation ?? errorText ?? observation }, context.stored),
  }
}

/** Log records have the call's id, or come beside a span that has it. */
function tellingOf({ told, rank }: BoundCall, { root }: RecordContext): Pick<ToolStep, 'told'> {
  if (told === undefined || (rank === 'log' && told.every(isUnnumbered))) return {}
  return { told: told.filter((each) => !isUnnumbered(each)).map((each) => callTelling(each, root)) }
}

function callTelling(reading: ToolReading, root: string | undefined): CallTelling {
  const { spanId, parentSpanId, lane, actor, startMs, endMs } = reading
  const named = lane === null && actor === null ? null : laneOf({ lane, actor }, root)
  return [spanId, parentSpanId, sourceOf(reading), givenId(reading), named, startMs, endMs]
}

/** A log record without an id of the call is paired by its place in the conversation, not by when it was written. */
function isUnnumbered({ rank, callId }: ToolReading): boolean {
  return rank === 'log' && callId === null
}

function linkOf({ linked }: { readonly linked?: string }): { readonly linked?: string } {
  return linked === undefined ? {} : { linked }
}

/** Where the observation was read, or how much it was, where the call's own record does not hold it. */
function rungOf(reading: ToolReading): Pick<ToolStep, 'seenIn' | 'resultSize'> {
  const { observation, failed, errorText, features, resultSize } = reading
  if (features !== null) return {}
  if (observation !== undefined) {
    const source = seenOn(reading)
    return source === null ? {} : { seenIn: source }
  }
  if (failed === true && errorText !== null) return { seenIn: 'error' }
  return resultSize === undefined ? {} : { resultSize }
}

function toolFeatures(reading: ToolReading, { hashing, keys }: RecordContext): ToolFeatures {
  const packed = reading.features === null ? null : unpackToolFeatures(reading.features)
  if (packed !== null) return packed
  const { tool, args, argsTool, observation, failed, errorText } = reading
  return {
    call: callFeatures(argsTool ?? tool, args, keys, hashing),
    // For a failure without a result its words are what came back.
    observation: observationFeatures(observation ?? errorText ?? observation, hashing),
    error: failed === true && errorText !== null ? errorFeatures(errorText, hashing) : null,
  }
}

function modelRecord(reading: ModelReading, context: RecordContext): StepRecord {
  const { model, tokensIn, tokensOut, costUsd, text } = reading
  const packed = reading.features === null ? null : unpackTextFeatures(reading.features)
  return {
    step: {
      ...stepBase(reading, context),
      kind: 'model',
      model,
      tokensIn,
      tokensOut,
      costUsd,
      text: packed ?? (text === null || text === '' ? null : textFeatures(text, context.hashing)),
    },
    preview: preview({ text }, context.stored),
  }
}

function amendmentRecord(reading: BoundAmendment, context: RecordContext): StepRecord {
  const { callId, observation, failed } = reading
  const words = typeof observation === 'string' ? observation : (JSON.stringify(observation) ?? '')
  const base = stepBase(reading, context)
  const asked = askedFeatures(reading, context)
  return {
    step: {
      ...base,
      id: `${base.id}/${callId}`,
      // A model step's number in its lane is the model step's own.
      sequence: null,
      kind: 'amendment',
      callId,
      observation: observationFeatures(observation, context.hashing),
      error: failed ? errorFeatures(words.slice(0, 2000), context.hashing) : null,
      ...(asked === undefined ? {} : { call: asked }),
      ...linkOf(reading),
    },
    preview: preview({ observation }, context.stored),
  }
}

/** The call as the prompt repeats it, where the call's own record was not seen to tell the arguments. */
function askedFeatures(
  { request }: BoundAmendment,
  { keys, hashing }: RecordContext,
): CallFeatures | undefined {
  if (request == null || request.args == null) return undefined
  return callFeatures(request.tool, unwrapArguments(request.args), keys, hashing)
}

function limitRecord(reading: AgentLimitReading, context: RecordContext): StepRecord {
  // The exception passes through every span around it: one limit a trace.
  const id = `limit:${reading.traceId}:${reading.limit}`
  return {
    step: { ...stepBase(reading, context), id, kind: 'agent_limit', limit: reading.limit },
    preview: null,
  }
}

function markRecord(reading: MarkReading, context: RecordContext): StepRecord {
  const base = stepBase(reading, context)
  if (reading.kind === 'bar') return { step: { ...base, kind: 'bar', bar: reading.bar }, preview: null }
  if (reading.kind !== 'check') return { step: { ...base, kind: reading.kind }, preview: null }
  const failures = reading.signatures ?? failureSignatures(reading.failures, context.hashing)
  return {
    step: {
      ...base,
      kind: 'check',
      check: reading.check,
      failures,
      bar: reading.bar,
      ...(reading.call === null ? {} : { call: reading.call }),
    },
    preview: preview({ observation: reading.failures.join('\n') }, context.stored),
  }
}

type Base = Pick<
  Step,
  'id' | 'lane' | 'startedAtMs' | 'endedAtMs' | 'receivedAtMs' | 'sequence' | 'traceId' | 'spanId'
>

function stepBase(reading: ReadingBase, { nowMs, run, root }: RecordContext): Base {
  const { traceId, spanId, stepId, sequence, log } = reading
  // Clocks that were never set give zero; a step must have a place in its lane all the same.
  const endedAtMs = reading.endMs > 0 ? reading.endMs : reading.startMs > 0 ? reading.startMs : nowMs
  const startedAtMs = reading.startMs > 0 ? Math.min(reading.startMs, endedAtMs) : endedAtMs
  return {
    id: stepId ?? idOf(reading, run),
    lane: laneOf(reading, root),
    startedAtMs,
    endedAtMs,
    receivedAtMs: nowMs,
    sequence: sequence === null || !Number.isInteger(sequence) ? null : sequence,
    traceId,
    spanId: log === undefined ? spanId : null,
  }
}

/** Span ids are unique in a trace. A run that is not its trace may have several. */
function idOf({ traceId, spanId, log }: ReadingBase, run: string): string {
  if (log !== undefined) return `log:${spanId}`
  return run === traceId ? spanId : `${traceId}-${spanId}`
}
