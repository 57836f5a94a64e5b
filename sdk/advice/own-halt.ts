import { asAdvisory, type Decision, type Reason, type Totals } from '@loop-observer/rules'
import type { HaltAdvice } from './advice.ts'

/** A halt that comes from the SDK itself, without a decision of the rules. */
export interface OwnHalt {
  readonly run: string
  readonly lane: string
  readonly totals: Totals
  readonly reason: Reason
  readonly source: 'process' | 'backstop'
  /** For the model: what was seen and what to do. */
  readonly message: string
  /** For a person. */
  readonly explanation: string
  readonly counts: Readonly<Record<string, number>>
  /** What is not known or not done yet, for a person. */
  readonly missing: string
}

/** The advice that such a halt is. */
export function ownHalt(halt: OwnHalt): HaltAdvice {
  const { run, lane, totals, reason, source, counts, explanation, missing } = halt
  const message = asAdvisory(halt.message)
  const decision: Decision = {
    run,
    seq: 0,
    scope: 'run',
    lane,
    action: 'halt',
    reason,
    enforced: true,
    message,
    explanation,
    step: '',
    loop: '',
    evidence: { steps: [], spans: [], fingerprints: [], counts },
    tried: [],
    missing,
    totals,
    resumable: true,
    policyVersion: source,
    engineVersion: source,
    issuedAtMs: Date.now(),
  }
  return { action: 'halt', reason, message, decision, escalated: false, source }
}
