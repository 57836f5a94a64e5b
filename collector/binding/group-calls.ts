import type { ToolReading } from '../dialects/reading.ts'
import { givenId, joinGroups, mergeCall, overlap, type CallGroup } from './call-group.ts'
import { isDistinctCallId } from './call-id.ts'
import { joinChildren } from './nesting.ts'

/**
 * Puts the readings of one batch together that are surely of one call, whatever comes in others: by step id, by
 * call id, and as parent and child where different sources report one call. Does not depend on the order given.
 * What lies within each other by time alone is put together by the engine, which sees all that wait.
 */
export function groupCalls(tools: readonly ToolReading[]): readonly CallGroup[] {
  const [first] = tools
  if (first === undefined) return []
  if (tools.length === 1) return [[first]]
  const groups = byCallId(byStepId(tools))
  return hasSeveralSources(tools) ? joinChildren(groups) : groups
}

function byStepId(tools: readonly ToolReading[]): readonly CallGroup[] {
  const groups = new Map<string, CallGroup>()
  for (const tool of tools) {
    const id = tool.stepId ?? tool.spanId
    const known = groups.get(id)
    groups.set(id, known === undefined ? [tool] : joinGroups([known, [tool]]))
  }
  return [...groups.values()]
}

function byCallId(groups: readonly CallGroup[]): readonly CallGroup[] {
  const sameId = new Map<string, CallGroup[]>()
  const out: CallGroup[] = []
  for (const group of groups) {
    const { callId } = mergeCall(group)
    if (callId === null) {
      out.push(group)
      continue
    }
    const same = sameId.get(callId)
    if (same === undefined) sameId.set(callId, [group])
    else same.push(group)
  }
  for (const same of sameId.values()) {
    if (!isOneCall(same)) out.push(...same.map(withoutCallId))
    // An ordinal may be that of another call that runs at the same time.
    else if (isDistinct(same)) out.push(joinGroups(same))
    else out.push(...same)
  }
  return out
}

function isDistinct([first]: readonly CallGroup[]): boolean {
  const call = first?.[0]
  return call === undefined || call.callId === null || isDistinctCallId(call.callId, call.tool)
}

/** One call does not happen twice in one source: such an id is none (a tool's name, a counter that restarts). */
function isOneCall(groups: readonly CallGroup[]): boolean {
  return groups.every(([a], index) =>
    groups.slice(index + 1).every(([b]) => a.rank !== b.rank || overlap(a, b)),
  )
}

function withoutCallId([first, ...rest]: CallGroup): CallGroup {
  return [withoutId(first), ...rest.map(withoutId)]
}

function withoutId(reading: ToolReading): ToolReading {
  return { ...reading, callId: null, givenId: givenId(reading) }
}

function hasSeveralSources(tools: readonly ToolReading[]): boolean {
  const [first] = tools
  return tools.some((tool) => tool.rank !== first?.rank || tool.dialect !== first.dialect)
}
