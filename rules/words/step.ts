import type { CallTelling, ObservationSource, SourceRank } from './call-source.ts'
import type { CallFeatures, ErrorFeatures, Fingerprint, Observation, TextFeatures } from './features.ts'
import type { Outcome, Reason } from './reason.ts'

/** Fields that every step carries. */
export interface StepBase {
  /** Unique in the run; a second step with the same id is the same step. */
  readonly id: string
  /** The actor in the run. `main` when the run has one. */
  readonly lane: string
  /** When it began, milliseconds since the epoch. */
  readonly startedAtMs: number
  /** When it ended, milliseconds since the epoch. */
  readonly endedAtMs: number
  /** When the observer received it, on the store's clock, milliseconds since the epoch. */
  readonly receivedAtMs: number
  /**
   * Place in its lane, 0, 1, 2, … in the order in which the steps ended, as numbered by the SDK.
   * Null for a step that telemetry reported without a number.
   */
  readonly sequence: number | null
  /** W3C trace id, 32 hex digits, or null. */
  readonly traceId: string | null
  /** W3C span id, 16 hex digits, or null. */
  readonly spanId: string | null
}

/** A tool call with its observation. */
export interface ToolStep extends StepBase {
  readonly kind: 'tool'
  readonly tool: string
  /** Id of the call, unique in the run, or null where the source gives none that can be trusted. */
  readonly callId: string | null
  /** Calls of one model turn share it. Null when unknown. */
  readonly round: string | null
  readonly call: CallFeatures
  readonly observation: Observation
  /** Null when the source does not say. */
  readonly ok: boolean | null
  /** Null when the call did not fail, or failed without any text. */
  readonly error: ErrorFeatures | null
  /** True when the source says that the call changes the outside world. The policy may say so too. */
  readonly effect: boolean
  /** From tool annotations (MCP `readOnlyHint`, `destructiveHint`); null when there are none. */
  readonly readOnly: boolean | null
  readonly rank: SourceRank
  /** Where the observation was read, when it was not on the call's own record; absent when it was, or nowhere. */
  readonly seenIn?: ObservationSource
  /** Exact size of a result that was not captured, in the unit of its source. Says nothing about what it was. */
  readonly resultSize?: number
  /** The reserved effect that the call carries out, which is counted already; absent when it has none. */
  readonly effectId?: string
  /** The records that it was put together from, by which others of the same call are known; absent: by `callId` alone. */
  readonly told?: readonly CallTelling[]
  /** Id of an earlier call that this seems to be told of once more: counts only when that one is settled as it arrives. */
  readonly linked?: string
}

/** A call of a language model. */
export interface ModelStep extends StepBase {
  readonly kind: 'model'
  readonly model: string | null
  readonly tokensIn: number | null
  readonly tokensOut: number | null
  readonly costUsd: number | null
  /** Null when the text was not captured, or when there was none. */
  readonly text: TextFeatures | null
}

/** One pass of an independent verification. */
export interface CheckStep extends StepBase {
  readonly kind: 'check'
  readonly check: string
  /** One signature for each failure line, every number masked. Empty when the pass is clean. */
  readonly failures: readonly Fingerprint[]
  /** Criterion to digest of its content, or null when the check shows no bar. */
  readonly bar: Readonly<Record<string, string>> | null
  /** The tool step in whose output the check was recognised; absent when it was reported as a check. */
  readonly call?: string
}

/** A criterion that is frozen. */
export interface Criterion {
  readonly name: string
  /** Hash of the digest of its content; 0 of a number. */
  readonly digest: number
  /** Of a criterion that is a number (tests that are run, coverage): it may rise, never fall. */
  readonly atLeast?: number
  /** True when it is the parent run's: then a bar that is shown need not restate it. */
  readonly inherited?: boolean
}

/**
 * The criteria that checks of the run measure against are registered: from here on they may rise, never
 * fall. In the lane `*` it is told from outside of the run, and holds at once.
 */
export interface BarStep extends StepBase {
  readonly kind: 'bar'
  /** Criterion to digest of its content. */
  readonly bar: Readonly<Record<string, string>>
  /** The bar of the run that started this one. */
  readonly inherited?: readonly Criterion[]
  /** Names of criteria that a person retires: they no longer count, shown or not. */
  readonly retired?: readonly string[]
}

/** A message from a person, a timer or the harness. */
export interface UserStep extends StepBase {
  readonly kind: 'user'
}

/** The agent, or the application around it, states that a subtask is done. */
export interface ProgressStep extends StepBase {
  readonly kind: 'progress'
}

/** A limit that the agent's own framework enforced, recognised from its spans. */
export interface AgentLimitStep extends StepBase {
  readonly kind: 'agent_limit'
  /** As the framework calls it, for example `GraphRecursionError`. */
  readonly limit: string
}

/** The name of the run's agent became known: often last, from the span around the whole run. The first one holds. */
export interface NamingStep extends StepBase {
  readonly kind: 'naming'
  readonly agent: string
}

