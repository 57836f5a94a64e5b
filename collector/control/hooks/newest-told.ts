import type { Store, StoredRun } from '../../store/store.ts'

/** How far back the acknowledgements of a run are looked for; its decisions are few. */
const lookBackRecords = 1000

/** Newest decision that a lane acknowledged, from the run's log: for a process that did not tell it itself. 0 when there is none. */
export async function newestTold(
  store: Pick<Store, 'steps'>,
  { key, version, summary }: StoredRun,
  lane: string,
): Promise<number> {
  if (summary === null || summary.seq === 0) return 0
  const { records } = await store.steps(key, Math.max(0, version - lookBackRecords), lookBackRecords)
  return records.reduce(
    (newest, { step }) => (step.kind === 'ack' && step.lane === lane ? Math.max(newest, step.seq) : newest),
    0,
  )
}
