import type {
  AmendmentReading,
  ModelReading,
  ReadingBase,
  ToolReading,
  ToolRequest,
} from '../dialects/reading.ts'
import { unwrapArguments } from '../dialects/unwrap-arguments.ts'
import { isDistinctCallId } from './call-id.ts'

/** An agent's way to end its work, which no tool does: Pydantic AI, smolagents. */
const finalAnswers: ReadonlySet<string> = new Set(['final_result', 'final_answer'])

/** Of several answers in one prompt each has its place before the model call. */
const shareMs = 0.001

/**
 * The call that an answer tells, at its place before the model call that was given it. Null for what ends the
 * agent's work, and for an answer that may be an old one: only an id tells that it is not told again.
 */
export function answeredCall(
  amendment: AmendmentReading,
  tool: string,
  request: ToolRequest | null,
): ToolReading | null {
  const { prompt, observation, failed, callId, startMs } = amendment
  if (prompt === undefined || finalAnswers.has(tool)) return null
  const isDistinct = callId !== null && isDistinctCallId(callId, tool)
  if (!isDistinct && !prompt.isNewest) return null
  const call = toldCall(amendment, { callId, tool, args: request?.args }, `${prompt.spanId}:${prompt.index}`)
  return {
    ...call,
    ...at(startMs - (prompt.of - prompt.index) * shareMs),
    observation,
    failed,
    errorText: failed && typeof observation === 'string' ? observation : null,
  }
}

/** A call that a model asked for, null for what ends the agent's work: it began after the answer, and nobody knows what came back. */
export function askedCall(model: ModelReading, request: ToolRequest, index: number): ToolReading | null {
  if (finalAnswers.has(request.tool)) return null
  return {
    ...toldCall(model, request, `${spanOf(model)}/${index}`),
    ...at(model.endMs + index * shareMs),
  }
}

function at(atMs: number): Pick<ToolReading, 'startMs' | 'endMs'> {
  return { startMs: atMs, endMs: atMs }
}

/** `place` names the call in its run where its id does not. */
function toldCall(
  reading: AmendmentReading | ModelReading,
  { callId, tool, args }: ToolRequest,
  place: string,
): ToolReading {
  const id = callId !== null && isDistinctCallId(callId, tool) ? callId : null
  return {
    ...baseOf(reading),
    kind: 'tool',
    stepId: `prompt:${id ?? place}`,
    sequence: null,
    tool,
    callId: id,
    args: args === undefined || args === null ? undefined : unwrapArguments(args),
    observation: undefined,
    failed: null,
    errorText: null,
    effect: false,
    readOnly: null,
    round: null,
    rank: 'prompt',
    features: null,
  }
}

/** The span of a model call, also where a log record beside it says what was asked for. */
function spanOf({ log, parentSpanId, spanId }: ModelReading): string {
  return log === undefined ? spanId : (parentSpanId ?? spanId)
}

function baseOf(reading: ReadingBase): ReadingBase {
  const { traceId, spanId, parentSpanId, startMs, endMs, runId, stepId, sequence, lane, actor } = reading
  const { agent, dialect, log } = reading
  const base = {
    traceId,
    spanId,
    parentSpanId,
    startMs,
    endMs,
    runId,
    stepId,
    sequence,
    lane,
    actor,
    agent,
    dialect,
  }
  return log === undefined ? base : { ...base, log }
}
