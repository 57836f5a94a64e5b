import { isSameTool } from '@loop-observer/rules'
import type { ToolReading } from '../dialects/reading.ts'
import { joinGroups, type CallGroup } from './call-group.ts'
import { sameValue } from './same-value.ts'

/**
 * Joins readings of one call by different sources that lie within each other: the framework's
 * span, the MCP client's, the MCP server's. Parent and child first, then containing intervals of the
 * same call, and, for two instrumentations side by side, intervals that are nearly one. Two spans of
 * one source stay two calls, whatever they look like: that is the loop.
 */
export function nestCalls(groups: readonly CallGroup[]): readonly CallGroup[] {
  const source = groups[0] === undefined ? null : sourceOf(groups[0][0])
  if (groups.every((group) => group.every((reading) => sourceOf(reading) === source))) return groups
  return joinContained(joinChildren(groups))
}

/** How far back an outer span is looked for. */
const windowSize = 64

/** The first step of {@link nestCalls}: parent and child alone, which no other reading can contradict. */
export function joinChildren(groups: readonly CallGroup[]): readonly CallGroup[] {
  const current = new Map<string, CallGroup>()
  for (const group of groups) for (const { spanId } of group) current.set(spanId, group)
  const live = new Set(groups)
  for (const reading of groups.flat().toSorted(byStart)) {
    const inner = current.get(reading.spanId)
    const outer = reading.parentSpanId === null ? undefined : current.get(reading.parentSpanId)
    if (inner === undefined || outer === undefined || inner === outer || !isSameCall(outer, inner)) continue
    replace(live, current, [outer, inner])
  }
  return [...live]
}

function joinContained(groups: readonly CallGroup[]): readonly CallGroup[] {
  const sorted = groups.toSorted(([a], [b]) => byStart(a, b))
  const out: CallGroup[] = []
  for (const inner of sorted) {
    const from = Math.max(0, out.length - windowSize)
    const index = out.findLastIndex(
      (outer, at) =>
        at >= from && (contains(outer, inner) || coincide(outer, inner)) && isSameCall(outer, inner),
    )
    const outer = out[index]
    if (outer === undefined) out.push(inner)
    else out[index] = joinGroups([outer, inner])
  }
  return out
}

function replace(
  live: Set<CallGroup>,
  current: Map<string, CallGroup>,
  pair: readonly [CallGroup, CallGroup],
): void {
  const joined = joinGroups(pair)
  for (const group of pair) live.delete(group)
  live.add(joined)
  for (const { spanId } of joined) current.set(spanId, joined)
}

/** Outer before inner. */
function byStart(a: ToolReading, b: ToolReading): number {
  return a.startMs - b.startMs || b.endMs - a.endMs || (a.spanId < b.spanId ? -1 : 1)
}

function contains(outer: CallGroup, inner: CallGroup): boolean {
  return outer.some((a) => inner.some((b) => a.traceId === b.traceId && isWithin(b, a)))
}

type Interval = Pick<ToolReading, 'startMs' | 'endMs'>

/** True when `inner` neither began before `outer` nor ended after it. */
export function isWithin(inner: Interval, outer: Interval): boolean {
  return outer.startMs <= inner.startMs && outer.endMs >= inner.endMs
}

/** How much of the longer interval both must share to be one call. */
export const nearlyOneRatio = 0.9

/** Neither lies within the other by a hair, and both tell the same arguments. */
function coincide(a: CallGroup, b: CallGroup): boolean {
  return a.some((one) =>
    b.some(
      (other) =>
        one.traceId === other.traceId &&
        one.args !== undefined &&
        other.args !== undefined &&
        sharedRatio(one, other) >= nearlyOneRatio,
    ),
  )
}

/** Share of the longer interval that both have, 0 to 1. */
export function sharedRatio(a: Interval, b: Interval): number {
  const shared = Math.min(a.endMs, b.endMs) - Math.max(a.startMs, b.startMs)
  const longer = Math.max(a.endMs - a.startMs, b.endMs - b.startMs)
  return longer <= 0 ? 0 : shared / longer
}

function isSameCall(outer: CallGroup, inner: CallGroup): boolean {
  return outer.every((a) => inner.every((b) => sourceOf(a) !== sourceOf(b) && agree(a, b)))
}

/** Names what reports a call: a rank has one source, but instrumentations of several vocabularies may run at once. */
export function sourceOf({ rank, dialect }: Pick<ToolReading, 'rank' | 'dialect'>): string {
  return rank === 'own_span' ? `${rank}:${dialect}` : rank
}

function agree(a: ToolReading, b: ToolReading): boolean {
  if (a.callId !== null && b.callId !== null && a.callId !== b.callId) return false
  return saysTheSame(a, b)
}

/** True when tool and arguments do not contradict each other. */
export function saysTheSame(
  a: Pick<ToolReading, 'tool' | 'args'>,
  b: Pick<ToolReading, 'tool' | 'args'>,
): boolean {
  if (!isSameTool(a.tool, b.tool)) return false
  return a.args === undefined || b.args === undefined || sameValue(a.args, b.args)
}
