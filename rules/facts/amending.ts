import { clearFlag, flag, observationKey, setCell, type CallTable } from '../memory/call-table.ts'
import type { LaneMemory } from '../memory/lane-memory.ts'
import { learn } from '../memory/lanes.ts'
import type { Draft } from '../memory/run-memory.ts'
import type { AmendmentStep, ToolStep } from '../words/step.ts'
import { rowIds } from '../memory/row-ids.ts'
import { answerKey } from './answer.ts'

/** Something that tells more about a call that has settled. */
type Telling = Pick<ToolStep | AmendmentStep, 'callId' | 'observation' | 'error'> &
  Partial<Pick<ToolStep, 'rank'>>

/** A settled call gets to know its observation: it changes future equality only, no decision. False when it is not known. */
export function amendRow(draft: Draft, telling: Telling): boolean {
  for (const lane of draft.state.lanes) {
    const row = rowOfCall(lane.calls, telling.callId)
    if (row < 0) continue
    // A record of its own: there is no other one to come.
    if (telling.rank !== undefined && telling.rank !== 'prompt') clearFlag(lane.calls, row, flag.prompt)
    amendRowAt(draft, lane, row, telling)
    return true
  }
  return false
}

/** As {@link amendRow}, for the call of this row. What does not know what came back changes nothing. */
export function amendRowAt(
  { state }: Draft,
  lane: LaneMemory,
  row: number,
  { observation, error }: Pick<Telling, 'observation' | 'error'>,
): void {
  const answer = answerKey(observation, error)
  if (answer === observationKey.unknown) return
  setCell(lane.calls, row, 'observation', answer)
  if (observation.state === 'known') learn(lane, observation.lines, state)
}

function rowOfCall(table: CallTable, callId: string | null): number {
  if (callId === null || !table.ids.includes(callId)) return -1
  return rowIds(table.ids).findLastIndex(({ call }) => call === callId)
}
