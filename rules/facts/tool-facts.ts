import { appendRow, cell, flag, setFlag, TABLE_ROWS } from '../memory/call-table.ts'
import { hashOf } from '../memory/hash.ts'
import { toolIndex, type LaneMemory } from '../memory/lane-memory.ts'
import { matchesAny } from '../policy/glob.ts'
import type { Policy } from '../policy/policy.ts'
import type { CallFeatures } from '../words/features.ts'
import { isMcp } from '../words/call-source.ts'
import type { ToolStep } from '../words/step.ts'
import { answerKey } from './answer.ts'
import { cycleAt } from './cycle.ts'
import { isEffect, isReadOnly } from './effects.ts'
import { handOffKeys, isHandOff } from './hand-off.ts'
import type { ToolFacts } from './facts.ts'
import { isReceipt } from './receipt.ts'
import { repeatsOf } from './repeats.ts'
import { sizeKey } from './result-size.ts'
import { enterRound } from './rounds.ts'
import { comparedAnswer, uncompared } from './volatile.ts'
import { stepOfSweep } from './sweep.ts'
import { weighed } from './weighed.ts'

/** A share of new lines below this is no progress. */
const PROGRESS_RATIO = 0.2
const MAX_TRIED = 16
/** A repeat that counts for less than this was waited for. */
const SPUN = 0.5

/** Where a tool step is recorded and what it is judged with. */
export interface ToolContext extends Pick<
  ToolFacts,
  'lane' | 'policy' | 'totals' | 'limits' | 'noveltyRatio'
> {
  /** Most rows of the lane's call table. */
  readonly maxRows: number
  /** All lanes of the run. */
  readonly lanes: readonly LaneMemory[]
}

/** Records a settled tool step in its lane and says what it was. */
export function toolFacts(step: ToolStep, context: ToolContext): ToolFacts {
  const { lane, policy, noveltyRatio } = context
  const traits = traitsOf(step, policy)
  const own = { gist: gistOf(step), observation: answerKey(step.observation, step.error) }
  const { gist, observation } = traits.handoff ? handOffKeys(step, own, context.lanes) : own
  const fresh = traits.mutating && !isKnown(lane, gist, observation)
  const news = isProgress(step, traits, noveltyRatio)
  const round = enterRound(step, lane)
  if (fresh) lane.epoch++
  const echo = echoes(lane, gist, round)
  const { equalBut, shrunk } = echo
    ? uncompared
    : comparedAnswer(step, { gist, lane, traits, maxRows: context.maxRows })
  const progress = news && equalBut < 2
  const row = appendRow(
    lane.calls,
    context.maxRows,
    {
      gist,
      observation,
      tool: toolIndex(lane, step.tool),
      resource: hashOf(step.call.resource),
      error: traits.failed ? hashOf(step.error?.signature ?? null) : 0,
      flags: flagsOf(step.call, traits, { progress, echo }) | tellerFlag(step),
      round,
      epoch: lane.epoch,
      ordinal: lane.ordinal,
      startMs: Math.round(step.startedAtMs) % 2 ** 32,
      endMs: Math.round(step.endedAtMs) % 2 ** 32,
      size: sizeKey(step),
    },
    { step: step.id, span: step.spanId, call: step.callId },
  )
  const repeats = repeatsOf(lane.calls, row, lane.patternsFrom)
  const sweep = stepOfSweep(lane, cell(lane.calls, row, 'tool'), step.call.leaves)
  const recorded = {
    ...traits,
    step,
    lane,
    row,
    repeats,
    noveltyRatio,
    progress,
    fresh,
    echo,
    equalBut,
    shrunk,
    ...sweep,
  }
  const { weight, ...evidence } = weighed(recorded)
  if (evidence.moving && !progress) setFlag(lane.calls, row, flag.moved)
  countProgress(step, lane, { progress, weight })
  if (isWork(recorded, evidence)) lane.restated = 0
  const cycle = cycleAt(lane.calls, row, { patternsFrom: lane.patternsFrom, callsOnly: false })
  return { ...context, ...recorded, ...evidence, kind: 'tool', cycle }
}

