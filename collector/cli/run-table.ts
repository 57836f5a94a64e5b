import { oneLine } from './one-line.ts'
import type { z } from 'zod'
import type { runList } from '../control/schemas/run.ts'
import { nudgesText } from './nudges-text.ts'
import { span, table } from './table.ts'

type Run = z.infer<typeof runList>['runs'][number]

/** Runs as a table, the limit that was met where a run of the list met one. */
export function runTable(list: readonly Run[], nowMs: number): string {
  return table(list, [
    { heading: 'RUN', cell: ({ run }) => run },
    { heading: 'AGENT', cell: ({ agent }) => agent ?? '-' },
    ...(list.some(({ task }) => task !== null) ? [taskColumn] : []),
    {
      heading: 'OUTCOME',
      cell: ({ outcome, halted }) => (outcome === 'open' && halted ? 'open, halted' : outcome),
    },
    {
      heading: 'REASON',
      cell: ({ reason, recordedStop }) =>
        reason ?? (recordedStop === undefined ? '-' : `would be ${recordedStop}`),
    },
    ...(list.some(({ limit }) => limit !== null) ? [limitColumn] : []),
    { heading: 'TURNS', cell: ({ totals }) => String(totals.steps), right: true },
    { heading: 'CALLS', cell: ({ totals }) => String(totals.toolCalls), right: true },
    { heading: 'NUDGES', cell: (run) => nudgesText(run), right: true },
    { heading: 'LAST STEP', cell: ({ updatedAtMs }) => `${span(nowMs - updatedAtMs)} ago`, right: true },
  ])
}

const longestTask = 32

const taskColumn = {
  heading: 'TASK',
  cell: ({ task }: Run) => oneLine(task ?? '-', longestTask),
}

/** The limit that was met, and what the run was doing. */
const limitColumn = {
  heading: 'LIMIT MET',
  cell: ({ limit }: Run) => (limit === null ? '-' : `${limit.reason} (${limit.class})`),
}
