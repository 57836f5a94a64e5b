import { cell, flag } from '../memory/call-table.ts'
import type { LaneMemory } from '../memory/lane-memory.ts'
import { matchesAny } from '../policy/glob.ts'
import type { ToolTraits } from '../policy/policy.ts'

const MOST_OTHER_TOOLS = 16

/** Names of tools that set something going: to name one as a way out invites a second job, order or message. */
const startsSomething = [
  'start*',
  'begin*',
  'launch*',
  'trigger*',
  'schedule*',
  'enqueue*',
  'queue_*',
  'spawn*',
  'kick_off*',
  'order_*',
  'place_order*',
  'notify*',
  'invite*',
  'email*',
  'mail_*',
  'confirm*',
  'accept_*',
  'commit*',
  'push*',
  'merge*',
  'transfer*',
]

/**
 * Tools that the run knows and has not tried since the last progress, `without` those named; at most 16. What changes
 * something, as its calls or the policy say, is no suggestion.
 */
export function otherTools(
  lanes: readonly LaneMemory[],
  tools: ToolTraits,
  without: readonly string[],
): readonly string[] {
  const known = new Set(lanes.flatMap(({ toolNames }) => toolNames))
  const changed = new Set(lanes.flatMap(changing))
  return [...known]
    .filter((tool) => !without.includes(tool) && !changed.has(tool) && !isToChange(tool, tools))
    .slice(0, MOST_OTHER_TOOLS)
}

/** Tools of a lane of which a call has changed something. */
function changing({ calls, toolNames }: LaneMemory): readonly string[] {
  const names: string[] = []
  for (let row = 0; row < calls.count; row++) {
    if ((cell(calls, row, 'flags') & (flag.mutating | flag.effect)) === 0) continue
    names.push(toolNames[cell(calls, row, 'tool')] ?? '')
  }
  return names
}

function isToChange(tool: string, { effects, approval, mutating, readOnly }: ToolTraits): boolean {
  if (matchesAny(approval, tool) || matchesAny(effects, tool)) return true
  return !matchesAny(readOnly, tool) && (matchesAny(mutating, tool) || matchesAny(startsSomething, tool))
}
