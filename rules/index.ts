export {
  judge,
  judgeAloud,
  type Fault,
  type Judgement,
  type PassVerdict,
  type ThoughtfulJudgement,
} from './engine.ts'
export { barOf, numberInBar, raiseBar } from './facts/bar.ts'
export { reservableEffects } from './facts/effects.ts'
export { isSameTool } from './facts/prompt-calls.ts'
export { judgePass, judgeSeries, type PassJudgement } from './facts/check-facts.ts'
export type { Digest, Hashing } from './features/digest.ts'
export {
  callFeatures,
  errorFeatures,
  failureSignatures,
  observationFeatures,
  recognisedCheck,
  seenFailure,
  textFeatures,
  toldFailure,
  type CheckedCall,
  type FailureSignals,
  type FeatureKeys,
  type RecognisedCheck,
} from './features/extract.ts'
export { maskSecrets } from './features/secrets.ts'
export { packFeatures } from './features/pack/pack.ts'
export { unpackFeatures } from './features/pack/unpack.ts'
export {
  packTextFeatures,
  packToolFeatures,
  unpackTextFeatures,
  unpackToolFeatures,
  type ToolFeatures,
} from './features/packed.ts'
export { placeOf, type Place } from './memory/place.ts'
export { limitsInForce } from './memory/limits.ts'
export { beats, pulseOf, type Beat } from './memory/pulse.ts'
export type { PassMemory, PassSummary } from './memory/lane-memory.ts'
export { createMemory, type FrozenBar, type RunMemory } from './memory/run-memory.ts'
export { matchesAny } from './policy/glob.ts'
export {
  presets,
  responses,
  runSources,
  type Policy,
  type PolicyFile,
  type PolicyOverride,
  type Preset,
  type Response,
  type Route,
  type RuleOverride,
  type RulePolicy,
  type RunSource,
  type SettingSpec,
  type ToolTraits,
} from './policy/policy.ts'
export { mayUse, toolAccess } from './policy/tool-access.ts'
export { builtinPolicy, defaultModes, resolvePolicy, type RunTraits } from './policy/resolve.ts'
export { defaultLimits, defaultTraits } from './policy/traits.ts'
export { rules } from './reasons/list.ts'
export type { Rule, Settings } from './reasons/rule.ts'
export { counted } from './wording/counting.ts'
export { evidenceTexts } from './wording/evidence-text.ts'
export { asAdvisory, takenAwayText } from './wording/wording.ts'
export { loopAttributes, loopStepKinds, type LoopStepKind } from './words/attributes.ts'
export {
  modes,
  type Action,
  type BudgetWarning,
  type Decision,
  type Evidence,
  type Finding,
  type Handover,
  type LimitHit,
  type Mode,
  type Totals,
} from './words/decision.ts'
export {
  errorClasses,
  type CallFeatures,
  type ErrorClass,
  type ErrorFeatures,
  type Fingerprint,
  type Observation,
  type StepFeatures,
  type TextFeatures,
} from './words/features.ts'
export {
  endsByItself,
  isLimit,
  limitClasses,
  outcomes,
  reasons,
  type LimitClass,
  type Outcome,
  type Reason,
} from './words/reason.ts'
export {
  isMcp,
  observationSources,
  seenOn,
  sourceRanks,
  type CallTelling,
  type ObservationSource,
  type SourceRank,
} from './words/call-source.ts'
export {
  effectActs,
  opinionFailures,
  type AckStep,
  type AgentLimitStep,
  type AmendmentStep,
  type BarStep,
  type CheckStep,
  type Criterion,
  type EffectAct,
  type EffectStep,
  type FenceStep,
  type Limits,
  type ModelStep,
  type NamingStep,
  type OpinionFailure,
  type OpinionStep,
  type OperatorStep,
  type OutcomeStep,
  type Preview,
  type ProgressStep,
  type Step,
  type StepBase,
  type StepRecord,
  type TickStep,
  type ToolAccess,
  type ToolStep,
  type UserStep,
} from './words/step.ts'
export {
  holds,
  measures,
  silences,
  type Gauge,
  type Hold,
  type Measure,
  type StepThoughts,
  type Thought,
} from './words/thought.ts'
export { goesOn, verdicts, type Verdict } from './words/verdict.ts'
