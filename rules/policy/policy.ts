import type { Mode } from '../words/decision.ts'
import type { Reason } from '../words/reason.ts'
import type { Limits } from '../words/step.ts'

/** A set of thresholds. Independent of the mode. */
export const presets = ['strict', 'balanced', 'assertive'] as const

/** One of {@link presets}. */
export type Preset = (typeof presets)[number]

/** How a run came to the observer; decides its mode when the policy does not. */
export const runSources = ['telemetry', 'hooks', 'sdk', 'replay'] as const

/** One of {@link runSources}. */
export type RunSource = (typeof runSources)[number]

/** What happens when a rule finds something. */
export const responses = [
  'record',
  'nudge',
  'nudge_then_halt',
  'nudge_then_escalate',
  'halt',
  'escalate',
] as const

/** One of {@link responses}. */
export type Response = (typeof responses)[number]

/** One threshold of a rule, as data: from it come the defaults, the checks and the JSON Schema. */
export interface SettingSpec {
  readonly strict: number
  readonly balanced: number
  readonly assertive: number
  readonly min: number
  readonly max: number
  /** True when only whole numbers make sense. */
  readonly integer: boolean
  /** One sentence with the unit. */
  readonly about: string
  /** Name of the setting of the same rule that this one may not be below: it would never be reached. */
  readonly atLeast?: string
}

/** A rule's part of the policy, resolved. Keys of `settings` are those of the rule's specs. */
export interface RulePolicy {
  readonly enabled: boolean
  readonly response: Response
  readonly settings: Readonly<Record<string, number>>
}

/**
 * What tools do, by their names: an entry is a glob (`*` and `?`, case ignored; an exact name without them), or the
 * word that says it: `verb:create` for names of which `create` is the first verb, `noun:history` for names without a
 * verb that end in `history`.
 */
export interface ToolTraits {
  /** Calls that change the outside world. */
  readonly effects: readonly string[]
  /** Effects that a person must approve before they are made. */
  readonly approval: readonly string[]
  /** Calls that write, edit or click. */
  readonly mutating: readonly string[]
  /** Calls that never change anything, whatever the other lists say. */
  readonly readOnly: readonly string[]
  /** Calls that only pass time. */
  readonly waiting: readonly string[]
  /** Calls that hand the task to another agent. */
  readonly handoff: readonly string[]
  /**
   * Calls whose output is a check: compilers, test runners, type checkers, linters, validators. `TOOL`, or
   * `TOOL(COMMAND)` for a tool that runs any command. None by default.
   */
  readonly checks: readonly string[]
  /** Argument keys that name what a call is about. */
  readonly resourceKeys: readonly string[]
  /** Argument keys that only comment on the call. */
  readonly commentKeys: readonly string[]
}

/** Everything the engine needs to know, resolved for one run. */
export interface Policy {
  /** Digest of the policy file, or `builtin:PRESET`. */
  readonly version: string
  readonly preset: Preset
  readonly mode: Mode
  /** How long an unnumbered step waits for earlier ones before it settles, milliseconds. Default 200. */
  readonly holdMs: number
  readonly limits: Limits
  readonly rules: Readonly<Record<Reason, RulePolicy>>
  readonly tools: ToolTraits
  /** Most nudges in a run. Default 2. */
  readonly maxNudges: number
  /** Steps that the agent has after a nudge before it may be halted for the same loop. Default 2 under `balanced`, else 1. */
  readonly graceSteps: number
  /** Silence after which an open run counts as lost, milliseconds; null is never. Default 30 minutes. */
  readonly idleTimeoutMs: number | null
  /** Share of a limit at which it is warned of, 0 to 1. Default 0.8. */
  readonly budgetWarnRatio: number
}

/** What a user may say about one rule; what is absent comes from the preset. */
export interface RuleOverride {
  readonly enabled?: boolean
  readonly response?: Response
  readonly settings?: Readonly<Record<string, number>>
}

/** Settings that hold for the runs that a route matches. */
export interface PolicyOverride {
  readonly preset?: Preset
  readonly mode?: Mode | Readonly<Partial<Record<RunSource, Mode>>>
  readonly limits?: Readonly<Partial<Limits>>
  readonly rules?: Readonly<Partial<Record<Reason, RuleOverride>>>
  readonly maxNudges?: number
  readonly graceSteps?: number
  readonly idleTimeoutMs?: number | null
  readonly budgetWarnRatio?: number
}

/** For whom: a glob over the agent's name and globs over attributes; all must match. */
export interface Route extends PolicyOverride {
  readonly agent?: string
  readonly attributes?: Readonly<Record<string, string>>
}

/** The policy file, read and checked, before it is resolved for a run. */
export interface PolicyFile extends PolicyOverride {
  /** Digest of the file's text, or `builtin`. */
  readonly digest: string
  readonly holdMs?: number
  /**
   * Attributes that identify a run, after `loop.run.id` and before the trace id: the first that a span or its
   * resource carries. The word `conversation` stands for the session, conversation or thread of every vocabulary.
   */
  readonly runKey?: readonly string[]
  /** Attributes that name the actor, before what the vocabularies know. */
  readonly laneKey?: readonly string[]
  /** Attributes that name the agent that the run belongs to, before what the vocabularies know. */
  readonly agentKey?: readonly string[]
  /** Attributes that name the task, after `loop.task`. */
  readonly taskKey?: readonly string[]
  /** How much of the content of OTLP-received steps is kept for people. Default `preview`. */
  readonly storeContent?: 'none' | 'preview' | 'full'
  readonly tools?: Readonly<Partial<ToolTraits>>
  readonly routes?: readonly Route[]
}
