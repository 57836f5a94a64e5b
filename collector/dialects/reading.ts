import type { AttributeValue } from '../receiver/span-view.ts'
import type { ObservationSource, OutcomeStep, SourceRank } from '@loop-observer/rules'

/** Identity and time of the record that a reading comes from. */
export interface ReadingBase {
  /** Null for a log record outside any trace. */
  readonly traceId: string | null
  /** Of a log record: 32 hex digits that name the record. */
  readonly spanId: string
  /** Of a log record: the span in which it was written. */
  readonly parentSpanId: string | null
  /** Milliseconds since the epoch. */
  readonly startMs: number
  /** Milliseconds since the epoch. */
  readonly endMs: number
  /** `loop.run.id`, when the span carries it. */
  readonly runId: string | null
  /** `loop.step.id`, when the span carries it. */
  readonly stepId: string | null
  /** `loop.step.sequence`, when the span carries it. */
  readonly sequence: number | null
  /** Where the record says it for certain: `loop.lane`, or the id of a sub-agent. Else null. */
  readonly lane: string | null
  /** Name, else id, of the agent that acts, on records that carry it; which lane that is, the run decides. */
  readonly actor: string | null
  /** Name of the agent that the run belongs to, when the span says so. */
  readonly agent: string | null
  /** Name of the vocabulary that decided the kind, for metrics and `doctor`. */
  readonly dialect: string
  /** There for log records only. */
  readonly log?: LogOrigin
}

/** What only a log record has. */
interface LogOrigin {
  /** Its conversation, which is the run where there is no trace. */
  readonly session: string | null
  /** True when the span in which it was written tells the same call, and counts it. */
  readonly accompanies?: boolean
}

/** A tool call as one record describes it. Undefined: this record does not say. */
export interface ToolReading extends ReadingBase {
  readonly kind: 'tool'
  readonly tool: string
  /** True when `tool` names a class of the framework, not the tool: an answer may know better. */
  readonly unnamed?: boolean
  readonly callId: string | null
  /** The id that the record itself gives the call, where `callId` was taken from elsewhere, or away. */
  readonly givenId?: string | null
  readonly args: AttributeValue | undefined
  /** The name of the tool as the record has it that told the arguments, where that is another one. */
  readonly argsTool?: string
  /** Undefined: not captured. `''` or `null` inside a known value: empty. */
  readonly observation: AttributeValue | undefined
  readonly failed: boolean | null
  /** Text of the failure, when there is any. */
  readonly errorText: string | null
  readonly effect: boolean
  /** `loop.effect.id`: the reserved effect that the call carries out; absent when the span names none. */
  readonly effectId?: string
  readonly readOnly: boolean | null
  readonly round: string | null
  readonly rank: SourceRank
  /** Where the observation was read, when it was not on the call's own record. */
  readonly seenIn?: ObservationSource
  /** Exact size of the result in the unit of its source, where the result itself is not captured. */
  readonly resultSize?: number
  /** `loop.features`: features that the SDK made before anything was cut; then `args` and `observation` may be missing. */
  readonly features: string | null
}

/** A model call. */
export interface ModelReading extends ReadingBase {
  readonly kind: 'model'
  readonly model: string | null
  readonly tokensIn: number | null
  readonly tokensOut: number | null
  readonly costUsd: number | null
  readonly text: string | null
  /** The provider's id of the answer; absent when the record has none. */
  readonly responseId?: string
  /** Tool calls that the answer asks for. */
  readonly requests?: readonly ToolRequest[]
  readonly features: string | null
}

/** A tool call as the model asked for it. */
export interface ToolRequest {
  readonly callId: string | null
  readonly tool: string
  readonly args: AttributeValue | undefined
}

/** An answer as the newest of a prompt: from it the call itself can be told where no span or record tells it. */
interface PromptPlace {
  /** The span of the model call, also where a log record beside it holds the prompt. */
  readonly spanId: string
  /** Place among the newest answers of the prompt, and how many they are. */
  readonly index: number
  readonly of: number
  /** False where a record does not tell whether its answer is among the newest, or an older one repeated. */
  readonly isNewest: boolean
  /** The call as the prompt repeats it, looked up when asked; null where the prompt holds the answer alone. */
  readonly request: () => ToolRequest | null
}

/** An observation that the next model call's messages carry. */
export interface AmendmentReading extends ReadingBase {
  readonly kind: 'amendment'
  /** Null when the message names the tool only. */
  readonly callId: string | null
  readonly tool: string | null
  readonly observation: AttributeValue
  /** True when the message says that the call failed. */
  readonly failed: boolean
  /** Absent where the place of the answer in the conversation is not certain. */
  readonly prompt?: PromptPlace
}

/** How its parent's tool call ended, from a span of its own. */
export interface OutcomeReading extends ReadingBase {
  readonly kind: 'outcome'
  readonly observation: AttributeValue | undefined
  readonly failed: boolean | null
  readonly errorText: string | null
}

/** One pass of a check. */
export interface CheckReading extends ReadingBase {
  readonly kind: 'check'
  readonly check: string
  readonly failures: readonly string[]
  /** `loop.check.signatures`: made by the SDK, one a failure; then `failures` may be missing or cut. */
  readonly signatures: readonly string[] | null
  /** Criterion to digest of its content; null when the check shows no bar. */
  readonly bar: Readonly<Record<string, string>> | null
  /** Of a check that was recognised in the output of a call: that step's id; else null. */
  readonly call: string | null
}

/** A bar that is registered. */
interface BarReading extends ReadingBase {
  readonly kind: 'bar'
  /** Criterion to digest of its content. */
  readonly bar: Readonly<Record<string, string>>
}

/** A person's message, or a note that a subtask is done. */
export interface NoteReading extends ReadingBase {
  readonly kind: 'user' | 'progress'
}

/** What is neither tool nor model call: told in our own vocabulary, a person's message in others too. */
export type MarkReading = CheckReading | BarReading | NoteReading

/** A limit of the agent's own framework, recognised from its span. */
export interface AgentLimitReading extends ReadingBase {
  readonly kind: 'agent_limit'
  readonly limit: string
}

/** A span around the work of an agent, which names it and is no step. */
interface NamingReading extends ReadingBase {
  readonly kind: 'naming'
}

/** The record around the work of a run ended; it begins where it ends. */
export interface EndReading extends ReadingBase {
  readonly kind: 'end'
  /** When the record began, of one whose parent is in another process; else null. */
  readonly fromMs: number | null
  readonly outcome: OutcomeStep['outcome']
  /** Of one that failed, why, as its record says; else null. */
  readonly errorText: string | null
}

/** What one span says about a run: zero or more of these come from a span. */
export type Reading =
  | ToolReading
  | ModelReading
  | AmendmentReading
  | OutcomeReading
  | MarkReading
  | AgentLimitReading
  | NamingReading
  | EndReading
