import { seenOn, sourceRanks, toldFailure } from '@loop-observer/rules'
import type { ToolReading } from '../dialects/reading.ts'

/** Readings of one call, the best source first. */
export type CallGroup = readonly [ToolReading, ...ToolReading[]]

/** One reading of a group: each field from the best source that has it; a failure that any source saw. */
export function mergeCall([best, ...others]: CallGroup): ToolReading {
  if (others.length === 0) return best
  return others.reduce<ToolReading>(
    (merged, other) => ({
      ...merged,
      runId: merged.runId ?? other.runId,
      stepId: merged.stepId ?? other.stepId,
      sequence: merged.sequence ?? other.sequence,
      lane: merged.lane ?? other.lane,
      actor: merged.actor ?? other.actor,
      agent: merged.agent ?? other.agent,
      callId: merged.callId ?? other.callId,
      ...argsOf(merged, other),
      ...cameBack(merged, other),
      failed: merged.failed === true || other.failed === true ? true : (merged.failed ?? other.failed),
      errorText: toldFailure({ words: [merged.errorText, other.errorText] }),
      effect: merged.effect || other.effect,
      ...effectOf(merged, other),
      readOnly: merged.readOnly ?? other.readOnly,
      round: merged.round ?? other.round,
      features: merged.features ?? other.features,
    }),
    best,
  )
}

/** Arguments keep the name of the tool under which they were told: it is part of their fingerprint. */
function argsOf(merged: ToolReading, other: ToolReading): Pick<ToolReading, 'args' | 'argsTool'> {
  if (merged.args !== undefined || other.args === undefined) return { args: merged.args }
  return { args: other.args, ...(other.tool === merged.tool ? {} : { argsTool: other.tool }) }
}

function cameBack(merged: ToolReading, other: ToolReading): Partial<ToolReading> {
  const size = merged.resultSize ?? other.resultSize
  const sized = size === undefined ? {} : { resultSize: size }
  if (merged.observation !== undefined || other.observation === undefined) return sized
  const seenIn = seenOn(other)
  return { ...sized, observation: other.observation, ...(seenIn === null ? {} : { seenIn }) }
}

function effectOf({ effectId }: ToolReading, other: ToolReading): Pick<ToolReading, 'effectId'> {
  const id = effectId ?? other.effectId
  return id === undefined ? {} : { effectId: id }
}

/** The call's id as the record itself has it, or null. */
export function givenId(reading: ToolReading): string | null {
  return reading.givenId === undefined ? reading.callId : reading.givenId
}

/** The groups as one. */
export function joinGroups(groups: readonly CallGroup[]): CallGroup {
  const [first, ...rest] = groups.flat().toSorted(compareSources)
  if (first === undefined) throw new Error('a group has at least one reading')
  return [first, ...rest]
}

/** True when both were running at one time. */
export function overlap(
  a: { readonly startMs: number; readonly endMs: number },
  b: { readonly startMs: number; readonly endMs: number },
): boolean {
  return a.startMs <= b.endMs && b.startMs <= a.endMs
}

/** Puts the better source first; of one source the one that began first. */
function compareSources(a: ToolReading, b: ToolReading): number {
  return (
    sourceRanks.indexOf(a.rank) - sourceRanks.indexOf(b.rank) ||
    a.startMs - b.startMs ||
    (a.spanId < b.spanId ? -1 : a.spanId > b.spanId ? 1 : 0)
  )
}
