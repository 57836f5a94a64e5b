import { builtinPolicy, type PolicyFile } from '@loop-observer/rules'
import { judgedRecorded, judgedSpans, type JudgedRun } from './judged-run.ts'
import { runsOfFiles, type FilesToRead, type RunOfFiles } from './runs-of-files.ts'

/** What to do with files of recorded runs and spans. */
export interface JudgeFiles<Names extends string> extends Omit<FilesToRead, 'policy'> {
  /** Each run is judged by each of them; runs of spans are put together as the first says. */
  readonly policies: Readonly<Record<Names, PolicyFile>>
}

/** Judges every run of the files, each by all policies. Throws what reading a file throws. */
export async function* judgeFiles<Names extends string>({
  policies,
  ...files
}: JudgeFiles<Names>): AsyncGenerator<Readonly<Record<Names, JudgedRun>>> {
  const [policy = builtinPolicy] = Object.values<PolicyFile>(policies)
  for await (const run of runsOfFiles({ ...files, policy })) yield judgedByEach(policies, run)
}

function judgedByEach<Names extends string>(
  policies: Readonly<Record<Names, PolicyFile>>,
  run: RunOfFiles,
): Readonly<Record<Names, JudgedRun>> {
  const judged = Object.entries<PolicyFile>(policies).map(([name, policy]) => [name, judgedBy(run, policy)])
  // The same names come out as went in.
  return Object.fromEntries(judged) as Record<Names, JudgedRun>
}

function judgedBy(told: RunOfFiles, policy: PolicyFile): JudgedRun {
  return told.kind === 'recorded' ? judgedRecorded(told.run, policy) : judgedSpans(told.run, policy)
}
