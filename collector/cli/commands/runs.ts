import { limitClasses, outcomes, reasons } from '@loop-observer/rules'
import { runList } from '../../control/schemas/run.ts'
import { remoteFlags, type Command } from '../command.ts'
import { countOf, timeOf, wordOf } from '../flag-value.ts'
import { remoteOf } from '../remote.ts'
import { runTable } from '../run-table.ts'

/** `loop-observer runs`: what runs there are. */
export const runs: Command = {
  name: 'runs',
  takes: '[--outcome OUTCOME] [--reason REASON] [--agent NAME] [--limit-hit] [--class CLASS] [--since 1h]',
  about: 'Lists runs, newest first.',
  flags: {
    outcome: { value: 'OUTCOME', about: `One of ${outcomes.join(', ')}.` },
    reason: { value: 'REASON', about: `One of ${reasons.join(', ')}.` },
    agent: { value: 'NAME', about: 'Only runs of this agent.' },
    'limit-hit': { about: 'Only runs that met a limit, ours or their framework’s, enforced or not.' },
    class: {
      value: 'CLASS',
      about: `Only runs that met a limit while they did this: one of ${limitClasses.join(', ')}.`,
    },
    since: { value: 'TIME', about: 'Only runs with steps since then: 30d, 12h, 15m or an ISO 8601 time.' },
    limit: { value: 'COUNT', about: 'At most this many. Default 100.' },
    ...remoteFlags,
  },
  arity: [0, 0],
  run: async (invocation) => {
    const asked = {
      outcome: wordOf(invocation, 'outcome', outcomes),
      reason: wordOf(invocation, 'reason', reasons),
      agent: invocation.flags['agent'],
      limit_hit: 'limit-hit' in invocation.flags ? true : undefined,
      class: wordOf(invocation, 'class', limitClasses),
      since: timeOf(invocation, 'since'),
      limit: countOf(invocation, 'limit'),
    }
    const query = new URLSearchParams()
    for (const [name, value] of Object.entries(asked)) {
      if (value !== undefined) query.set(name, String(value))
    }
    const answer = await remoteOf(invocation).get(`/v1/runs?${query.toString()}`, runList)
    if ('json' in invocation.flags) invocation.print(JSON.stringify(answer, null, 2))
    else invocation.print(answer.runs.length === 0 ? 'No runs.' : runTable(answer.runs, answer.nowMs))
    return 0
  },
}
