import { counted } from '@loop-observer/rules'
import type { z } from 'zod'
import { report as shape } from '../../control/schemas/run.ts'
import { remoteFlags, type Command } from '../command.ts'
import { timeOf } from '../flag-value.ts'
import { judgeModelText } from '../judge-model-text.ts'
import { remoteOf } from '../remote.ts'
import { table } from '../table.ts'

type Report = z.infer<typeof shape>

/** `loop-observer report`: how runs ended. */
export const report: Command = {
  name: 'report',
  takes: '[--since 30d]',
  about: 'Says how runs ended, at what length and cost, and which limits were hit.',
  flags: {
    since: { value: 'TIME', about: '30d, 12h, 15m or an ISO 8601 time. Default 30d.' },
    ...remoteFlags,
  },
  arity: [0, 0],
  run: async (invocation) => {
    const since = timeOf(invocation, 'since') ?? '30d'
    const answer = await remoteOf(invocation).get(`/v1/report?since=${encodeURIComponent(since)}`, shape)
    invocation.print('json' in invocation.flags ? JSON.stringify(answer, null, 2) : shown(answer))
    return 0
  },
}

function shown(answer: Report): string {
  if (answer.runs === 0) return 'No runs in that time.'
  const since = new Date(answer.sinceMs).toISOString()
  return [
    `${counted(answer.runs, 'run')} since ${since}${answer.complete ? '' : ' (the newest; there are more)'}`,
    '',
    terminations(answer),
    ...(answer.limitHits.length > 0 ? ['', limitHits(answer)] : []),
    ...(answer.judgeModel === null ? [] : ['', judgeModelText(answer.judgeModel)]),
  ].join('\n')
}

function terminations(answer: Report): string {
  return table(answer.terminations, [
    {
      heading: 'TERMINATED',
      cell: ({ outcome, reason }) => (reason === null ? outcome : `${outcome}: ${reason}`),
    },
    { heading: 'RUNS', cell: ({ runs }) => String(runs), right: true },
    { heading: 'AVG TURNS', cell: ({ averageSteps }) => averageSteps.toFixed(1), right: true },
    { heading: 'AVG COST', cell: ({ averageCostUsd }) => `$${averageCostUsd.toFixed(4)}`, right: true },
    {
      heading: 'CORRECT',
      cell: ({ correctRatio, correctKnown }) =>
        correctRatio === null ? 'not known' : `${correctRatio.toFixed(2)} of ${correctKnown}`,
      right: true,
    },
  ])
}

function limitHits(answer: Report): string {
  return [
    'A limit that was hit is a report about the other stops:',
    table(answer.limitHits, [
      { heading: 'LIMIT', cell: ({ reason }) => reason },
      { heading: 'RUNS', cell: ({ runs }) => String(runs), right: true },
      { heading: 'DOING', cell: ({ classes }) => classesText(classes) },
      { heading: 'NEWEST', cell: ({ newest }) => newest.slice(0, 3).join(', ') },
    ]),
    helped(answer),
  ].join('\n')
}

function classesText(classes: Report['limitHits'][number]['classes']): string {
  return Object.entries(classes)
    .toSorted(([, a], [, b]) => b - a)
    .map(([name, runs]) => `${runs} ${name}`)
    .join(', ')
}

function helped({ higherLimitWouldHelpRatio }: Report): string {
  const percent = Math.round((higherLimitWouldHelpRatio ?? 0) * 100)
  return `A higher limit would have helped ${percent} % of them: those that were still making progress.`
}
