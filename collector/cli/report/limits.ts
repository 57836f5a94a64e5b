import { counted } from '@loop-observer/rules'
import type { HigherLimit, LimitRow, RouteRow } from '../../report/limit-hits.ts'
import { table } from '../table.ts'

/** Which limits were hit, what the runs were doing, and whether a higher one may have helped, at what cost. */
export function limitsText(rows: readonly LimitRow[], all: HigherLimit): string {
  const routes = rows.flatMap(({ reason, routes: each }) => each.map((route) => ({ reason, ...route })))
  return [
    'A limit that was hit is a report about the other stops:',
    table(rows, [
      { heading: 'LIMIT', cell: ({ reason }) => reason },
      { heading: 'RUNS', cell: ({ runs }) => String(runs), right: true },
      { heading: 'AVG TURNS', cell: ({ averageSteps }) => averageSteps.toFixed(1), right: true },
      { heading: 'AVG COST', cell: ({ averageCostUsd }) => `$${averageCostUsd.toFixed(4)}`, right: true },
      { heading: 'MAY HELP', cell: ({ helpedRatio }) => percent(helpedRatio), right: true },
      { heading: 'DOING', cell: ({ classes }) => classesText(classes) },
      { heading: 'NEWEST', cell: ({ newest }) => newest.slice(0, 3).join(', ') },
    ]),
    ...helpedLines(all),
    ...(routes.length > rows.length ? ['', routesTable(routes)] : []),
  ].join('\n')
}

function helpedLines(all: HigherLimit): readonly string[] {
  const { runs, helped, helpedRatio } = all
  const others = runs - helped
  const line = `A higher limit may have helped ${percent(helpedRatio)} of them (${helped} of ${runs}): those in which new results kept coming. Whether these served the task is not known.`
  if (others === 0) return [line]
  return [
    line,
    `The other ${counted(others, 'run')} spent ${spentText(all)}; twice the limit would cost them at least as much again.`,
  ]
}

function spentText({ otherTokens, otherCostUsd }: HigherLimit): string {
  const tokens = counted(otherTokens, 'token')
  return otherCostUsd > 0 ? `$${otherCostUsd.toFixed(2)} (${tokens})` : tokens
}

function routesTable(routes: readonly (RouteRow & Pick<LimitRow, 'reason'>)[]): string {
  return [
    'By route, for a limit is raised where it helps and not for all:',
    table(routes, [
      { heading: 'LIMIT', cell: ({ reason }) => reason },
      { heading: 'AGENT', cell: ({ agent }) => agent ?? '-' },
      { heading: 'ATTRIBUTES', cell: ({ attributes }) => attributesText(attributes) },
      { heading: 'RUNS', cell: ({ runs }) => String(runs), right: true },
      { heading: 'MAY HELP', cell: ({ helpedRatio }) => percent(helpedRatio), right: true },
      { heading: 'OTHERS SPENT', cell: (route) => spentText(route), right: true },
    ]),
  ].join('\n')
}

function attributesText(attributes: RouteRow['attributes']): string {
  const named = Object.entries(attributes).map(([name, value]) => `${name}=${value}`)
  return named.length === 0 ? '-' : named.join(' ')
}

function classesText(classes: LimitRow['classes']): string {
  return Object.entries(classes)
    .toSorted(([, a], [, b]) => b - a)
    .map(([name, runs]) => `${runs} ${name}`)
    .join(', ')
}

function percent(ratio: number): string {
  return `${Math.round(100 * ratio)} %`
}
