import { table } from '../../collector/cli/table.ts'
import type { Verdict } from './read-back.ts'
import { stepLimit, type ScriptedAgent } from './scripted-agent.ts'
import type { Surroundings } from './surroundings.ts'

/** An agent, how its run went beside the observer, and how many calls it makes without. */
export interface Row {
  readonly agent: ScriptedAgent
  readonly verdict: Verdict
  readonly callsAlone: number
}

/** What the demo is about to do. */
export function introduction({ urls }: Surroundings): string {
  return [
    `Scripted agents, no model. Spans go to ${urls.otlp}, decisions come from ${urls.control}.`,
    `Each agent gives up by itself after ${stepLimit} steps.`,
    '',
  ].join('\n')
}

/** Every run beside the observer and without it, as a table. */
export function comparison(rows: readonly Row[]): string {
  const printed = table(rows, [
    { heading: 'AGENT', cell: ({ agent }) => agent.name },
    { heading: 'WHAT IT DOES', cell: ({ agent }) => agent.does },
    { heading: 'OUTCOME', cell: ({ verdict }) => ending(verdict) },
    { heading: 'NUDGES', cell: ({ verdict }) => nudges(verdict), right: true },
    { heading: 'STEPS', cell: ({ verdict }) => String(verdict.calls), right: true },
    { heading: 'WITHOUT', cell: ({ callsAlone }) => String(callsAlone), right: true },
    { heading: 'SAVED', cell: ({ verdict, callsAlone }) => String(callsAlone - verdict.calls), right: true },
    { heading: 'RIGHT', cell: ({ verdict }) => (verdict.wrong === '' ? 'yes' : `NO: ${verdict.wrong}`) },
  ])
  return `\n${printed}\n`
}

function ending({ outcome, reason }: Verdict): string {
  return reason === null ? outcome : `${outcome}: ${reason}`
}

function nudges({ decisions }: Verdict): string {
  const given = decisions.filter(({ action, enforced }) => action === 'nudge' && enforced)
  return String(given.length)
}

/** What was only recorded, and what a person may look at now. */
export function whatNext(rows: readonly Row[], { urls }: Surroundings): string {
  const halted = rows.find(({ verdict }) => verdict.outcome === 'halted')?.verdict.run ?? 'RUN'
  return [
    ...rows.flatMap(recordedOnly),
    'Try next:',
    `  npm run loop-observer -- explain ${halted}`,
    '  npm run loop-observer -- runs',
    '  npm run loop-observer -- report',
    `  ${urls.control}/#/runs/${halted}`,
  ].join('\n')
}

function recordedOnly({ agent, verdict, callsAlone }: Row): readonly string[] {
  const halt = verdict.decisions.find(({ action, enforced }) => action !== 'nudge' && !enforced)
  if (halt === undefined) return []
  return [
    `${agent.name} was only watched (mode ${verdict.mode}): it would have been halted for ${halt.reason}`,
    `after call ${halt.totals.toolCalls} of ${callsAlone}. A policy with \`mode: enforce\` would have done it.`,
    '',
  ]
}
