import { counted, resolvePolicy } from '@loop-observer/rules'
import { hashing } from '../../binding/hashing.ts'
import { readReplayFile } from '../../replay/read-file.ts'
import { replayRun, replaySpanRun } from '../../replay/replay.ts'
import { spanRuns } from '../../replay/span-runs.ts'
import { summarise, type Comparison, type ReasonRow } from '../../replay/summary.ts'
import type { Command } from '../command.ts'
import { chosenPolicy, policyFlags } from '../policy-flags.ts'
import { table } from '../table.ts'

/** `loop-observer replay`: what would have been done to recorded runs. */
export const replay: Command = {
  name: 'replay',
  takes: 'FILE…',
  about:
    'Judges recorded runs and OTLP files as if live, in enforce mode, and says what would have been stopped.',
  flags: {
    ...policyFlags,
    json: { about: 'Print one JSON object a run instead of a table.' },
  },
  arity: [1, 10_000],
  run: async (invocation) => {
    const policy = chosenPolicy(invocation)
    const { tools } = resolvePolicy(policy, { source: 'replay', agent: null, attributes: {} })
    const extraction = { hashing: hashing(), keys: tools }
    const json = 'json' in invocation.flags
    const all: Comparison[] = []
    for (const path of invocation.positionals) {
      const { runs, spans } = await readReplayFile(path)
      const found: readonly Comparison[] = [
        ...runs.map((recorded) => ({ recorded, replayed: replayRun(recorded, policy, extraction) })),
        ...(await spanRuns(spans, policy)).map((run) => ({
          recorded: null,
          replayed: replaySpanRun(run, policy),
        })),
      ]
      if (json) for (const { replayed } of found) invocation.print(JSON.stringify(replayed))
      else all.push(...found)
    }
    if (!json) invocation.print(shown(all))
    return 0
  },
}

function shown(all: readonly Comparison[]): string {
  if (all.length === 0) return 'No runs in these files.'
  const good = all.filter(({ recorded }) => recorded?.success === true).length
  const steps = all.reduce((sum, { replayed }) => sum + replayed.steps, 0)
  const count = (name: keyof Omit<ReasonRow, 'reason'>) => (row: ReasonRow) => String(row[name])
  return [
    `${counted(all.length, 'run')}, ${counted(steps, 'step')}; known to have ended well: ${good}`,
    '',
    table(summarise(all), [
      { heading: 'REASON', cell: ({ reason }) => reason },
      { heading: 'NUDGED', cell: count('nudged'), right: true },
      { heading: 'STOPPED', cell: count('stopped'), right: true },
      { heading: 'GOOD RUNS STOPPED', cell: count('goodStopped'), right: true },
      { heading: 'STEPS SAVED', cell: count('stepsSaved'), right: true },
      { heading: 'TOKENS SAVED', cell: count('tokensSaved'), right: true },
    ]),
  ].join('\n')
}