type Traits = Pick<
  ToolFacts,
  'known' | 'empty' | 'failed' | 'transient' | 'effect' | 'mutating' | 'waiting'
> & {
  readonly handoff: boolean
}

function traitsOf(step: ToolStep, policy: Policy): Traits {
  const { tools } = policy
  const failed = step.ok === false || (step.ok === null && step.error !== null)
  const effect = isEffect(step, policy)
  const mayWrite = step.readOnly === false || matchesAny(tools.mutating, step.tool)
  const writes = effect || (step.call.writes ?? (mayWrite && !isReadOnly(step, policy)))
  return {
    known: step.observation.state === 'known',
    empty: step.observation.state === 'empty',
    failed,
    transient: failed && step.error?.class === 'transient',
    effect,
    mutating: writes && !failed,
    waiting: matchesAny(tools.waiting, step.tool),
    handoff: !effect && isHandOff(step, policy),
  }
}

/** What the call is compared by; with unknown arguments, nothing. */
function gistOf(step: ToolStep): number {
  return hashOf(step.call.gist)
}

/** The same call gave the same before: a mutation that is a repeat opens no new epoch. */
function isKnown({ calls }: LaneMemory, gist: number, observation: number): boolean {
  for (let row = 0; row < calls.count; row++) {
    if (cell(calls, row, 'gist') !== gist || gist === 0) continue
    if (cell(calls, row, 'observation') === observation) return true
  }
  return false
}

function isProgress(step: ToolStep, traits: Traits, noveltyRatio: number | null): boolean {
  if (traits.failed || traits.waiting || (traits.handoff && isReceipt(step))) return false
  return step.observation.state === 'known' && (noveltyRatio ?? 0) >= PROGRESS_RATIO
}

function echoes(lane: LaneMemory, gist: number, round: number): boolean {
  const { calls } = lane
  for (let row = calls.count - 1; row >= 0 && calls.count - row <= TABLE_ROWS; row--) {
    if (cell(calls, row, 'round') !== round) return false
    if (cell(calls, row, 'gist') === gist && gist !== 0) return true
  }
  return false
}

function flagsOf(
  { waits }: CallFeatures,
  traits: Traits,
  { progress, echo }: { readonly progress: boolean; readonly echo: boolean },
): number {
  return (
    (traits.failed ? flag.failed : 0) |
    (traits.mutating ? flag.mutating : 0) |
    (traits.effect ? flag.effect : 0) |
    (traits.waiting ? flag.waiting : 0) |
    (waits === true && !traits.failed ? flag.slept : 0) |
    (traits.transient ? flag.transient : 0) |
    (progress ? flag.progress : 0) |
    (echo ? flag.echo : 0)
  )
}

function tellerFlag({ rank }: ToolStep): number {
  if (rank === 'prompt') return flag.prompt
  return isMcp(rank) ? flag.mcp : 0
}

/** What an agent says before such a call narrates its work, however alike it sounds, and is no conclusion said again. */
function isWork(
  { progress, fresh, waiting, repeats }: Pick<ToolFacts, 'progress' | 'fresh' | 'waiting' | 'repeats'>,
  { moving }: Pick<ToolFacts, 'moving'>,
): boolean {
  return progress || fresh || moving || waiting || repeats.calls.length === 1 || repeats.newestWeight < SPUN
}

function countProgress(
  step: ToolStep,
  lane: LaneMemory,
  { progress, weight }: { readonly progress: boolean; readonly weight: number },
): void {
  lane.toolCount++
  lane.callsInTurn++
  lane.messages = 0
  lane.equalMessages = 0
  if (progress) {
    lane.progressCount++
    lane.stale = 0
    lane.tried = []
    // Whatever else the round brings, it was no lack of progress.
    lane.roundStale = 1
    return
  }
  if (step.observation.state === 'unknown' && step.error === null) return
  // A round of parallel calls is one piece of evidence.
  const more = Math.max(0, weight - lane.roundStale)
  lane.stale += more
  lane.roundStale += more
  if (!lane.tried.includes(step.tool) && lane.tried.length < MAX_TRIED)
    lane.tried = [...lane.tried, step.tool]
}
