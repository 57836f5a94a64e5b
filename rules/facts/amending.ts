import { setCell, type CallTable } from '../memory/call-table.ts'
import { learn } from '../memory/lanes.ts'
import type { Draft } from '../memory/run-memory.ts'
import type { AmendmentStep, ToolStep } from '../words/step.ts'
import { rowIds } from '../memory/row-ids.ts'
import { answerKey } from './answer.ts'

/** Something that tells more about a call that has settled. */
type Telling = Pick<ToolStep | AmendmentStep, 'lane' | 'callId' | 'observation' | 'error'>

/** A settled call gets to know its observation: it changes future equality only, no decision. */
export function amendRow(draft: Draft, telling: Telling): void {
  const { state } = draft
  for (const lane of state.lanes) {
    const row = rowOfCall(lane.calls, telling.callId)
    if (row < 0) continue
    setCell(lane.calls, row, 'observation', answerKey(telling.observation, telling.error))
    if (telling.observation.state !== 'known') return
    learn(lane, telling.observation.lines, state)
    return
  }
}

function rowOfCall(table: CallTable, callId: string | null): number {
  if (callId === null || !table.ids.includes(callId)) return -1
  return rowIds(table.ids).findLastIndex(({ call }) => call === callId)
}
