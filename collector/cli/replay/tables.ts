import { counted } from '@loop-observer/rules'
import { laterAttempts, type LaterAttempts } from '../../replay/later-attempts.ts'
import type { JudgedRun } from '../../replay/judged-run.ts'
import { summarise, type ReasonRow, type ReplaySummary } from '../../replay/summary.ts'
import { table } from '../table.ts'

/** What would have been done to the runs, and what became of the tasks: tables for a person. */
export function replayTables(all: readonly JudgedRun[]): string {
  if (all.length === 0) return 'No runs in these files.'
  const summary = summarise(all)
  return [headline(summary), '', reasonsTable(summary), ...laterTables(laterAttempts(all))].join('\n')
}

/** How many runs there are and how they ended. */
export function headline({ runs, steps, good, failed }: ReplaySummary): string {
  return `${counted(runs, 'run')}, ${counted(steps, 'step')}; known to have ended well: ${good}, to have failed: ${failed}`
}

function reasonsTable({ reasons }: ReplaySummary): string {
  const count = (name: keyof Omit<ReasonRow, 'reason'>) => (row: ReasonRow) => String(row[name])
  const withCost = reasons.some(({ costSavedUsd }) => costSavedUsd > 0)
  return table(reasons, [
    { heading: 'REASON', cell: ({ reason }) => reason },
    { heading: 'NUDGED', cell: count('nudged'), right: true },
    { heading: 'STOPPED', cell: count('stopped'), right: true },
    { heading: 'GOOD RUNS STOPPED', cell: count('goodStopped'), right: true },
    { heading: 'FAILED ANYWAY', cell: count('failedStopped'), right: true },
    { heading: 'STEPS SAVED', cell: count('stepsSaved'), right: true },
    { heading: 'TOKENS SAVED', cell: count('tokensSaved'), right: true },
    ...(withCost
      ? [
          {
            heading: 'COST SAVED',
            cell: ({ costSavedUsd }: ReasonRow) => `$${costSavedUsd.toFixed(2)}`,
            right: true,
          },
        ]
      : []),
  ])
}

function laterTables({ tasks, rows, series }: LaterAttempts): readonly string[] {
  if (tasks === 0) return []
  return [
    '',
    `After a stop, did a later attempt at the same task succeed? (${counted(tasks, 'task')} with several attempts)`,
    table(rows, [
      {
        heading: 'REASON',
        cell: ({ reason }) => (reason === 'none' ? 'not stopped, and failed' : reason),
      },
      { heading: 'RUNS', cell: ({ stopped }) => String(stopped), right: true },
      { heading: 'WITH A LATER ATTEMPT', cell: ({ withLater }) => String(withLater), right: true },
      { heading: 'LATER SUCCEEDED', cell: (row) => share(row.laterSucceeded, row.withLater), right: true },
      { heading: 'STEPS SAVED', cell: ({ stepsSaved }) => String(stepsSaved), right: true },
    ]),
    ...(series.length === 0
      ? []
      : [
          '',
          'Attempts judged as the passes of one check are: after a verdict, did a later attempt succeed?',
          table(series, [
            { heading: 'VERDICT', cell: ({ verdict }) => verdict },
            { heading: 'SAID', cell: ({ said }) => String(said), right: true },
            { heading: 'WITH A LATER ATTEMPT', cell: ({ withLater }) => String(withLater), right: true },
            {
              heading: 'LATER SUCCEEDED',
              cell: (row) => share(row.laterSucceeded, row.withLater),
              right: true,
            },
            { heading: 'ATTEMPTS AFTER', cell: ({ attemptsAfter }) => String(attemptsAfter), right: true },
          ]),
        ]),
  ]
}

function share(part: number, whole: number): string {
  return whole === 0 ? '-' : `${part} (${Math.round((100 * part) / whole)} %)`
}
