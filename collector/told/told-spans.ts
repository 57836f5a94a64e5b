import { createHash } from 'node:crypto'
import { loopAttributes, type RunSource } from '@loop-observer/rules'
import { version } from '../start/version.ts'

/** What every told step says. */
interface ToldBase {
  /** Unique in the run; told twice, it counts once. */
  readonly id: string
  readonly lane: string
  /** Milliseconds since the epoch. */
  readonly startMs: number
  /** Milliseconds since the epoch. */
  readonly endMs: number
}

/** A tool call that somebody told us, with what came back. */
interface ToldCall extends ToldBase {
  readonly kind: 'tool'
  readonly tool: string
  /** As the model gave it: other sources of the same call carry it too. */
  readonly callId: string | null
  /** Calls of one model turn share it; null when unknown. */
  readonly round: string | null
  /** Undefined: not told. */
  readonly args: unknown
  /** Undefined: not told. */
  readonly observation: unknown
  /** Null when it is not told whether the call failed. */
  readonly failed: boolean | null
}

/** A call of the model. */
interface ToldTurn extends ToldBase {
  readonly kind: 'model'
  readonly model: string | null
  /** Null when it is not told. */
  readonly tokensIn: number | null
  /** Null when it is not told. */
  readonly tokensOut: number | null
  /** The model's own words; null when there are none. */
  readonly text: string | null
}

/** A person's message. */
interface ToldMessage extends ToldBase {
  readonly kind: 'user'
}

/** A step that somebody told us, instead of a span. */
export type ToldStep = ToldCall | ToldTurn | ToldMessage

/** The run that the steps are of. */
export interface ToldRun {
  readonly run: string
  /** 32 hex digits; null derives one from the run. */
  readonly traceId: string | null
  readonly source: RunSource
  readonly agent: string | null
  /** Describes whoever runs the agent; routes of the policy may match it. */
  readonly resource: Readonly<Record<string, string>>
}

/**
 * Puts told steps into an `ExportTraceServiceRequest` in OTLP/JSON, in our own vocabulary, so that
 * they take the way of all spans.
 */
export function toldSpans(run: ToldRun, steps: readonly ToldStep[]): string {
  const traceId = run.traceId ?? hex(`trace ${run.run}`, 32)
  const scope = { name: 'loop-observer', version }
  const spans = steps.map((step) => spanOf(run, step, traceId))
  const resource = { attributes: keyValues(run.resource) }
  return JSON.stringify({ resourceSpans: [{ resource, scopeSpans: [{ scope, spans }] }] })
}

function spanOf(run: ToldRun, step: ToldStep, traceId: string): object {
  const failure = step.kind === 'tool' && step.failed === true
  return {
    traceId,
    spanId: hex(`span ${run.run} ${step.id}`, 16),
    name: step.kind === 'tool' ? `execute_tool ${step.tool}` : step.kind,
    kind: 1,
    startTimeUnixNano: nanoseconds(step.startMs),
    endTimeUnixNano: nanoseconds(step.endMs),
    attributes: keyValues({
      [loopAttributes.stepKind]: step.kind,
      [loopAttributes.stepId]: step.id,
      [loopAttributes.lane]: step.lane,
      [loopAttributes.source]: run.source,
      ...(run.agent === null ? {} : { [loopAttributes.agent]: run.agent }),
      ...(step.kind === 'tool' ? callAttributes(step) : {}),
      ...(step.kind === 'model' ? turnAttributes(step) : {}),
    }),
    status: failure ? { code: 2, message: clip(textOf(step.observation) ?? '', longestError) } : {},
  }
}

function callAttributes(call: ToldCall): Readonly<Record<string, string>> {
  const { callId, round } = call
  const args = textOf(call.args)
  const observation = textOf(call.observation)
  return {
    'gen_ai.tool.name': call.tool,
    ...(callId === null ? {} : { 'gen_ai.tool.call.id': callId }),
    ...(round === null ? {} : { [loopAttributes.round]: round }),
    ...(args === undefined ? {} : { 'gen_ai.tool.call.arguments': clip(args, longestContent) }),
    ...(observation === undefined ? {} : { 'gen_ai.tool.call.result': clip(observation, longestContent) }),
  }
}

function turnAttributes({
  model,
  tokensIn,
  tokensOut,
  text,
}: ToldTurn): Readonly<Record<string, string | number>> {
  return {
    ...(model === null ? {} : { 'gen_ai.response.model': model }),
    ...(tokensIn === null ? {} : { 'gen_ai.usage.input_tokens': tokensIn }),
    ...(tokensOut === null ? {} : { 'gen_ai.usage.output_tokens': tokensOut }),
    ...(text === null ? {} : { [loopAttributes.text]: clip(text, longestContent) }),
  }
}

/** Characters of arguments or an observation that travel; of what is longer, its hash tells the rest. */
const longestContent = 128 * 1024
const longestError = 4000

function clip(text: string, most: number): string {
  return text.length <= most ? text : `${text.slice(0, most)}\n[cut, whole: ${hex(text, 32)}]`
}

function textOf(value: unknown): string | undefined {
  return value === undefined ? undefined : typeof value === 'string' ? value : JSON.stringify(value)
}

function hex(text: string, digits: number): string {
  return createHash('sha256').update(text).digest('hex').slice(0, digits)
}

function nanoseconds(ms: number): string {
  return `${Math.floor(ms)}000000`
}

function keyValues(values: Readonly<Record<string, string | number>>): readonly object[] {
  return Object.entries(values).map(([key, value]) => ({
    key,
    value: typeof value === 'string' ? { stringValue: value } : { intValue: String(Math.round(value)) },
  }))
}
