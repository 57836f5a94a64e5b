import { toldFailure } from '@loop-observer/rules'
import type { LogView } from '../receiver/log-view.ts'
import type { AttributeValue } from '../receiver/span-view.ts'
import { amendmentsOf } from './amendments.ts'
import { withoutStack } from './failure.ts'
import { readAmount, readField, readFlag, readText, type FieldHolder } from './fields.ts'
import { digest, digestOf } from './log-holder.ts'
import type { LogFields } from './log-vocabulary.ts'
import { trailingTurn } from './messages.ts'
import { isPlaceholderCallId } from './placeholders.ts'
import type {
  AmendmentReading,
  ModelReading,
  NoteReading,
  Reading,
  ReadingBase,
  ToolReading,
} from './reading.ts'
import { requestsIn } from './requests.ts'
import { unwrapArguments } from './unwrap-arguments.ts'
import { notCaptured, unwrap, type Unwrapped } from './unwrap.ts'
import { failureIn } from './tool-reading.ts'
import { wordsOf } from './words.ts'

/** A record that is read: what it holds, and where its vocabulary keeps it. */
export interface ReadableLog {
  readonly log: LogView
  readonly holder: FieldHolder
  readonly fields: Required<LogFields>
  readonly dialect: string
}

/** Identity, time and place of a record; null for one that names neither trace nor conversation. */
export function readLogBase({ log, holder, fields, dialect }: ReadableLog): ReadingBase | null {
  const session = readText(holder, fields.session)
  if (log.traceId === null && session === null) return null
  const durationMs = readAmount(holder, fields.durationMs) ?? 0
  return {
    traceId: log.traceId,
    spanId: digestOf(log),
    parentSpanId: log.spanId,
    startMs: Math.max(0, log.timeMs - durationMs),
    endMs: log.timeMs,
    runId: null,
    stepId: null,
    sequence: null,
    lane: readText(holder, fields.subAgent),
    actor: readText(holder, fields.actorName),
    agent: readText(holder, fields.agentName),
    dialect,
    log: { session },
  }
}

/** A tool call that ended when the record was written; null when it names no tool. */
export function readLogTool(base: ReadingBase, readable: ReadableLog): ToolReading | null {
  const { holder, fields } = readable
  const tool = readText(holder, fields.toolName)
  if (tool === null) return null
  const id = readText(holder, fields.callId)
  const args = readField(holder, fields.toolArguments)
  const size = readAmount(holder, fields.resultSize)
  return {
    ...base,
    kind: 'tool',
    tool,
    callId: id === null || isPlaceholderCallId(id, tool) ? null : id,
    args: args === undefined || args === null ? undefined : unwrapArguments(args),
    ...readEnd(readable),
    ...(size === null ? {} : { resultSize: size }),
    effect: false,
    readOnly: null,
    round: null,
    rank: 'log',
    features: null,
  }
}

/** How a call ended. */
function readEnd({ holder, fields }: ReadableLog): Pick<ToolReading, 'observation' | 'failed' | 'errorText'> {
  const { value, failed } = unwrapped(readField(holder, fields.toolObservation))
  const success = readFlag(holder, fields.success)
  const words = readText(holder, fields.failureText, 2000)
  const type = readText(holder, fields.failureType)
  const hasFailed = success === null ? failed || (words ?? type) !== null : failed || !success
  if (hasFailed) {
    const said = words === null ? null : withoutStack(words)
    const errorText = toldFailure({ words: [said, failureIn(value)], types: [type] })
    return { observation: value, failed: true, errorText }
  }
  return {
    observation: value,
    failed: success === true || value !== undefined ? false : null,
    errorText: null,
  }
}

/** A model call, and what its prompt says about earlier tool calls. `counts` is false where a span counts it. */
export function readLogModel(
  base: ReadingBase,
  { holder, fields }: ReadableLog,
  counts: boolean,
): readonly Reading[] {
  const output = readField(holder, fields.modelText) ?? null
  const asked = readField(holder, fields.modelRequests) ?? output
  const input = readField(holder, fields.modelInput) ?? null
  const parts = fields.tokensIn.map((sources) => readAmount(holder, sources))
  const model: ModelReading = {
    ...base,
    ...(base.log === undefined || counts ? {} : { log: { ...base.log, accompanies: true } }),
    kind: 'model',
    model: readText(holder, fields.modelName),
    tokensIn: parts.every((part) => part === null)
      ? null
      : parts.reduce<number>((sum, part) => sum + (part ?? 0), 0),
    tokensOut: readAmount(holder, fields.tokensOut),
    costUsd: readAmount(holder, fields.costUsd),
    text: output === null ? null : wordsOf(output),
    requests: asked === null ? [] : requestsIn(asked),
    features: null,
  }
  if (input === null) return [model]
  const turn = trailingTurn(input)
  return [...amendmentsOf(base, turn, base.parentSpanId ?? base.spanId).map(named), model]
}

/** The answer to one call that a later prompt repeats. */
export function readLogAnswer(
  base: ReadingBase,
  { holder, fields }: ReadableLog,
): readonly AmendmentReading[] {
  const callId = readText(holder, fields.callId)
  const tool = readText(holder, fields.toolName)
  const value = readField(holder, fields.toolObservation)
  if (callId === null || value === undefined || value === null) return []
  const turn = { answers: [{ callId, tool, value, failed: false }], requests: () => [], isOpening: false }
  const place = {
    spanId: base.parentSpanId ?? base.spanId,
    index: 0,
    of: 1,
    isNewest: false,
    request: () => null,
  }
  return amendmentsOf(base, turn, null).map((each) => named({ ...each, prompt: place }))
}

/** A person's message. */
export function readLogUser(base: ReadingBase): NoteReading {
  return { ...base, kind: 'user' }
}

/** Prompts repeat answers with every call: one answer is named by what it says, not by its record. */
function named(amendment: AmendmentReading): AmendmentReading {
  const { traceId, log, callId, observation } = amendment
  return callId === null
    ? amendment
    : { ...amendment, spanId: digest([traceId, log?.session, callId, observation]) }
}

function unwrapped(value: AttributeValue | undefined): Unwrapped {
  return value === undefined || value === null ? notCaptured : unwrap(value)
}
