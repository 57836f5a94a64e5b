import { counted } from '@loop-observer/rules'
import type { ChangedRun, PolicyComparison, RunVerdict } from '../../replay/compare.ts'
import type { ReasonRow } from '../../replay/summary.ts'
import { table, type Column } from '../table.ts'
import { headline } from './tables.ts'

/** More are in the JSON. */
const mostShown = 100

type Row = PolicyComparison['reasons'][number]
type Count = keyof Omit<ReasonRow, 'reason' | 'costSavedUsd'>

/** What two policies would have done to the same runs, side by side: `B` with the difference to `A` in brackets. */
export function comparisonText(
  { a, reasons, changed }: PolicyComparison,
  [nameA, nameB]: readonly [string, string],
): string {
  if (a.runs === 0) return 'No runs in these files.'
  return [
    headline(a),
    `A is ${nameA}, B is ${nameB}.`,
    '',
    table(reasons, [
      { heading: 'REASON', cell: ({ reason }) => reason },
      ...pair('NUDGED', 'nudged'),
      ...pair('STOPPED', 'stopped'),
      ...pair('GOOD RUNS STOPPED', 'goodStopped'),
      ...pair('STEPS SAVED', 'stepsSaved'),
      ...pair('TOKENS SAVED', 'tokensSaved'),
    ]),
    '',
    ...changedLines(changed),
  ].join('\n')
}

function pair(heading: string, name: Count): readonly Column<Row>[] {
  return [
    { heading: `${heading} A`, cell: ({ a }) => String(a[name]), right: true },
    { heading: 'B', cell: ({ a, b }) => `${b[name]} (${signed(b[name] - a[name])})`, right: true },
  ]
}

function signed(difference: number): string {
  return difference > 0 ? `+${difference}` : String(difference)
}

function changedLines(changed: readonly ChangedRun[]): readonly string[] {
  if (changed.length === 0) return ['No run has another verdict.']
  const more = changed.length - mostShown
  return [
    `${counted(changed.length, 'run has', 'runs have')} another verdict:`,
    table(changed.slice(0, mostShown), [
      { heading: 'RUN', cell: ({ run_id }) => run_id },
      {
        heading: 'ENDED',
        cell: ({ success }) => (success === null ? 'not known' : success ? 'well' : 'badly'),
      },
      { heading: 'A', cell: (run) => verdictText(run.a) },
      { heading: 'B', cell: (run) => verdictText(run.b) },
    ]),
    ...(more > 0 ? [`… and ${more} more, see --json`] : []),
  ]
}

function verdictText({ verdict, reason, step }: RunVerdict): string {
  const what = verdict === 'ended' ? '-' : verdict.replaceAll('_', ' ')
  return reason === null ? what : `${what}: ${reason} @${step}`
}
