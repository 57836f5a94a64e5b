import { observationKey } from '../memory/call-table.ts'
import { hashName } from '../memory/hash.ts'
import type { LaneMemory } from '../memory/lane-memory.ts'
import { matchesAny } from '../policy/glob.ts'
import type { Policy } from '../policy/policy.ts'
import type { ToolStep } from '../words/step.ts'

/** `transfer_to_billing`: who goes on is all of it, the words on the way (a reason, a summary) are not. */
const namesReceiver = /(?:transfer|hand_?off)(?:_?back)?_?to_?\w/i

/** What a call and what came back from it are compared by, as the call table has it. */
interface CallKeys {
  readonly gist: number
  readonly observation: number
}

/** True for a call that hands the task to another agent. A person is none: of such a call nothing comes in any lane. */
export function isHandOff({ tool }: ToolStep, { tools }: Policy): boolean {
  return matchesAny(tools.handoff, tool) && !/human|person/i.test(tool)
}

/**
 * A hand-off brings nothing itself: what comes of it, the agents of the run bring. Two are the same, and gave the
 * same, only when nothing new has come between in any lane: then the agents pass the task to and fro.
 */
export function handOffKeys(
  { tool, error }: ToolStep,
  { gist, observation }: CallKeys,
  lanes: readonly LaneMemory[],
): CallKeys {
  const progress = String(lanes.reduce((sum, { progressCount }) => sum + progressCount, 0))
  // Some spans name the receiver, and have neither arguments nor a result.
  const answer = observation === observationKey.unknown ? observationKey.empty : observation
  return {
    gist: hashName(progress, gist === 0 || namesReceiver.test(tool) ? hashName(tool) : gist),
    observation: error === null ? Math.max(2, hashName(progress, answer)) : observation,
  }
}
