import type { Reading } from '../dialects/reading.ts'
import { tellsStep } from '../dialects/tells-step.ts'
import type { RunIntro } from '../judging/judging.ts'
import type { Store } from '../store/store.ts'
import type { StoredContent } from './preview.ts'

/** One run's share of a batch, for what is told of the run as a whole. */
export interface RunShare {
  readonly intro: RunIntro
  readonly readings: readonly Reading[]
  /** Steps of the run were told before, by this process. */
  readonly hasBegun: boolean
  readonly nowMs: number
  /** How much of contents is kept. */
  readonly stored: StoredContent
}

/** True when the run has steps, or gets its first with this batch. Throws RetryableError when the store is away. */
export async function isKnownRun(
  { intro, readings, hasBegun }: RunShare,
  store: Pick<Store, 'read'>,
): Promise<boolean> {
  return hasBegun || readings.some(tellsStep) || (await store.read(intro.key)) !== null
}
