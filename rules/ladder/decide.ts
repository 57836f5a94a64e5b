import type { Facts } from '../facts/facts.ts'
import type { Draft } from '../memory/run-memory.ts'
import type { Policy } from '../policy/policy.ts'
import type { Decision, Finding, Handover } from '../words/decision.ts'
import { isLimit, type Outcome } from '../words/reason.ts'
import type { Restraint } from '../words/thought.ts'
import type { Occasion } from '../wording/occasion.ts'
import { explanationFor, messageFor, missingFor } from '../wording/wording.ts'
import { nextRung, rememberNudge, type Rung } from './ladder.ts'
import { otherTools } from './other-tools.ts'

/** At most one decision about a step: the strongest rung that its findings ask for, the first of equals. */
export function decide(findings: readonly Finding[], facts: Facts, draft: Draft): readonly Decision[] {
  let chosen: { readonly finding: Finding; readonly rung: Rung } | null = null
  for (const finding of findings) {
    const rung = nextRung(finding, facts.lane, draft, facts.policy)
    if (
      typeof rung === 'object' &&
      !isOver(finding, rung, draft, facts.policy) &&
      (chosen === null || weight(rung) > weight(chosen.rung))
    )
      chosen = { finding, rung }
  }
  if (chosen === null) return []
  const decision = issue(chosen.finding, chosen.rung, facts, draft)
  carryOut(chosen.finding, decision, facts, draft)
  return [decision]
}

/** Why nothing follows from a finding by itself; null when a decision may. Looked up before {@link decide}. */
export function restraintOn(finding: Finding, facts: Facts, draft: Draft): Restraint | null {
  const rung = nextRung(finding, facts.lane, draft, facts.policy)
  if (typeof rung === 'string') return rung
  return isOver(finding, rung, draft, facts.policy) ? 'halt_recorded' : null
}

/**
 * Where nothing may be halted, the first halt is recorded and nothing after it: in shadow mode the run would
 * have ended there. Where nudges may be given they go on. A person's word holds in every mode.
 */
function isOver({ reason }: Finding, { action }: Rung, { state }: Draft, { mode }: Policy): boolean {
  return state.haltRecorded && reason !== 'operator' && !(mode === 'nudge' && action === 'nudge')
}

function weight({ action, scope }: Rung): number {
  return (action === 'nudge' ? 0 : 2) + (scope === 'run' ? 1 : 0)
}

function issue(finding: Finding, rung: Rung, facts: Facts, draft: Draft): Decision {
  const tried = facts.kind === 'tool' && finding.tools.length > 0 ? finding.tools : facts.lane.tried
  const note = facts.step.kind === 'operator' ? facts.step.note : null
  const enforced = isEnforced(rung.action, facts.policy) || finding.reason === 'operator'
  const occasion: Occasion = {
    action: rung.action,
    enforced,
    finding,
    tried,
    totals: draft.totals,
    note,
    limit: draft.limit,
  }
  return {
    run: draft.run,
    seq: draft.seq + 1,
    scope: rung.scope,
    lane: finding.lane,
    action: rung.action,
    reason: finding.reason,
    enforced,
    message: messageFor(occasion),
    explanation: explanationFor(occasion),
    step: finding.step,
    loop: finding.loop,
    evidence: finding.evidence,
    tried,
    missing: missingFor(occasion),
    totals: { ...draft.totals },
    resumable: rung.action !== 'nudge',
    policyVersion: draft.policyVersion,
    engineVersion: draft.engineVersion,
    issuedAtMs: facts.step.endedAtMs,
    ...(isLimit(finding.reason) && draft.limit !== null ? { class: draft.limit.class } : {}),
    ...(rung.action === 'nudge' ? {} : { handover: handoverOf(finding, tried, facts, draft) }),
  }
}

function handoverOf(
  { tools }: Finding,
  tried: readonly string[],
  { step, policy }: Facts,
  { state }: Draft,
): Handover {
  return {
    traceId: step.traceId,
    otherTools: otherTools(state.lanes, policy.tools, [...tried, ...tools]),
  }
}

function outcomeOf({ action, reason }: Decision): Outcome {
  if (reason === 'livelock') return 'abandoned'
  return action === 'halt' ? 'halted' : 'escalated'
}

/** A person's word holds in every mode. */
function isEnforced(action: Decision['action'], { mode }: Policy): boolean {
  return mode === 'enforce' || (mode === 'nudge' && action === 'nudge')
}

function carryOut(finding: Finding, decision: Decision, facts: Facts, draft: Draft): void {
  draft.seq = decision.seq
  if (decision.action === 'nudge') return rememberNudge(finding, facts.lane, draft)
  if (decision.scope === 'lane') {
    facts.lane.halted = true
    return
  }
  if (!decision.enforced) {
    draft.state.haltRecorded = true
    return
  }
  draft.state.halted = true
  draft.reason = decision.reason
  draft.outcome = outcomeOf(decision)
}
