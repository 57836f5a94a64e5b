import type {
  AckStep,
  AgentLimitStep,
  AmendmentStep,
  BarStep,
  BudgetWarning,
  CallFeatures,
  CheckStep,
  Decision,
  EffectStep,
  ErrorFeatures,
  Evidence,
  LimitHit,
  ModelStep,
  Observation,
  OperatorStep,
  OutcomeStep,
  PassSummary,
  Preview,
  StepBase,
  StepRecord,
  TextFeatures,
  ToolStep,
  Totals,
} from '@loop-observer/rules'
import { keysOf } from './keys-of.ts'
import { memoryShapes } from './memory-shapes.ts'
import type { RunSummary } from './store.ts'

/** Fields of summaries and of calls that few have: those spell their keys out. */
type RareField = 'namedLate' | 'recordedNudges' | 'recordedStop' | 'judgeModel' | 'passes'
type RareToolField = 'seenIn' | 'resultSize' | 'linked'
type Known = Extract<Observation, { state: 'known' }>
type Plain = StepBase & { readonly kind: string }

/**
 * Key lists that are written as a one-byte number instead of their names; any other object spells
 * its keys out, so a step with more, fewer or reordered keys is stored correctly, only larger.
 * What is stored refers to positions in this list: never reorder or change an entry. To add one,
 * raise {@link layoutVersion}, because an older observer cannot read it. At most 32: more would need
 * two bytes each (MessagePack's record extension).
 */
export function shapes(): string[][] {
  return [
    keysOf<StepRecord>({ step: 0, preview: 0 }),
    keysOf<Preview>({ args: 0, observation: 0, text: 0 }),
    keysOf<Omit<CallFeatures, 'waits'>>({ exact: 0, gist: 0, resource: 0, leaves: 0, writes: 0 }),
    keysOf<Known>({ state: 0, fingerprint: 0, lines: 0, lineCount: 0, leaves: 0, sizeChars: 0 }),
    keysOf<{ state: string }>({ state: 0 }),
    keysOf<ErrorFeatures>({ signature: 0, class: 0 }),
    keysOf<TextFeatures>({ fingerprint: 0, shingles: 0, chantCount: 0 }),
    keysOf<Omit<ToolStep, 'effectId' | 'told' | RareToolField>>(tool),
    keysOf<Omit<ToolStep, 'told' | RareToolField>>({ ...tool, effectId: 0 }),
    keysOf<ModelStep>({ ...base, model: 0, tokensIn: 0, tokensOut: 0, costUsd: 0, text: 0 }),
    keysOf<Plain>(base),
    keysOf<Omit<CheckStep, 'call'>>({ ...base, check: 0, failures: 0, bar: 0 }),
    keysOf<AgentLimitStep>({ ...base, limit: 0 }),
    keysOf<Omit<OperatorStep, 'tools'>>({ ...base, act: 0, note: 0, limits: 0 }),
    keysOf<Omit<BarStep, 'inherited' | 'retired'>>({ ...base, bar: 0 }),
    keysOf<EffectStep>({ ...base, effect: 0, attempt: 0, act: 0, tool: 0, note: 0 }),
    keysOf<AckStep>({ ...base, seq: 0, stage: 0 }),
    keysOf<Omit<OutcomeStep, 'reason' | 'observed' | 'fromMs'>>({ ...base, outcome: 0, correct: 0 }),
    keysOf<Omit<AmendmentStep, 'call' | 'linked'>>({ ...base, callId: 0, observation: 0, error: 0 }),
    keysOf<Totals>({ steps: 0, toolCalls: 0, tokens: 0, costUsd: 0, seconds: 0, effects: 0 }),
    keysOf<Evidence>({ steps: 0, spans: 0, fingerprints: 0, counts: 0 }),
    keysOf<Omit<Decision, 'class' | 'handover'>>(decision),
    keysOf<Omit<Decision, 'handover'>>({ ...decision, class: 0 }),
    keysOf<LimitHit>({ reason: 0, class: 0 }),
    keysOf<PassSummary>({ check: 0, set: 0, failures: 0 }),
    keysOf<BudgetWarning>({ reason: 0, used: 0, limit: 0, atMs: 0 }),
    keysOf<Omit<RunSummary, 'attributes' | RareField>>(summary),
    keysOf<Omit<RunSummary, RareField>>({ ...summary, attributes: 0 }),
    ...memoryShapes(),
    keysOf<Omit<ToolStep, 'effectId' | RareToolField>>({ ...tool, told: 0 }),
  ]
}

/** Number of what is stored and how; a store written with another number is refused. */
export const layoutVersion = 8

const base = {
  id: 0,
  lane: 0,
  startedAtMs: 0,
  endedAtMs: 0,
  receivedAtMs: 0,
  sequence: 0,
  traceId: 0,
  spanId: 0,
  kind: 0,
} as const

const tool = {
  ...base,
  tool: 0,
  callId: 0,
  round: 0,
  call: 0,
  observation: 0,
  ok: 0,
  error: 0,
  effect: 0,
  readOnly: 0,
  rank: 0,
} as const

const decision = {
  run: 0,
  seq: 0,
  scope: 0,
  lane: 0,
  action: 0,
  reason: 0,
  enforced: 0,
  message: 0,
  explanation: 0,
  step: 0,
  loop: 0,
  evidence: 0,
  tried: 0,
  missing: 0,
  totals: 0,
  resumable: 0,
  policyVersion: 0,
  engineVersion: 0,
  issuedAtMs: 0,
} as const

const summary = {
  key: 0,
  run: 0,
  tenant: 0,
  agent: 0,
  task: 0,
  source: 0,
  traceIds: 0,
  outcome: 0,
  reason: 0,
  correct: 0,
  startedAtMs: 0,
  updatedAtMs: 0,
  totals: 0,
  seq: 0,
  nudges: 0,
  halted: 0,
  resumedSeq: 0,
  ranPastHalt: 0,
  limit: 0,
  check: 0,
  budgetWarnings: 0,
} as const
