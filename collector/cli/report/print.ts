import { counted } from '@loop-observer/rules'
import type { CheckReport } from '../../report/checks.ts'
import type { Report } from '../../report/report.ts'
import type { TerminationRow } from '../../report/terminations.ts'
import { mostPasses } from '../../store/pass-counts.ts'
import { judgeModelText } from '../judge-model-text.ts'
import { table } from '../table.ts'
import { limitsText } from './limits.ts'

/** A report for a person. `about` says which runs it covers. */
export function reportText(report: Report, about: string): string {
  return [
    `${counted(report.runs, 'run')}${about}`,
    '',
    terminationsTable(report.terminations),
    ...(report.higherLimit === null ? [] : ['', limitsText(report.limitHits, report.higherLimit)]),
    '',
    ...checksLines(report.checks),
    ...(report.judgeModel === null ? [] : ['', judgeModelText(report.judgeModel)]),
  ].join('\n')
}

function terminationsTable(rows: readonly TerminationRow[]): string {
  return table(rows, [
    {
      heading: 'TERMINATED',
      cell: ({ outcome, reason }) => (reason === null ? outcome : `${outcome}: ${reason}`),
    },
    { heading: 'RUNS', cell: ({ runs }) => String(runs), right: true },
    { heading: 'AVG TURNS', cell: ({ averageSteps }) => averageSteps.toFixed(1), right: true },
    { heading: 'AVG COST', cell: ({ averageCostUsd }) => `$${averageCostUsd.toFixed(4)}`, right: true },
    {
      heading: 'CORRECT',
      cell: (row) => shareOf(row.correctRatio, row.correctKnown, 'not known'),
      right: true,
    },
    { heading: 'VERIFIED', cell: (row) => shareOf(row.verifiedRatio, row.checked, 'no check'), right: true },
  ])
}

function shareOf(ratio: number | null, known: number, none: string): string {
  return ratio === null ? none : `${ratio.toFixed(2)} of ${known}`
}

function checksLines(checks: CheckReport): readonly string[] {
  const { runs, runsWithout, answeredWithout, loops, passes, passesPerLoop } = checks
  const without = `${counted(runsWithout, 'run')} had no check at all, ${answeredWithout} of them answered.`
  if (loops === 0) return [without]
  return [
    `${counted(loops, 'loop')} over ${counted(passes, 'pass', 'passes')} of checks in ${counted(runs, 'run')}; ${without}`,
    table(Object.entries(checks.verdicts), [
      { heading: 'VERDICT', cell: ([verdict]) => verdict },
      { heading: 'PASSES', cell: ([, count]) => String(count), right: true },
    ]),
    '',
    histogram(passesPerLoop),
  ]
}

const widest = 40

function histogram(passesPerLoop: readonly number[]): string {
  const most = Math.max(1, ...passesPerLoop)
  return table(
    [...passesPerLoop.entries()],
    [
      {
        heading: 'PASSES OF A LOOP',
        cell: ([place]) => (place + 1 === mostPasses ? `${mostPasses} or more` : String(place + 1)),
        right: true,
      },
      { heading: 'LOOPS', cell: ([, loops]) => String(loops), right: true },
      { heading: '', cell: ([, loops]) => '#'.repeat(Math.ceil((widest * loops) / most)) },
    ],
  )
}
