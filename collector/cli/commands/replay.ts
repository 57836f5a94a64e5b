import { counted } from '@loop-observer/rules'
import { compare, type JudgedTwice } from '../../replay/compare.ts'
import { judgeFiles } from '../../replay/judge-files.ts'
import type { JudgedRun } from '../../replay/judged-run.ts'
import { laterAttempts } from '../../replay/later-attempts.ts'
import type { FilesProgress } from '../../replay/runs-of-files.ts'
import { summarise } from '../../replay/summary.ts'
import { pairOf, UsageError, type Command, type Invocation } from '../command.ts'
import { chosenPolicy, namedPolicy, policyFlags } from '../policy-flags.ts'
import { progressBar, type Progress } from '../progress.ts'
import { comparisonText } from '../replay/comparison.ts'
import { replayTables } from '../replay/tables.ts'

/** `loop-observer replay`: what would have been done to recorded runs. */
export const replay: Command = {
  name: 'replay',
  takes: 'FILE…',
  about:
    'Judges recorded runs and OTLP files as if live, in enforce mode, and says what would have been stopped.',
  flags: {
    ...policyFlags,
    compare: {
      value: 'POLICY_A',
      andValue: 'POLICY_B',
      about: 'Judge the runs by both, presets or files, and show what differs.',
    },
    summary: { about: 'With --json: print the tables as one JSON object.' },
    json: { about: 'Print one JSON object a run instead of a table.' },
  },
  arity: [1, 10_000],
  run: async (invocation) => {
    const progress = progressBar(invocation)
    try {
      const pair = pairOf(invocation, 'compare')
      await (pair === undefined ? replayAll(invocation, progress) : compareAll(invocation, pair, progress))
    } finally {
      progress.clear()
    }
    return 0
  },
}

async function replayAll(invocation: Invocation, progress: Progress): Promise<void> {
  const { positionals: paths, flags, print } = invocation
  const eachRun = 'json' in flags && !('summary' in flags)
  const policies = { only: chosenPolicy(invocation) }
  const all: JudgedRun[] = []
  for await (const { only } of judgeFiles({ paths, policies, onProgress: onProgress(progress) })) {
    if (eachRun) {
      progress.clear()
      print(JSON.stringify(only.replayed))
    } else all.push(only)
  }
  if (eachRun) return
  progress.clear()
  print('json' in flags ? json({ ...summarise(all), later: laterAttempts(all) }) : replayTables(all))
}

async function compareAll(
  invocation: Invocation,
  names: readonly [string, string],
  progress: Progress,
): Promise<void> {
  const { positionals: paths, flags, print } = invocation
  if ('policy' in flags || 'preset' in flags)
    throw new UsageError('--compare names both policies: leave out --policy and --preset.')
  const policies = { a: namedPolicy(names[0]), b: namedPolicy(names[1]) }
  const all: JudgedTwice[] = []
  for await (const run of judgeFiles({ paths, policies, onProgress: onProgress(progress) })) all.push(run)
  const comparison = compare(all)
  progress.clear()
  print(
    'json' in flags
      ? json({ policies: { a: names[0], b: names[1] }, ...comparison })
      : comparisonText(comparison, names),
  )
}

function onProgress(progress: Progress): (done: FilesProgress) => void {
  return ({ ratio, runs }) => progress.update(ratio, counted(runs, 'run'))
}

function json(value: object): string {
  return JSON.stringify(value, null, 2)
}
