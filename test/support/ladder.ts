import { type Policy } from '@loop-observer/rules'
import type { Replayed } from '../../collector/replay/replay.ts'

/**
 * What is wrong with the decisions about one run by the table of the ladder: a halt or an escalation for a
 * loop, where the policy says nudge first, needs a nudge before it in its lane, or all the nudges of a run
 * used up by other loops, and evidence that came after that nudge. Empty when nothing is wrong.
 */
export function ladderFaults({ run_id, decisions }: Replayed, policy: Policy): readonly string[] {
  const faults: string[] = []
  const nudges: { readonly lane: string; readonly step: number }[] = []
  for (const { action, reason, lane, step, evidence } of decisions) {
    if (action === 'nudge') {
      nudges.push({ lane, step })
      continue
    }
    if (!policy.rules[reason].response.startsWith('nudge')) continue
    const nudge = nudges.findLast((each) => each.lane === lane) ?? null
    if (nudge === null && nudges.length < policy.maxNudges) {
      faults.push(`${run_id}: ${reason} at ${step} without a nudge before it`)
      continue
    }
    const toldAt = (nudge ?? nudges.at(-1))?.step ?? -1
    if (step <= toldAt || !evidence.some((each) => each > toldAt)) {
      faults.push(`${run_id}: ${reason} at ${step} on nothing that came after the nudge at ${toldAt}`)
    }
  }
  if (nudges.length > policy.maxNudges) faults.push(`${run_id}: ${nudges.length} nudges`)
  return faults
}
