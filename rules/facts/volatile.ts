import { cell } from '../memory/call-table.ts'
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

/** One call is watched for so many rows of the call table: four at most. */
const ROWS_A_CALL = 16

/**
 * Learns, for each call that is made again, which fields of its answer are volatile: they differ in every pair of
 * answers while all else is equal, and go nowhere. One that moves on (percent, done, remaining) is not volatile,
 * and anything else that differs is news, at which learning begins afresh. Of a JSON answer a field is a leaf, of
 * a text a line; a line is only volatile when what it said before comes back.
 *
 * Returns how many answers in a row, this one included, are equal but for learned fields; 0 while none are learned.
 * That may withhold progress and earn a nudge; by itself it never halts, for what the fields mean is a guess.
 */
export function equalButVolatile({ observation }: ToolStep, answered: Answered): number {
  const { gist, lane, traits, maxRows } = answered
  if (traits.failed || traits.mutating || traits.waiting) return 0
  if (gist === 0 || observation.state !== 'known' || !wasMade(lane, gist)) return 0
  const all = unpackWatched(lane.watched)
  const before = all.find((each) => each.gist === gist)
  const now = next(before, lane, { gist, observation })
  const others = all.filter((each) => each !== before)
  const most = Math.max(1, Math.floor(maxRows / ROWS_A_CALL))
  lane.watched = packWatched([now, ...others].slice(0, most))
  return hasLearned(now) ? now.streak : 0
}

/** Only calls that are made again are watched: most never are. */
function wasMade({ calls }: LaneMemory, gist: number): boolean {
  for (let row = calls.count - 1; row >= 0; row--) if (cell(calls, row, 'gist') === gist) return true
  return false
}

interface Seen {
  readonly gist: number
  readonly observation: Observation & { readonly state: 'known' }
}

function next(before: Watched | undefined, lane: LaneMemory, { gist, observation }: Seen): Watched {
  const { leaves, lines } = observation
  const place = { gist, epoch: lane.epoch, ordinal: lane.ordinal, leaves, lines }
  // A change of the outside world, or a person's word, parts what came before from what comes after.
  if (before === undefined || before.epoch !== lane.epoch || before.ordinal < lane.patternsFrom) {
    return { ...place, ...afresh }
  }
  const change = changeBetween(before, observation)
  if (change.kind === 'other') return { ...place, ...afresh }
  if (change.kind === 'none') return { ...before, ...place, streak: before.streak + 1 }
  return { ...place, ...withChange(before, change) }
}

const noFields: readonly Field[] = []
const afresh = { streak: 1, pairs: 0, returns: 0, fields: noFields, recent: new Uint32Array(0) } as const
