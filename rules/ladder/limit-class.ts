import type { Facts } from '../facts/facts.ts'
import { cell, flag, hasFlag, type CallTable } from '../memory/call-table.ts'
import type { LaneMemory } from '../memory/lane-memory.ts'
import type { Draft } from '../memory/run-memory.ts'
import type { Finding } from '../words/decision.ts'
import { isLimit, type LimitClass, type Reason } from '../words/reason.ts'
import type { OutcomeStep } from '../words/step.ts'

/** Settled steps, and calls, that say what a lane is doing. */
const RECENT = 10
/** Calls that were progress since a finding, beyond which it is a thing of the past. */
const FORGIVEN = 1
/** Of the newest calls, so many without progress make a run that stands still. */
const FEWEST_IDLE = 2
const IDLE_RATIO = 0.5
/** Of the time of a run, so much without anything that ended makes one that hangs. */
const SILENT_RATIO = 0.5

/** Notes a finding about a loop, for a limit that the run meets later. */
export function noteFinding(finding: Finding, { lane }: Facts): void {
  const found = classOf(finding)
  // Of several rules that speak at one step the first in their list is named, as in decisions.
  if (found === null || lane.spoke?.ordinal === lane.ordinal) return
  lane.spoke = { class: found, ordinal: lane.ordinal, progressCount: lane.progressCount }
}

/**
 * Notes the first limit that the run meets and what it was doing then: what a loop rule has said a
 * moment ago, else what the newest calls come closest to. "Before raising a limit, classify the runs
 * that hit it" (*Termination, and the agent that never stops*). The framework's own limit, which has
 * ended the run, outranks one that was only recorded.
 */
export function noteLimit({ reason }: Finding, { lane, step }: Facts, draft: Draft): void {
  if (!isLimit(reason) || (draft.limit !== null && reason !== 'agent_limit')) return
  const seen = saidLately(draft.state.lanes) ?? closest(lane)
  const hangs =
    seen === 'genuine_complexity' && step.kind === 'tick' && isSilent(draft, draft.totals.seconds * 1000)
  draft.limit = { reason, class: hangs ? 'exhaustion' : seen }
}

/** Notes a limit that the agent kept itself: it says that it stopped there, and no rule has met one before. */
export function noteToldLimit(draft: Draft, { reason, receivedAtMs }: OutcomeStep): void {
  if (reason === undefined || !isLimit(reason) || draft.limit !== null) return
  const { lanes, firstHeardMs } = draft.state
  const [root] = lanes
  const seen = saidLately(lanes) ?? (root === undefined ? 'genuine_complexity' : closest(root))
  const passedMs = receivedAtMs - (firstHeardMs ?? receivedAtMs)
  const hangs = seen === 'genuine_complexity' && reason === 'budget_time' && isSilent(draft, passedMs)
  draft.limit = { reason, class: hangs ? 'exhaustion' : seen }
}

/**
 * True for a run of which, when time alone brought it to its limit, nothing had come back for most of that time:
 * it was spent in a call that hangs, and nothing new came.
 */
function isSilent({ state }: Draft, passedMs: number): boolean {
  let firstMs = state.firstStartMs ?? Number.MAX_SAFE_INTEGER
  let lastMs = state.lastEndMs
  for (const { firstStartMs, lastEndMs } of state.lanes) {
    firstMs = Math.min(firstMs, firstStartMs)
    lastMs = Math.max(lastMs, lastEndMs)
  }
  const heardOfMs = Math.max(0, lastMs - firstMs)
  return passedMs - heardOfMs > SILENT_RATIO * passedMs
}

/** Of findings that say it by themselves; an outage and a gap that does not close are no answer to be found. */
const classOfReason: Readonly<Partial<Record<Reason, LimitClass>>> = {
  repetition: 'repetition',
  oscillation: 'oscillation',
  exhaustion: 'exhaustion',
  completion: 'completion',
  no_progress: 'exhaustion',
  dependency_down: 'exhaustion',
  livelock: 'exhaustion',
}

function classOf({ reason, evidence: { counts } }: Finding): LimitClass | null {
  if (reason !== 'convergence') return classOfReason[reason] ?? null
  if ((counts['stuck'] ?? 0) > 0) return 'repetition'
  return (counts['oscillating'] ?? 0) > 0 ? 'oscillation' : 'exhaustion'
}

/** Of the lanes in which a rule has spoken and little has come of it since, the newest word. */
function saidLately(lanes: readonly LaneMemory[]): LimitClass | null {
  let newest: { readonly class: LimitClass; readonly age: number } | null = null
  for (const { spoke, ordinal, progressCount } of lanes) {
    if (spoke === null || progressCount - spoke.progressCount > FORGIVEN) continue
    const age = ordinal - spoke.ordinal
    if (age < (newest?.age ?? RECENT)) newest = { class: spoke.class, age }
  }
  return newest?.class ?? null
}

function closest({ calls, checkPassed, restated, equalMessages }: LaneMemory): LimitClass {
  const idle = idleRows(calls)
  if (idle.length < FEWEST_IDLE || idle.length < IDLE_RATIO * Math.min(RECENT, calls.count)) {
    if (equalMessages > 1) return 'repetition'
    return restated > 1 ? 'completion' : 'genuine_complexity'
  }
  if (checkPassed) return 'completion'
  return repeats(calls, idle) ?? 'exhaustion'
}

/** Of the newest calls, those that brought nothing: neither progress nor a change. */
function idleRows(calls: CallTable): readonly number[] {
  const rows: number[] = []
  for (let row = Math.max(0, calls.count - RECENT); row < calls.count; row++) {
    const brought = flag.progress | flag.mutating | flag.echo
    if (!hasFlag(calls, row, brought)) rows.push(row)
  }
  return rows
}

/** The same call again is repetition, and with another between, oscillation, when most of them are such. */
function repeats(calls: CallTable, rows: readonly number[]): LimitClass | null {
  let again = 0
  let afterAnother = 0
  for (const [k, row] of rows.entries()) {
    const gist = cell(calls, row, 'gist')
    if (gist === 0) continue
    const before = rows.slice(0, k).findLast((earlier) => cell(calls, earlier, 'gist') === gist)
    if (before === undefined) continue
    again++
    if (before !== rows[k - 1]) afterAnother++
  }
  if (again * 2 < rows.length - 1) return null
  return afterAnother * 2 > again ? 'oscillation' : 'repetition'
}
