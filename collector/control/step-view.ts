import type {
  CallFeatures,
  CheckStep,
  Observation,
  OperatorStep,
  OutcomeStep,
  Preview,
  Step,
  StepRecord,
  ToolStep,
} from '@loop-observer/rules'

/** A step as people see it: fingerprints and previews, none of the sketches that rules compare. */
export interface StepView {
  /** Place in the run's log. */
  readonly position: number
  readonly id: string
  readonly kind: Step['kind']
  readonly lane: string
  readonly startedAtMs: number
  readonly endedAtMs: number
  readonly receivedAtMs: number
  readonly sequence: number | null
  readonly traceId: string | null
  readonly spanId: string | null
  readonly preview: Preview | null
  /** What its kind adds. */
  readonly [detail: string]: unknown
}

/** The record at `position` of the log, for people. */
export function stepView({ step, preview }: StepRecord, position: number): StepView {
  const { id, kind, lane, startedAtMs, endedAtMs, receivedAtMs, sequence, traceId, spanId } = step
  const base = { id, kind, lane, startedAtMs, endedAtMs, receivedAtMs, sequence, traceId, spanId }
  return { position, ...base, ...details(step), preview }
}

function details(step: Step): Readonly<Record<string, unknown>> {
  switch (step.kind) {
    case 'tool':
      return toolDetails(step)
    case 'model':
      return {
        model: step.model,
        tokensIn: step.tokensIn,
        tokensOut: step.tokensOut,
        costUsd: step.costUsd,
        text: step.text === null ? null : step.text.fingerprint,
      }
    case 'check':
      return checkDetails(step)
    case 'bar':
      return {
        bar: step.bar,
        ...(step.inherited === undefined ? {} : { inherited: step.inherited.map(({ name }) => name) }),
        ...(step.retired === undefined ? {} : { retired: step.retired }),
      }
    case 'agent_limit':
      return { limit: step.limit }
    case 'naming':
      return { agent: step.agent }
    case 'operator':
      return operatorDetails(step)
    case 'effect':
      return { effect: step.effect, attempt: step.attempt, act: step.act, tool: step.tool, note: step.note }
    case 'ack':
      return { seq: step.seq, stage: step.stage }
    case 'outcome':
      return outcomeDetails(step)
    case 'opinion': {
      const { turn, answerable, failure, model, tokensIn, tokensOut, costUsd } = step
      return { turn, answerable, failure, model, tokensIn, tokensOut, costUsd }
    }
    case 'amendment':
      return { callId: step.callId, observation: observationView(step.observation), error: step.error }
    case 'user':
    case 'progress':
    case 'tick':
    case 'fence':
      return {}
  }
}

function operatorDetails({ act, note, limits, tools }: OperatorStep): Readonly<Record<string, unknown>> {
  return { act, note, limits, ...(tools === undefined ? {} : { tools }) }
}

function checkDetails({ check, failures, bar, call }: CheckStep): Readonly<Record<string, unknown>> {
  return { check, failures, bar, ...(call === undefined ? {} : { call }) }
}

function toolDetails(step: ToolStep): Readonly<Record<string, unknown>> {
  const { tool, callId, round, ok, error, effect, readOnly, rank, seenIn, resultSize } = step
  const call = callView(step.call)
  return {
    tool,
    callId,
    round,
    ok,
    error,
    effect,
    readOnly,
    rank,
    ...(seenIn === undefined ? {} : { seenIn }),
    ...(resultSize === undefined ? {} : { resultSize }),
    call,
    observation: observationView(step.observation),
  }
}

function callView({
  exact,
  gist,
  resource,
  writes,
}: CallFeatures): Pick<CallFeatures, 'exact' | 'gist' | 'resource' | 'writes'> {
  return { exact, gist, resource, writes }
}

function observationView(observation: Observation): Readonly<Record<string, unknown>> {
  if (observation.state !== 'known') return { state: observation.state }
  const { state, fingerprint, lineCount, sizeChars } = observation
  return { state, fingerprint, lineCount, sizeChars }
}

function outcomeDetails({
  outcome,
  correct,
  reason,
  observed,
}: OutcomeStep): Readonly<Record<string, unknown>> {
  return {
    outcome,
    correct,
    ...(reason === undefined ? {} : { reason }),
    ...(observed === undefined ? {} : { observed }),
  }
}
