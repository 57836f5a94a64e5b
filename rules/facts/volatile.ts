import { cell } from '../memory/call-table.ts'
import type { LaneMemory } from '../memory/lane-memory.ts'
import type { Observation } from '../words/features.ts'
import { changeBetween, type Change } from './volatile-change.ts'
import { hasLearned, withChange, type Field } from './volatile-fields.ts'
import { packWatched, unpackWatched, type Watched } from './volatile-memory.ts'

/** A call whose answer has just settled. */
export interface Answered {
  /** Identity of the call; 0 when the arguments are unknown. */
  readonly gist: number
  readonly observation: Observation
  /** Most calls that the lane watches at a time. */
  readonly places: number
}

/**
 * Learns, for each call that is made again, which fields of its answer are volatile: they differ in every pair of
 * answers while all else is equal, and go nowhere. One that moves on (percent, done, remaining) is not volatile,
 * and anything else that differs is news, at which learning begins afresh.
 *
 * Returns how many answers in a row, this one included, are equal but for learned fields; 0 while none are learned.
 * That may withhold progress and earn a nudge; by itself it never halts, for what the fields mean is a guess.
 */
export function equalButVolatile(lane: LaneMemory, answered: Answered): number {
  const { gist, observation, places } = answered
  if (gist === 0 || observation.state !== 'known' || !wasMade(lane, gist)) return 0
  const all = unpackWatched(lane.watched)
  const before = all.find((each) => each.gist === gist)
  const now = next(before, lane, answered)
  const others = all.filter((each) => each !== before)
  lane.watched = packWatched([now, ...others].slice(0, places))
  return hasLearned(now) ? now.streak : 0
}

/** Only calls that are made again are watched: most never are. */
function wasMade({ calls }: LaneMemory, gist: number): boolean {
  for (let row = calls.count - 1; row >= 0; row--) if (cell(calls, row, 'gist') === gist) return true
  return false
}

function next(before: Watched | undefined, lane: LaneMemory, { gist, observation }: Answered): Watched {
  const { leaves = none, lines = none } = observation.state === 'known' ? observation : {}
  const place = { gist, epoch: lane.epoch, ordinal: lane.ordinal, leaves, lines }
  const isSevered = before === undefined || before.epoch !== lane.epoch || before.ordinal < lane.patternsFrom
  const change: Change = isSevered ? other : changeBetween(before, observation)
  if (isSevered || change.kind === 'other') return { ...place, ...afresh }
  if (change.kind === 'none') return { ...before, ...place, streak: before.streak + 1 }
  return { ...place, ...withChange(before, change) }
}

const none = new Uint32Array(0)
const other: Change = { kind: 'other' }
const noFields: readonly Field[] = []
const afresh = { streak: 1, pairs: 0, returns: 0, fields: noFields, recent: none } as const
