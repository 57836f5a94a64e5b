import type { LimitClass, Reason } from '../words/reason.ts'
import { copyCallTable, createCallTable, type CallTable } from './call-table.ts'
import { createHashSet, type HashSet } from './hash-set.ts'

/** Tool names that a lane keeps apart. */
const MAX_TOOLS = 24

/** What is remembered of one actor. Mutable inside one `judge`, plain data between. */
export interface LaneMemory {
  readonly lane: string
  /** Start of its earliest step, milliseconds since the epoch. */
  firstStartMs: number
  /** End of its latest step, milliseconds since the epoch. */
  lastEndMs: number
  /** Sequence number expected next. */
  nextSequence: number
  /** Start of the newest settled step without a number, milliseconds since the epoch. */
  settledMarkMs: number
  /** Steps in a row that came behind it. */
  lateInRow: number
  /** Settled steps so far. */
  ordinal: number
  /** Settled tool steps so far. */
  toolCount: number
  /** Rises with each mutation that is no repeat: what was seen before may differ now. */
  epoch: number
  /** The round that the newest call belongs to, when its calls have ended, and what it added so far. */
  round: number
  roundEndMs: number
  roundStale: number
  /** Rounds of calls, passes of checks, and messages without a call between: the chances to change course. */
  acts: number
  /** Model turns begun, for calls that carry no round. */
  turn: number
  /** Ordinal before which the pattern rules see nothing: a user spoke, an operator resumed. */
  patternsFrom: number
  /** Tool steps since the last one that was progress. */
  stale: number
  /** Tool steps that were progress. */
  progressCount: number
  /** Agent messages in a row without a call between. */
  messages: number
  /** Fingerprint hash of the newest message, and how often in a row it came. */
  lastMessage: number
  equalMessages: number
  /** Passes of the check that reported last; null before the first. */
  passes: PassMemory | null
  /** Failed checks in a row, those that shrank not counted. */
  failedInRow: number
  /** The newest check was clean. */
  checkPassed: boolean
  /** Shingles of the newest message, and how many in a row say nearly the same. */
  lastShingles: Uint32Array
  restated: number
  calls: CallTable
  /** Arguments of the newest call of the tools used last, packed: see `stepOfSweep`. */
  swept: Uint32Array
  /** Names of tools, at most 24; rows of `calls` point into it. */
  toolNames: readonly string[]
  /** Lines of observations seen. */
  lines: HashSet
  /** Calls whose answers are compared field by field, packed: see `comparedAnswer`. */
  watched: Uint32Array
  /** Names of the tools tried since the last progress, at most 16. */
  tried: readonly string[]
  slices: Partial<Record<Reason, Float64Array>>
  /** What the newest finding about a loop was of, and when; null before the first. */
  spoke: Spoken | null
  /** End of the newest settled model step, milliseconds since the epoch; 0 before the first. */
  modelEndMs: number
  /** Tokens of the newest model step, prompt and answer; -1 when they are not known. */
  contextTokens: number
  /** Calls since then. */
  callsInTurn: number
  /** Model steps, and rounds or calls without one: see `turnsOf`. */
  modelSteps: number
  rounds: number
  looseCalls: number
  halted: boolean
}

/** A finding about a loop, as far as a limit that is met later needs it. */
interface Spoken {
  readonly class: LimitClass
  /** Settled steps of the lane then. */
  readonly ordinal: number
  /** Calls of the lane that were progress then. */
  readonly progressCount: number
}

/** A pass of a check without its failures. */
export interface PassSummary {
  readonly check: string
  /** How many things fail. */
  readonly failures: number
  /** Hash of the multiset of their signatures. */
  readonly set: number
}

/** What is kept of the passes of one check. */
export interface PassMemory {
  readonly check: string
  /** Passes since another check reported. */
  readonly count: number
  /** Hashes of the multisets of the last two passes, newest first. */
  readonly sets: readonly number[]
  /** Failures of the last three passes, newest first. */
  readonly failures: readonly number[]
}

/** The memory of a lane in which nothing has happened. */
export function createLane(lane: string): LaneMemory {
  return {
    lane,
    firstStartMs: Number.MAX_SAFE_INTEGER,
    lastEndMs: 0,
    nextSequence: 0,
    settledMarkMs: 0,
    lateInRow: 0,
    ordinal: 0,
    toolCount: 0,
    epoch: 0,
    round: 0,
    roundEndMs: 0,
    roundStale: 0,
    acts: 0,
    turn: 0,
    patternsFrom: 0,
    stale: 0,
    progressCount: 0,
    messages: 0,
    lastMessage: 0,
    equalMessages: 0,
    passes: null,
    failedInRow: 0,
    checkPassed: false,
    lastShingles: new Uint32Array(0),
    restated: 0,
    calls: createCallTable(),
    swept: new Uint32Array(0),
    toolNames: [],
    lines: createHashSet(),
    watched: new Uint32Array(0),
    tried: [],
    slices: {},
    spoke: null,
    modelEndMs: 0,
    contextTokens: -1,
    callsInTurn: 0,
    modelSteps: 0,
    rounds: 0,
    looseCalls: 0,
    halted: false,
  }
}

/** A copy to write to. Only tables and slices are written in place; all else is replaced, and shared until then. */
export function copyLane(lane: LaneMemory): LaneMemory {
  const slices: LaneMemory['slices'] = {}
  for (const reason in lane.slices) {
    const slice = lane.slices[reason as Reason]
    if (slice !== undefined) slices[reason as Reason] = slice.slice()
  }
  return { ...lane, calls: copyCallTable(lane.calls), slices }
}

/** Model turns of the lane; where no model step is recorded, a round of calls counts as one. */
export function turnsOf(lane: LaneMemory): number {
  return lane.modelSteps > 0 ? Math.max(lane.modelSteps, lane.rounds) : lane.rounds + lane.looseCalls
}

/** Index of the tool in `toolNames`. Beyond 24 all share the last place. */
export function toolIndex(lane: LaneMemory, tool: string): number {
  const index = lane.toolNames.indexOf(tool)
  if (index >= 0) return index
  const isFull = lane.toolNames.length === MAX_TOOLS
  lane.toolNames = [...lane.toolNames.slice(0, MAX_TOOLS - 1), isFull ? 'other tools' : tool]
  return lane.toolNames.length - 1
}
