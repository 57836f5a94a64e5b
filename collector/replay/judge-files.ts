import { stat } from 'node:fs/promises'
import type { PolicyFile } from '@loop-observer/rules'
import type { LogView } from '../receiver/log-view.ts'
import type { SpanView } from '../receiver/span-view.ts'
import { judgedRecorded, judgedSpans, type JudgedRun } from './judged-run.ts'
import { readReplayFile, type FileContent } from './read-file.ts'
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
 * Judges every run of the files, each by all policies: recorded runs one file after the other, in the order in
 * which they stand there; then those of spans and log records, which may tell of one run in several files.
 * Throws what reading a file throws.
 */
export async function* judgeFiles<Names extends string>({
  paths,
  policies,
  onProgress,
}: JudgeFiles<Names>): AsyncGenerator<Readonly<Record<Names, JudgedRun>>> {
  const sizes = await Promise.all(paths.map(sizeOf))
  const total = Math.max(1, sum(sizes))
  let [done, count] = [0, 0]
  const spans: SpanView[] = []
  const logs: LogView[] = []
  for (const [index, path] of paths.entries()) {
    const size = sizes[index] ?? 0
    const content = await readReplayFile(path)
    for (const span of content.spans) spans.push(span)
    for (const log of content.logs) logs.push(log)
    const judges = content.runs.map(
      (run): JudgeRun =>
        (file) =>
          judgedRecorded(run, file),
    )
    for (const [place, judge] of judges.entries()) {
      yield each(policies, judge)
      count += 1
      onProgress?.({ ratio: (done + (size * (place + 1)) / judges.length) / total, runs: count })
    }
    done += size
  }
  for (const judge of await judgesOf({ spans, logs }, Object.values<PolicyFile>(policies)[0])) {
    yield each(policies, judge)
    count += 1
    onProgress?.({ ratio: done / total, runs: count })
  }
}

type JudgeRun = (policy: PolicyFile) => JudgedRun

/** One function for each run; runs are put together by the key that `policy` names. */
async function judgesOf(
  told: Pick<FileContent, 'spans' | 'logs'>,
  policy: PolicyFile | undefined,
): Promise<readonly JudgeRun[]> {
  if (policy === undefined || told.spans.length + told.logs.length === 0) return []
  const runs = await spanRuns(told.spans, policy, told.logs)
  return runs.map(
    (run): JudgeRun =>
      (file) =>
        judgedSpans(run, file),
  )
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
