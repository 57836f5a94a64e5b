import { stat } from 'node:fs/promises'
import type { PolicyFile } from '@loop-observer/rules'
import { judgedRecorded, judgedSpans, type JudgedRun } from './judged-run.ts'
import { readReplayFile } from './read-file.ts'
import { spanRuns } from './span-runs.ts'

/** How far the work on some files has come. */
export interface FilesProgress {
  /** Share of it, by the sizes of the files, 0 to 1. */
  readonly ratio: number
  readonly runs: number
}

/** What to do with files of recorded runs and spans. */
export interface JudgeFiles<Names extends string> {
  readonly paths: readonly string[]
  /** Each run is judged by each of them. */
  readonly policies: Readonly<Record<Names, PolicyFile>>
  readonly onProgress?: (progress: FilesProgress) => void
}

/**
 * Judges every run of the files, each by all policies, one file after the other, in the order in which they
 * stand there. Throws what reading a file throws.
 */
export async function* judgeFiles<Names extends string>({
  paths,
  policies,
  onProgress,
}: JudgeFiles<Names>): AsyncGenerator<Readonly<Record<Names, JudgedRun>>> {
  const sizes = await Promise.all(paths.map(sizeOf))
  const total = Math.max(1, sum(sizes))
  let [done, count] = [0, 0]
  for (const [index, path] of paths.entries()) {
    const size = sizes[index] ?? 0
    const judges = await judgesIn(path, Object.values<PolicyFile>(policies)[0])
    for (const [place, judge] of judges.entries()) {
      yield each(policies, judge)
      count += 1
      onProgress?.({ ratio: (done + (size * (place + 1)) / judges.length) / total, runs: count })
    }
    done += size
  }
}

type JudgeRun = (policy: PolicyFile) => JudgedRun

/** One function for each run of a file; runs are put together from spans by the key that `policy` names. */
async function judgesIn(path: string, policy: PolicyFile | undefined): Promise<readonly JudgeRun[]> {
  const { runs, spans } = await readReplayFile(path)
  const fromSpans = policy === undefined ? [] : await spanRuns(spans, policy)
  return [
    ...runs.map(
      (run): JudgeRun =>
        (file) =>
          judgedRecorded(run, file),
    ),
    ...fromSpans.map(
      (run): JudgeRun =>
        (file) =>
          judgedSpans(run, file),
    ),
  ]
}

function each<Names extends string>(
  policies: Readonly<Record<Names, PolicyFile>>,
  judge: JudgeRun,
): Readonly<Record<Names, JudgedRun>> {
  const judged = Object.entries<PolicyFile>(policies).map(([name, policy]) => [name, judge(policy)])
  // The same names come out as went in.
  return Object.fromEntries(judged) as Record<Names, JudgedRun>
}

/** The standard input and what cannot be read have no size: the first is not known, of the second reading tells. */
async function sizeOf(path: string): Promise<number> {
  try {
    return path === '-' ? 0 : (await stat(path)).size
  } catch {
    return 0
  }
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0)
}
