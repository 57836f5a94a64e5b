/**
 * Names of our own span attributes, the `loop.*` vocabulary: what the OpenTelemetry GenAI
 * conventions lack. The SDK writes them, the observer reads them; everything else on our spans is
 * `gen_ai.*`. A span with `loop.step.kind` is a step; `loop.run.id` alone, on any span of any
 * vocabulary, only names the run.
 */
export const loopAttributes = {
  /** Text. Which run the span belongs to; binds the whole trace. On every span that the SDK makes. */
  runId: 'loop.run.id',
  /** Text. The task of the run; runs with the same task form a series. */
  task: 'loop.task',
  /** Text. The run that started this one, whose bar holds here too. */
  parentRun: 'loop.parent.run',
  /** Text. Name of the agent that the run belongs to, not of the lane. */
  agent: 'loop.agent',
  /** Text. The actor in the run; `main` when absent. */
  lane: 'loop.lane',
  /** `sdk` on the spans of a run that the SDK conducts, whoever made the span. */
  source: 'loop.source',
  /** Text. Unique in the run; the same step sent on two ways has the same id. */
  stepId: 'loop.step.id',
  /** Whole number. Place in its lane, from 0, in the order in which the steps ended. */
  stepSequence: 'loop.step.sequence',
  /** One of {@link loopStepKinds}. */
  stepKind: 'loop.step.kind',
  /** Text. Calls of one model turn share it. */
  round: 'loop.round',
  /** True when the call changes the outside world. */
  effect: 'loop.effect',
  /** Text. The reserved effect that the call carries out. */
  effectId: 'loop.effect.id',
  /** True or false where the tool's annotations say so; absent otherwise. */
  readOnly: 'loop.read_only',
  /** Text. Features made in the process, packed; then content may be missing. */
  features: 'loop.features',
  /** Number, US dollars. Cost of a model call. */
  costUsd: 'loop.cost_usd',
  /** Text. The model's own words on a model step (a preview, or all of it, as `capture` says). */
  text: 'loop.text',
  /** Text. Name of the check that a check step reports. */
  checkName: 'loop.check.name',
  /** Array of text. One line for each thing that still fails; empty when the pass is clean. */
  checkFailures: 'loop.check.failures',
  /** Array of text. Signatures of the failures, made in the process; then the lines may be missing. */
  checkSignatures: 'loop.check.signatures',
  /** Text. Step id of the call in whose output the check was recognised; absent when it was reported as a check. */
  checkCall: 'loop.check.call',
  /** JSON text. Criterion to digest of its content; on a check, and on the step that registers the bar. */
  checkBar: 'loop.check.bar',
  /** Text. How the run ended, on the run's own span. */
  outcome: 'loop.outcome',
  /** True or false on the run's own span: whether its newest check was clean. Absent when there was none. */
  verified: 'loop.verified',
  /** True on the run's own span when no observer answered during the run. */
  unobserved: 'loop.unobserved',
  /** Whole number. On a decision span: its number in the run. Such spans are never steps. */
  decisionSeq: 'loop.decision.seq',
} as const

/** What `loop.step.kind` may say. */
export const loopStepKinds = ['tool', 'model', 'check', 'bar', 'user', 'progress'] as const

/** One of {@link loopStepKinds}. */
export type LoopStepKind = (typeof loopStepKinds)[number]
