import { stat } from 'node:fs/promises'
import type { PolicyFile } from '@loop-observer/rules'
import type { LogView } from '../receiver/log-view.ts'
import type { SpanView } from '../receiver/span-view.ts'
import { readReplayFile } from './read-file.ts'
import type { RecordedRun } from './recorded-run.ts'
import { spanRuns, type SpanRun } from './span-runs.ts'

/** A run that files hold: recorded as such, or put together from spans and log records. */
export type RunOfFiles =
  | { readonly kind: 'recorded'; readonly run: RecordedRun }
  | { readonly kind: 'spans'; readonly run: SpanRun }

/** How far the work on some files has come. */
export interface FilesProgress {
  /** Share of it, by the sizes of the files, 0 to 1. */
  readonly ratio: number
  readonly runs: number
}

/** Which files to read, and how. */
export interface FilesToRead {
  readonly paths: readonly string[]
  /** Runs of spans are put together by the key that it names. */
  readonly policy: PolicyFile
  /** Told when the next run is asked for: the one before is done with. */
  readonly onProgress?: ((progress: FilesProgress) => void) | undefined
}

/**
 * Every run of the files: recorded runs one file after the other, in the order in which they stand there; then
 * those of spans and log records, which may tell of one run in several files. Throws what reading a file throws.
 */
export async function* runsOfFiles({
  paths,
  policy,
  onProgress,
}: FilesToRead): AsyncGenerator<RunOfFiles, void> {
  const sizes = await Promise.all(paths.map(sizeOf))
  const total = Math.max(
    1,
    sizes.reduce((sum, size) => sum + size, 0),
  )
  let [done, count] = [0, 0]
  const spans: SpanView[] = []
  const logs: LogView[] = []
  for (const [index, path] of paths.entries()) {
    const size = sizes[index] ?? 0
    const { runs, ...told } = await readReplayFile(path)
    // Not with one `push(...)`: a call takes only so many arguments.
    for (const span of told.spans) spans.push(span)
    for (const log of told.logs) logs.push(log)
    for (const [place, run] of runs.entries()) {
      yield { kind: 'recorded', run }
      count += 1
      onProgress?.({ ratio: (done + (size * (place + 1)) / runs.length) / total, runs: count })
    }
    done += size
  }
  if (spans.length + logs.length === 0) return
  for (const run of await spanRuns(spans, policy, logs)) {
    yield { kind: 'spans', run }
    count += 1
    onProgress?.({ ratio: done / total, runs: count })
  }
}

/** The standard input and what cannot be read have no size: the first is not known, of the second reading tells. */
async function sizeOf(path: string): Promise<number> {
  try {
    return path === '-' ? 0 : (await stat(path)).size
  } catch {
    return 0
  }
}
