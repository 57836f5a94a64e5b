import { createHash } from 'node:crypto'
import {
  builtinPolicy,
  callFeatures,
  createMemory,
  defaultTraits,
  errorFeatures,
  failureSignatures,
  judge,
  observationFeatures,
  resolvePolicy,
  textFeatures,
  type Decision,
  type Finding,
  type Hashing,
  type Limits,
  type ModelStep,
  type OpinionStep,
  type Policy,
  type PolicyFile,
  type Preset,
  type RunMemory,
  type Step,
  type StepBase,
  type ToolStep,
} from '@loop-observer/rules'

/** SHA-256, first half: what the SDK and the sidecar use. */
export const hashing: Hashing = {
  digest: (text) => createHash('sha256').update(text).digest('hex').slice(0, 32),
  seed: 0,
}

/** What a scripted call looks like; everything has a plain default. */
export interface ScriptedCall {
  readonly tool?: string
  readonly args?: unknown
  /** Undefined: not captured. */
  readonly gives?: unknown
  readonly fails?: string
  readonly effect?: boolean
  readonly effectId?: string
  readonly round?: string
  readonly callId?: string
  readonly lane?: string
  /** Start, milliseconds; a second after the step before when absent. */
  readonly at?: number
  /** Milliseconds; 100 when absent. */
  readonly tookMs?: number
}

/** Makes steps one after the other, numbered in their lanes as the SDK does. */
export class Script {
  readonly steps: Step[] = []
  readonly #sequences = new Map<string, number>()
  #atMs = 1_000_000

  call(call: ScriptedCall = {}): this {
    const tool = call.tool ?? 'lookup'
    const step: ToolStep = {
      ...this.#base(call.lane, call.at, call.tookMs),
      kind: 'tool',
      tool,
      callId: call.callId ?? null,
      round: call.round ?? null,
      call: callFeatures(tool, call.args ?? {}, defaultTraits, hashing),
      observation: observationFeatures(call.fails ?? call.gives, hashing),
      ok: call.fails === undefined,
      error: call.fails === undefined ? null : errorFeatures(call.fails, hashing),
      effect: call.effect ?? false,
      readOnly: null,
      rank: 'sdk',
      ...(call.effectId === undefined ? {} : { effectId: call.effectId }),
    }
    this.steps.push(step)
    return this
  }

  model(text: string | null, tokens = 0, lane?: string): this {
    const step: ModelStep = {
      ...this.#base(lane),
      kind: 'model',
      model: 'scripted',
      tokensIn: tokens,
      tokensOut: 0,
      costUsd: null,
      text: text === null ? null : textFeatures(text, hashing),
    }
    this.steps.push(step)
    return this
  }

  check(
    name: string,
    failures: readonly string[],
    bar: Readonly<Record<string, string>> | null = null,
  ): this {
    const signatures = failureSignatures(failures, hashing)
    this.steps.push({ ...this.#base(), kind: 'check', check: name, failures: signatures, bar })
    return this
  }

  bar(bar: Readonly<Record<string, string>>): this {
    this.steps.push({ ...this.#base(), kind: 'bar', bar })
    return this
  }

  user(lane?: string): this {
    this.steps.push({ ...this.#base(lane), kind: 'user' })
    return this
  }

  progress(lane?: string): this {
    this.steps.push({ ...this.#base(lane), kind: 'progress' })
    return this
  }

  agentLimit(limit: string): this {
    this.steps.push({ ...this.#base(), kind: 'agent_limit', limit })
    return this
  }

  operator(act: 'halt' | 'resume', note: string | null = null, limits: Partial<Limits> | null = null): this {
    this.steps.push({ ...this.#base('main'), sequence: null, kind: 'operator', act, note, limits })
    return this
  }

  /** What a judge model says of the lane as it stands after every step so far. */
  opinion(answerable: boolean | null, ordinal = this.steps.length): this {
    const step: OpinionStep = {
      ...this.#base('*'),
      lane: 'main',
      sequence: null,
      kind: 'opinion',
      turn: ordinal,
      ordinal,
      answerable,
      failure: answerable === null ? 'timeout' : null,
      model: 'cheap',
      tokensIn: null,
      tokensOut: null,
      costUsd: null,
    }
    this.steps.push(step)
    return this
  }

  times(count: number, one: (script: this, index: number) => void): this {
    for (let index = 0; index < count; index++) one(this, index)
    return this
  }

  #base(lane = 'main', at?: number, tookMs = 100): StepBase {
    const sequence = this.#sequences.get(lane) ?? 0
    this.#sequences.set(lane, sequence + 1)
    this.#atMs = at ?? this.#atMs + 1000
    return {
      id: `s${this.steps.length}`,
      lane,
      startedAtMs: this.#atMs,
      endedAtMs: this.#atMs + tookMs,
      receivedAtMs: this.#atMs + tookMs,
      sequence,
      traceId: null,
      spanId: null,
    }
  }
}

/** The built-in policy of a preset, as it holds for a run of the SDK. */
export function policyOf(preset: Preset = 'balanced', file: Partial<PolicyFile> = {}): Policy {
  return resolvePolicy({ ...builtinPolicy, ...file, preset }, { source: 'sdk', agent: null, attributes: {} })
}

/** Everything that came of judging steps one by one. */
export interface Outcome {
  readonly memory: RunMemory
  readonly decisions: readonly Decision[]
  readonly findings: readonly Finding[]
  /** `nudge repetition @3`: what happened at which step. */
  readonly story: readonly string[]
}

/** Judges steps one at a time, as a live run is. */
export function judgeOneByOne(steps: readonly Step[], policy: Policy = policyOf()): Outcome {
  let memory = createMemory('run', 'sdk', policy.version)
  const decisions: Decision[] = []
  const findings: Finding[] = []
  for (const step of steps) {
    const judgement = judge(memory, [step], policy)
    memory = judgement.memory
    decisions.push(...judgement.decisions)
    findings.push(...judgement.findings)
  }
  const story = decisions.map(({ action, reason, step }) => `${action} ${reason} @${step.slice(1)}`)
  return { memory, decisions, findings, story }
}
