import { counted } from '@loop-observer/rules'
import { report as shape } from '../../control/schemas/report.ts'
import type { FilesProgress } from '../../replay/runs-of-files.ts'
import { reportOf } from '../../report/report.ts'
import { summariesOfFiles } from '../../report/summaries-of-files.ts'
import { remoteFlags, UsageError, type Command, type Invocation } from '../command.ts'
import { timeOf } from '../flag-value.ts'
import { chosenPolicy, policyFlags } from '../policy-flags.ts'
import { progressBar } from '../progress.ts'
import { remoteOf } from '../remote.ts'
import { reportText } from '../report/print.ts'

/** `loop-observer report`: how runs ended. */
export const report: Command = {
  name: 'report',
  takes: '[--since 30d] | FILE…',
  about:
    'Says how runs ended, at what length and cost, which limits were hit, and what checks said: of an observer, or of recorded runs and spans in files.',
  flags: {
    since: { value: 'TIME', about: '30d, 12h, 15m or an ISO 8601 time. Default 30d.' },
    ...policyFlags,
    ...remoteFlags,
  },
  arity: [0, 10_000],
  run: async (invocation) => {
    if (invocation.positionals.length > 0) await reportOnFiles(invocation)
    else await reportOnObserver(invocation)
    return 0
  },
}

async function reportOnObserver(invocation: Invocation): Promise<void> {
  const since = timeOf(invocation, 'since') ?? '30d'
  if ('policy' in invocation.flags || 'preset' in invocation.flags)
    throw new UsageError('--policy and --preset are for files: an observer has judged already.')
  const answer = await remoteOf(invocation).get(`/v1/report?since=${encodeURIComponent(since)}`, shape)
  const { runs, sinceMs, complete } = answer
  const about = ` since ${new Date(sinceMs).toISOString()}${complete ? '' : ' (the newest; there are more)'}`
  const text = runs === 0 ? 'No runs in that time.' : reportText(answer, about)
  invocation.print('json' in invocation.flags ? JSON.stringify(answer, null, 2) : text)
}

async function reportOnFiles(invocation: Invocation): Promise<void> {
  const { positionals: paths, flags, print } = invocation
  if ('since' in flags) throw new UsageError('--since is for an observer: of files, every run counts.')
  const policy = chosenPolicy(invocation)
  const progress = progressBar(invocation)
  const onProgress = ({ ratio, runs }: FilesProgress): void => progress.update(ratio, counted(runs, 'run'))
  const summaries = await summariesOfFiles({ paths, policy, onProgress }).finally(() => progress.clear())
  const answer = reportOf(summaries)
  const about = ` in ${counted(paths.length, 'file')}`
  const text = summaries.length === 0 ? 'No runs in these files.' : reportText(answer, about)
  print('json' in flags ? JSON.stringify(answer, null, 2) : text)
}
