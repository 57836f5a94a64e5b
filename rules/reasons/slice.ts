import type { LaneMemory } from '../memory/lane-memory.ts'
import type { Rule } from './rule.ts'

const noSlice = new Float64Array(0)

/** The rule's own numbers in the lane's memory; they start at 0. */
export function sliceOf({ slices }: LaneMemory, { reason, sliceSize }: Rule): Float64Array {
  return sliceSize === 0 ? noSlice : (slices[reason] ??= new Float64Array(sliceSize))
}
