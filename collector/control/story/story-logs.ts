import type { RunKey, Store, StoredRun } from '../../store/store.ts'
import { storyStep, type StoryStep } from './story-step.ts'

/** Reads the log of a run for its story, as far as it is kept. */
export type StoryLogs = (stored: Pick<StoredRun, 'key' | 'version'>) => Promise<readonly StoryStep[]>

interface Read {
  readonly steps: StoryStep[]
  /** Place in the log behind what was read. */
  next: number
}

const mostKept = 8
const keptForMs = 60_000
const recordsPerRead = 1000
/** The newest: memory has a bound. */
const mostSteps = 20_000

/**
 * Makes a reader that keeps what it read of the newest few runs: who looks at a run asks again with every step,
 * and only what is new is read then.
 */
export function createStoryLogs(store: Pick<Store, 'steps'>): StoryLogs {
  const kept = new Map<RunKey, Promise<Read>>()
  return async ({ key, version }) => {
    const before = kept.get(key) ?? Promise.resolve({ steps: [], next: 0 })
    const reading = before.then((read) => readOn(store, { key, version }, read))
    kept.delete(key)
    kept.set(key, reading)
    const forget = (): void => void (kept.get(key) === reading && kept.delete(key))
    reading.catch(forget)
    setTimeout(forget, keptForMs).unref()
    const [oldest] = kept.keys()
    if (kept.size > mostKept && oldest !== undefined) kept.delete(oldest)
    return (await reading).steps
  }
}

/** A log that is shorter than what was read of it is another run's under the same name. */
async function readOn(
  store: Pick<Store, 'steps'>,
  { key, version }: Pick<StoredRun, 'key' | 'version'>,
  before: Read,
): Promise<Read> {
  const read = version < before.next ? { steps: [], next: 0 } : before
  while (read.next < version) {
    const { from, records } = await store.steps(key, read.next, recordsPerRead)
    if (records.length === 0) break
    for (const record of records) read.steps.push(storyStep(record))
    if (read.steps.length > mostSteps) read.steps.splice(0, read.steps.length - mostSteps)
    read.next = from + records.length
  }
  return read
}
