import { cell, clearFlag, flag, hasFlag, msBetween } from '../memory/call-table.ts'
import type { LaneMemory } from '../memory/lane-memory.ts'
import type { Draft, EngineState } from '../memory/run-memory.ts'
import { isMcp } from '../words/call-source.ts'
import type { Step, ToolStep } from '../words/step.ts'
import { amendRowAt } from './amending.ts'

/** Bits of {@link EngineState.tellers}. */
const teller = {
  /** Spans of their own, log records, the SDK: they tell all calls. */
  records: 1,
  /** MCP: it tells the calls that go through it. */
  mcp: 2,
  /** Prompts, of which a call was counted. */
  prompts: 4,
} as const

/**
 * Notes who tells the calls of the run, as soon as a step is received. Where their own records do, what
 * prompts say is the same calls once more.
 */
export function noteTeller(state: EngineState, { rank }: ToolStep): void {
  if (rank === 'prompt') return
  state.tellers |= isMcp(rank) ? teller.mcp : teller.records
}

/**
 * A step that settles, in its place; null for an answer to a call that never came, and for a call that a
 * prompt tells and another source told as well: they do not count. A prompt does not say when its calls
 * began: after the model call before it.
 */
export function placed(step: Step, { state }: Draft, lane: LaneMemory): Step | null {
  if (step.kind === 'amendment') return null
  if (step.kind === 'model') lane.modelEndMs = step.endedAtMs
  if (step.kind !== 'tool' || step.rank !== 'prompt') return step
  if ((state.tellers & teller.records) !== 0) return null
  const began = lane.modelEndMs === 0 ? step.startedAtMs : Math.min(lane.modelEndMs, step.startedAtMs)
  const call = { ...step, startedAtMs: began }
  if ((state.tellers & teller.mcp) !== 0 && isToldByMcp(call, state)) return null
  state.tellers |= teller.prompts
  return call
}

/**
 * True when the call was counted as one that a prompt told: its own record came too late to count, and only
 * says what came back. It is known by its tool, and by the two model calls around it.
 */
export function joinsPromptCall(draft: Draft, step: ToolStep): boolean {
  const { state } = draft
  if (step.rank === 'prompt' || (state.tellers & teller.prompts) === 0) return false
  for (const lane of state.lanes) {
    const { calls } = lane
    for (let row = calls.count - 1; row >= 0; row--) {
      if (!hasFlag(calls, row, flag.prompt) || !isOfTool(lane, row, step.tool)) continue
      const isWithin =
        msBetween(cell(calls, row, 'startMs'), step.startedAtMs) >= 0 &&
        msBetween(step.endedAtMs, cell(calls, row, 'endMs')) >= 0
      if (!isWithin) continue
      clearFlag(calls, row, flag.prompt)
      amendRowAt(draft, lane, row, step)
      return true
    }
  }
  return false
}

/** Frameworks put a server's name before the name of an MCP tool: `mcp__files__read`, `files.read`. */
export function isSameTool(a: string, b: string): boolean {
  if (a === b) return true
  const [long, short] = a.length > b.length ? [a, b] : [b, a]
  return long.endsWith(short) && /[_.:/-]/.test(long[long.length - short.length - 1] ?? '')
}

/** An MCP call of the same tool began between the two model calls. */
function isToldByMcp(call: ToolStep, { lanes }: EngineState): boolean {
  return lanes.some((lane) => {
    for (let row = lane.calls.count - 1; row >= 0; row--) {
      const startMs = cell(lane.calls, row, 'startMs')
      const isBetween = msBetween(call.startedAtMs, startMs) >= 0 && msBetween(startMs, call.endedAtMs) >= 0
      if (isBetween && hasFlag(lane.calls, row, flag.mcp) && isOfTool(lane, row, call.tool)) return true
    }
    return false
  })
}

function isOfTool({ calls, toolNames }: LaneMemory, row: number, tool: string): boolean {
  return isSameTool(toolNames[cell(calls, row, 'tool')] ?? '', tool)
}
