import { hasBefore } from '../memory/call-table.ts'
import type { LaneMemory } from '../memory/lane-memory.ts'
import type { Observation } from '../words/features.ts'
import type { ToolStep } from '../words/step.ts'
import type { ToolFacts } from './facts.ts'
import { changeBetween } from './volatile-change.ts'
import { hasLearned, withChange } from './volatile-fields.ts'
import { packWatched, unpackWatched, type Field, type Watched } from './volatile-memory.ts'

/** A call that has just settled, and the lane in which it was made. */
export interface Answered {
  readonly lane: LaneMemory
  /** Identity of the call; 0 when the arguments are unknown. */
  readonly gist: number
  readonly traits: Pick<ToolFacts, 'failed' | 'mutating' | 'waiting'>
  /** Most rows of the lane's call table. */
  readonly maxRows: number
}

/** How an answer compares to the one before to the same call. */
export interface Compared {
  readonly equalBut: number
  readonly shrunk: boolean
}

/** One call is watched for so many rows of the call table: four at most. */
const ROWS_A_CALL = 16

/**
 * Learns, for each call that is made again, which fields of its answer are volatile: they differ in every pair of
 * answers while all else is equal, and go nowhere. One that moves on (percent, done, remaining) is not volatile,
 * and anything else that differs is news, at which learning begins afresh. Of a JSON answer a field is a leaf, of
 * a text a line; a line is only volatile when what it said before comes back.
 *
 * `equalBut` is how many answers in a row, this one included, are equal but for learned fields; 0 while none are learned.
 * That may withhold progress and earn a nudge; by itself it never halts, for what the fields mean is a guess. `shrunk`
 * tells of an answer that has lost lines and gained none.
 */
export function comparedAnswer({ observation }: ToolStep, answered: Answered): Compared {
  const { gist, lane, traits, maxRows } = answered
  if (traits.failed || traits.mutating || traits.waiting) return uncompared
  if (gist === 0 || observation.state !== 'known' || !wasMade(lane, gist)) return uncompared
  const all = unpackWatched(lane.watched)
  const before = all.find((each) => each.gist === gist)
  const { now, shrunk } = next(before, lane, { gist, observation })
  const others = all.filter((each) => each !== before)
  const most = Math.max(1, Math.floor(maxRows / ROWS_A_CALL))
  lane.watched = packWatched([now, ...others].slice(0, most))
  return { equalBut: hasLearned(now) ? now.streak : 0, shrunk }
}

/** Of an answer with which none is compared. */
export const uncompared: Compared = { equalBut: 0, shrunk: false }

/** Only calls that are made again are watched: most never are. */
function wasMade({ calls }: LaneMemory, gist: number): boolean {
  return hasBefore(calls, calls.count, 'gist', gist)
}

interface Seen {
  readonly gist: number
  readonly observation: Observation & { readonly state: 'known' }
}

function next(
  before: Watched | undefined,
  lane: LaneMemory,
  { gist, observation }: Seen,
): { readonly now: Watched; readonly shrunk: boolean } {
  const { leaves, lines } = observation
  const place = { gist, epoch: lane.epoch, ordinal: lane.ordinal, leaves, lines }
  const change = before === undefined ? null : changeBetween(before, observation)
  const shrunk = change?.kind === 'less'
  // A change of the outside world, or a person's word, parts what came before from what comes after.
  const isParted = before === undefined || before.epoch !== lane.epoch || before.ordinal < lane.patternsFrom
  if (isParted || change === null || change.kind === 'other' || change.kind === 'less') {
    return { now: { ...place, ...afresh }, shrunk }
  }
  if (change.kind === 'none') return { now: { ...before, ...place, streak: before.streak + 1 }, shrunk }
  return { now: { ...place, ...withChange(before, change) }, shrunk }
}

const noFields: readonly Field[] = []
const afresh = { streak: 1, pairs: 0, returns: 0, fields: noFields, recent: new Uint32Array(0) } as const
