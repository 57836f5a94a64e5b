import {
  callFeatures,
  errorFeatures,
  failureSignatures,
  observationFeatures,
  recognisedCheck,
  seenFailure,
  toldFailure,
  textFeatures,
  type FeatureKeys,
  type Hashing,
  type Observation,
  type Step,
  type StepBase,
  type ToolTraits,
} from '@loop-observer/rules'
import type { RecordedRun, RecordedStep } from './recorded-run.ts'

/** How content becomes features. */
export interface Extraction {
  readonly hashing: Hashing
  readonly keys: FeatureKeys & Pick<ToolTraits, 'checks'>
}

/** A step of a recorded run with the index it stands at. */
export interface ReplayStep {
  readonly index: number
  readonly step: Step
}

/** The root lane's name in recorded runs is the agent's; the engine calls it `main`. */
function laneName(run: RecordedRun, step: RecordedStep): string {
  const agent = step.agent ?? run.agent ?? 'main'
  return agent === run.agent ? 'main' : agent
}

/** The run as the engine would have seen it live: one step after the other, numbered in its lane. */
export function recordedSteps(run: RecordedRun, extraction: Extraction): readonly ReplayStep[] {
  const numbering = new Numbering()
  const steps: ReplayStep[] = []
  const checked = new Set<string>()
  let endMs = 0
  for (const [index, recorded] of run.steps.entries()) {
    const base = baseOf(run, recorded, index, endMs)
    endMs = Math.max(endMs, base.endedAtMs)
    for (const step of stepsOf(recorded, base, extraction)) {
      // A second record of a call is no second pass of the check that it made.
      if (step.kind === 'check' && step.call !== undefined && recorded.id != null) {
        if (checked.has(String(recorded.id))) continue
        checked.add(String(recorded.id))
      }
      steps.push({ index, step: numbering.number(step) })
    }
  }
  return steps
}

/** Numbers each lane from 0. A second record of a call is no step of its own and gets no number. */
class Numbering {
  readonly #next = new Map<string, number>()
  readonly #calls = new Set<string>()

  number(step: Step): Step {
    if (step.kind === 'tool' && step.callId !== null) {
      if (this.#calls.has(step.callId)) return step
      this.#calls.add(step.callId)
    }
    const sequence = this.#next.get(step.lane) ?? 0
    this.#next.set(step.lane, sequence + 1)
    return { ...step, sequence }
  }
}

/** A step of which no time was recorded begins when the one before it ended. */
function baseOf(run: RecordedRun, recorded: RecordedStep, index: number, previousEndMs: number): StepBase {
  const startedAtMs = recorded.at ?? previousEndMs
  const endedAtMs = startedAtMs + (recorded.took ?? 0)
  return {
    id: String(index),
    lane: laneName(run, recorded),
    startedAtMs,
    endedAtMs,
    receivedAtMs: endedAtMs,
    sequence: null,
    traceId: null,
    spanId: null,
  }
}

function stepsOf(recorded: RecordedStep, base: StepBase, extraction: Extraction): readonly Step[] {
  const kind = recorded.kind ?? 'tool'
  if (kind === 'user') return [{ ...base, kind: 'user' }]
  if (kind === 'check') return [checkStep(recorded, base, extraction)]
  // A tool step without a tool is the model's words alone.
  if (kind === 'model' || recorded.tool == null) return [modelStep(recorded, base, extraction)]
  const tool = toolStep(recorded, recorded.tool, base, extraction)
  const calls = [tool, ...recognised(recorded, recorded.tool, base, extraction)]
  const spent = recorded.tokens_in ?? recorded.tokens_out ?? recorded.cost_usd
  return spent == null
    ? calls
    : [modelStep(recorded, { ...base, id: `${base.id}:model` }, extraction), ...calls]
}

/** The pass that a call made, where the policy names its tool as a check. */
function recognised(
  { args, observation, error, ok = null }: RecordedStep,
  tool: string,
  base: StepBase,
  { hashing, keys }: Extraction,
): readonly Step[] {
  const said = observation ?? error ?? undefined
  const found = recognisedCheck({ tool, args, observation: said, ok }, keys, hashing)
  if (found === null) return []
  const { check, failures } = found
  const at = { startedAtMs: base.endedAtMs, id: `${base.id}:check` }
  return [{ ...base, ...at, kind: 'check', check, failures, bar: null, call: base.id }]
}

function toolStep(recorded: RecordedStep, tool: string, base: StepBase, { hashing, keys }: Extraction): Step {
  return {
    ...base,
    kind: 'tool',
    tool,
    callId: recorded.id == null ? null : String(recorded.id),
    round: recorded.round == null ? null : String(recorded.round),
    call: callFeatures(tool, recorded.args, keys, hashing),
    observation: observationOf(recorded, hashing),
    ok: recorded.ok ?? null,
    error: errorOf(recorded, hashing),
    effect: recorded.effect ?? false,
    readOnly: null,
    rank: 'own_span',
  }
}

/** `null` is not captured; a truncated observation is the same only when the whole was the same. */
function observationOf(recorded: RecordedStep, hashing: Hashing): Observation {
  if (recorded.observation == null) return { state: 'unknown' }
  const features = observationFeatures(recorded.observation, hashing)
  if (features.state !== 'known' || recorded.obs_hash == null) return features
  return { ...features, fingerprint: hashing.digest(`obs_hash:${recorded.obs_hash}`) }
}

function errorOf(recorded: RecordedStep, hashing: Hashing): ReturnType<typeof errorFeatures> | null {
  const { error, observation } = recorded
  if (error != null) {
    const words = [asText(error), observation == null ? null : asText(observation)]
    return errorFeatures(toldFailure({ words }) ?? asText(error), hashing)
  }
  if (observation == null || observation === '' || recorded.ok === true) return null
  const failure = recorded.ok === false ? asText(observation) : seenFailure(observation)
  return failure === null ? null : errorFeatures(failure, hashing)
}

function asText(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value)
}

function modelStep(recorded: RecordedStep, base: StepBase, { hashing }: Extraction): Step {
  return {
    ...base,
    kind: 'model',
    model: recorded.model ?? null,
    tokensIn: recorded.tokens_in ?? null,
    tokensOut: recorded.tokens_out ?? null,
    costUsd: recorded.cost_usd ?? null,
    text: recorded.text == null || recorded.text === '' ? null : textFeatures(recorded.text, hashing),
  }
}

function checkStep(recorded: RecordedStep, base: StepBase, { hashing }: Extraction): Step {
  return {
    ...base,
    kind: 'check',
    check: recorded.check ?? '',
    failures: failureSignatures(recorded.failures ?? [], hashing),
    bar: recorded.bar ?? null,
  }
}