/** A person acts on the run. */
export interface OperatorStep extends StepBase {
  readonly kind: 'operator'
  readonly act: 'halt' | 'resume'
  readonly note: string | null
  /** With `resume`: limits that replace those of the policy from here on. */
  readonly limits: Readonly<Partial<Limits>> | null
  /** With `resume`: the tools that the run may use from here on; absent when nothing was said about them. */
  readonly tools?: ToolAccess
}

/** Which tools a run may use: globs over their names. */
export interface ToolAccess {
  /** Only these; null is all. */
  readonly allow: readonly string[] | null
  /** None of these, whatever is allowed. */
  readonly deny: readonly string[]
}

/** What may become of an effect that the agent asks for before it makes it. */
export const effectActs = ['granted', 'waiting', 'refused', 'approved', 'denied', 'done', 'released'] as const

/** One of {@link effectActs}. */
export type EffectAct = (typeof effectActs)[number]

/**
 * An effect was reserved before it happens, waits for a person (then the run is suspended, and the
 * time is not charged), was refused, made, or given back.
 */
export interface EffectStep extends StepBase {
  readonly kind: 'effect'
  /** The agent's name for it, unique in the run. */
  readonly effect: string
  /** How often it was asked for, from 1: what was given back may be asked for again. */
  readonly attempt: number
  readonly act: EffectAct
  readonly tool: string | null
  readonly note: string | null
}

/** The agent reports what became of a decision. */
export interface AckStep extends StepBase {
  readonly kind: 'ack'
  readonly seq: number
  readonly stage: 'delivered' | 'seen' | 'acted'
}

/** The run ended, or it became known later whether the answer was right. */
export interface OutcomeStep extends StepBase {
  readonly kind: 'outcome'
  readonly outcome: Exclude<Outcome, 'open'>
  readonly correct: boolean | null
  /** Of the rule by which the agent stopped itself, without a decision; absent when there was none. */
  readonly reason?: Reason
  /**
   * True when nobody said so, and the record around the run's work ended: then it takes its place among the steps, and
   * holds as long as nothing follows.
   */
  readonly observed?: true
  /**
   * When the observed record began, milliseconds since the epoch, where it is the root of a trace in its own process only:
   * it is the end of the run when all work since the run was opened lies within. Absent otherwise.
   */
  readonly fromMs?: number
}

/** Why a judge model that was asked gave no opinion. */
export const opinionFailures = ['timeout', 'limited', 'refused', 'unavailable', 'malformed'] as const

/** One of {@link opinionFailures}. */
export type OpinionFailure = (typeof opinionFailures)[number]

/**
 * What a judge model said when it was asked whether the run's question can be answered from what one lane had
 * found: recorded in the log, so that judging stays a function of the log. It has no place in its
 * lane and holds at once.
 */
export interface OpinionStep extends StepBase {
  readonly kind: 'opinion'
  /** Model turns of the lane when it was asked, at most one question for each. */
  readonly turn: number
  /** Settled steps of the lane that the question was about. */
  readonly ordinal: number
  /** Null when no opinion came. */
  readonly answerable: boolean | null
  /** Why none came; null when one did. */
  readonly failure: OpinionFailure | null
  /** The model that was asked. */
  readonly model: string
  /** As the endpoint counted them; null when it did not say. */
  readonly tokensIn: number | null
  readonly tokensOut: number | null
  /** By configured prices; null without prices or counts. */
  readonly costUsd: number | null
}

/** Time has passed: whatever was received at least the hold before `receivedAtMs` settles. */
export interface TickStep extends StepBase {
  readonly kind: 'tick'
}

/** Everything received so far in the lane (or in all lanes, when `lane` is `*`) is settled now. */
export interface FenceStep extends StepBase {
  readonly kind: 'fence'
}

/** A late observation of a step already reported, taken from the next model call. */
export interface AmendmentStep extends StepBase {
  readonly kind: 'amendment'
  /** The call it belongs to. */
  readonly callId: string
  readonly observation: Observation
  readonly error: ErrorFeatures | null
  /** The call as the prompt repeats it, for records that leave the arguments out; absent where it does not. */
  readonly call?: CallFeatures
  /** As {@link ToolStep.linked}, of the call. */
  readonly linked?: string
}

/** One thing that ended. */
export type Step =
  | ToolStep
  | ModelStep
  | CheckStep
  | BarStep
  | UserStep
  | ProgressStep
  | AgentLimitStep
  | NamingStep
  | OperatorStep
  | EffectStep
  | AckStep
  | OutcomeStep
  | OpinionStep
  | TickStep
  | FenceStep
  | AmendmentStep

/** Upper bounds of a run with all its lanes; null is no bound. */
export interface Limits {
  /** Model turns; a round of calls with no model step recorded counts as one. */
  readonly steps: number | null
  readonly toolCalls: number | null
  /** In and out together. */
  readonly tokens: number | null
  readonly costUsd: number | null
  /** Wall clock from the run's first step, waiting for a person not charged. */
  readonly seconds: number | null
  readonly effects: number | null
}

/** What a person may see of a step's content, secrets masked, at most 160 characters each unless `store_content` is `full`. */
export interface Preview {
  readonly args: string | null
  readonly observation: string | null
  readonly text: string | null
}

/** A step as it stands in a run's log. */
export interface StepRecord {
  readonly step: Step
  readonly preview: Preview | null
}
