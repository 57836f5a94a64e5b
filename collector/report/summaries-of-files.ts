import { runsOfFiles, type FilesToRead } from '../replay/runs-of-files.ts'
import type { RunSummary } from '../store/store.ts'
import { recordedSummary, spanSummary } from './filed-summary.ts'

/** Every run of the files, as a report sees it. Throws what reading a file throws. */
export async function summariesOfFiles(files: FilesToRead): Promise<readonly RunSummary[]> {
  const summaries: RunSummary[] = []
  for await (const told of runsOfFiles(files)) {
    const summary =
      told.kind === 'recorded' ? recordedSummary(told.run, files.policy) : spanSummary(told.run, files.policy)
    summaries.push(summary)
  }
  return summaries
}
