import type { LaneMemory } from '../memory/lane-memory.ts'
import { isRootLane } from '../memory/lanes.ts'
import type { Draft, Warning } from '../memory/run-memory.ts'
import type { Policy, Response } from '../policy/policy.ts'
import type { Decision, Finding } from '../words/decision.ts'
import type { Restraint } from '../words/thought.ts'

const MAX_WARNINGS = 16

/** What to do about a finding, and how far. */
export interface Rung {
  readonly action: Decision['action']
  readonly scope: Decision['scope']
}

/**
 * The next rung for a finding, or why there is nothing to do (yet).
 *
 * One nudge for each distinct loop, at most `maxNudges` a run. The same loop after its nudge, on
 * evidence that came later, or a further loop when the nudges are used up, ends the run or its lane.
 * A suspicion earns a nudge at most. A loop that comes back after its nudge earns no new one.
 */
export function nextRung(finding: Finding, lane: LaneMemory, draft: Draft, policy: Policy): Rung | Restraint {
  const response: Response = policy.rules[finding.reason].response
  if (response === 'record') return 'record_only'
  const end = {
    action: response === 'nudge_then_escalate' ? 'escalate' : 'halt',
    scope: scopeOf(finding, lane, draft),
  } as const
  if (response === 'escalate')
    return finding.strength === 'certain' ? { action: 'escalate', scope: 'run' } : 'suspicion'
  if (response === 'halt') return finding.strength === 'certain' ? end : nudgeOnce(finding, draft, policy)
  const warning = draft.state.warnings.find((each) => isSameLoop(each, finding))
  if (warning === undefined) {
    const nudge = nudgeOnce(finding, draft, policy)
    if (typeof nudge === 'object') return nudge
    return finding.strength === 'certain' && response !== 'nudge' ? end : nudge
  }
  if (response === 'nudge') return 'nudge_only'
  if (finding.strength === 'suspect') return 'suspicion'
  return lane.acts < warning.acts + graceOf(finding, policy) ? 'grace' : end
}

/** A further pass of a check is evidence enough by itself; calls may have been on their way already. */
function graceOf({ reason }: Finding, { graceSteps }: Policy): number {
  return reason === 'convergence' ? 1 : graceSteps
}

/** Remembers that the agent was told about the loop. */
export function rememberNudge(finding: Finding, lane: LaneMemory, draft: Draft): void {
  const { warnings } = draft.state
  if (warnings.length === MAX_WARNINGS) warnings.shift()
  warnings.push({ loop: finding.loop, lane: finding.lane, reason: finding.reason, acts: lane.acts })
  draft.nudges++
}

function nudgeOnce(finding: Finding, draft: Draft, policy: Policy): Rung | Restraint {
  if (draft.state.warnings.some((each) => isSameLoop(each, finding))) return 'suspicion'
  return draft.nudges >= policy.maxNudges ? 'nudges_used_up' : { action: 'nudge', scope: 'lane' }
}

/** A lane's loop ends the lane; that of the root lane, a budget and a person's word end the run. */
function scopeOf(finding: Finding, lane: LaneMemory, draft: Draft): Decision['scope'] {
  return finding.loop === '' || isRootLane(lane, draft.state.lanes) ? 'run' : 'lane'
}

/**
 * Standing still is one situation whatever it was first seen by: any warning in the lane has
 * announced it. A cycle is announced by a warning about one of its calls, and the other way round.
 */
function isSameLoop(warning: Warning, finding: Finding): boolean {
  if (warning.lane !== finding.lane) return false
  if (warning.loop === finding.loop || finding.loop === 'stale') return true
  return callsOf(finding.loop).some((call) => callsOf(warning.loop).includes(call))
}

function callsOf(loop: string): readonly string[] {
  const [kind, calls = ''] = loop.split(':')
  return kind === 'call' || kind === 'cycle' ? calls.split('.') : []
}
