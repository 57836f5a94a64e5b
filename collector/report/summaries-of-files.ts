import type { PolicyFile } from '@loop-observer/rules'
import type { LogView } from '../receiver/log-view.ts'
import type { SpanView } from '../receiver/span-view.ts'
import { readReplayFile } from '../replay/read-file.ts'
import { spanRuns } from '../replay/span-runs.ts'
import type { RunSummary } from '../store/store.ts'
import { recordedSummary, spanSummary } from './filed-summary.ts'

/** What files to report on, and how. */
export interface ReportedFiles {
  readonly paths: readonly string[]
  readonly policy: PolicyFile
  /** Told after each run: share of the work done, 0 to 1, and runs so far. */
  readonly onProgress?: (ratio: number, runs: number) => void
}

/** Every run of the files; what several of them tell of one run by spans and log records is one. Throws what reading throws. */
export async function summariesOfFiles({
  paths,
  policy,
  onProgress,
}: ReportedFiles): Promise<readonly RunSummary[]> {
  const summaries: RunSummary[] = []
  const spans: SpanView[] = []
  const logs: LogView[] = []
  for (const [place, path] of paths.entries()) {
    const content = await readReplayFile(path)
    for (const span of content.spans) spans.push(span)
    for (const log of content.logs) logs.push(log)
    for (const [index, run] of content.runs.entries()) {
      summaries.push(recordedSummary(run, policy))
      onProgress?.((place + (index + 1) / content.runs.length) / paths.length, summaries.length)
    }
  }
  if (spans.length + logs.length === 0) return summaries
  for (const run of await spanRuns(spans, policy, logs)) summaries.push(spanSummary(run, policy))
  return summaries
}
