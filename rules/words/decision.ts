import type { Fingerprint } from './features.ts'
import type { LimitClass, Reason } from './reason.ts'

/** What the observer tells the agent. */
export type Action = 'continue' | 'nudge' | 'halt' | 'escalate'

/** How far the observer may go: record only; nudge; nudge and halt. */
export const modes = ['shadow', 'nudge', 'enforce'] as const

/** One of {@link modes}. */
export type Mode = (typeof modes)[number]

/** What a finding rests on. */
export interface Evidence {
  /** Ids of the steps, oldest first, at most 16. */
  readonly steps: readonly string[]
  /** Span ids of those steps that have one. */
  readonly spans: readonly string[]
  /** Fingerprints that were equal, at most 8. */
  readonly fingerprints: readonly Fingerprint[]
  /** Named counts, for example `{ repeats: 3, of: 7 }`. */
  readonly counts: Readonly<Record<string, number>>
}

/** A rule's statement about the run. */
export interface Finding {
  readonly reason: Reason
  readonly lane: string
  /** The step that had just settled when it was found. */
  readonly step: string
  /** Identity of the loop, equal under rotation, across pauses and compaction. Empty for a budget. */
  readonly loop: string
  /** `suspect` earns a nudge at most; `certain` may halt. */
  readonly strength: 'suspect' | 'certain'
  readonly evidence: Evidence
  /** Names of the tools that the loop consists of, or that were tried; of a check its name, of a bar its lowered criteria. */
  readonly tools: readonly string[]
}

/** Sums over a run with all its lanes. */
export interface Totals {
  /** Model turns; a round of calls with no model step recorded counts as one. */
  readonly steps: number
  readonly toolCalls: number
  readonly tokens: number
  readonly costUsd: number
  readonly seconds: number
  readonly effects: number
}

/** The limit that a run met, and what it was doing then. */
export interface LimitHit {
  readonly reason: Reason
  readonly class: LimitClass
}

/** A limit is near: recorded, never told to the agent. */
export interface BudgetWarning {
  /** The reason that the run will be halted for. */
  readonly reason: Reason
  readonly used: number
  readonly limit: number
  /** On the clock of the steps, milliseconds since the epoch. */
  readonly atMs: number
}

/** What the observer does about findings. Numbered 1, 2, … in its run. */
export interface Decision {
  readonly run: string
  readonly seq: number
  readonly scope: 'run' | 'lane'
  readonly lane: string
  readonly action: Exclude<Action, 'continue'>
  readonly reason: Reason
  /** False when the mode forbids acting on it: recorded, not delivered. */
  readonly enforced: boolean
  /** For the model: a next action, marked as advisory, without an echo of arguments. */
  readonly message: string
  /** For a person. */
  readonly explanation: string
  /** The step that had just settled when it was decided. */
  readonly step: string
  /** Identity of the loop, empty for a budget. */
  readonly loop: string
  readonly evidence: Evidence
  /** Tools that were tried since the last progress. */
  readonly tried: readonly string[]
  /** What is not known yet, for a person; empty when nothing can be said. */
  readonly missing: string
  readonly totals: Totals
  readonly resumable: boolean
  readonly policyVersion: string
  readonly engineVersion: string
  /** On the clock of the steps, milliseconds since the epoch. */
  readonly issuedAtMs: number
  /** Of a limit: what the run was doing when it met it. */
  readonly class?: LimitClass
  /** Of a halt or an escalation: where a person, or a fresh loop, takes it up. */
  readonly handover?: Handover
}

/** What whoever goes on with a stopped run needs, beside what was tried and what is missing. */
export interface Handover {
  /** W3C trace id, 32 hex digits, of the step at which it was stopped; null when it had none. */
  readonly traceId: string | null
  /** Tools of the run that were not tried since the last progress and change nothing, at most 16: what to begin with. */
  readonly otherTools: readonly string[]
}
