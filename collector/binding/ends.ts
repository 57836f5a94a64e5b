import type { OutcomeStep, StepRecord } from '@loop-observer/rules'
import type { EndReading, Reading } from '../dialects/reading.ts'
import { tellsStep } from '../dialects/tells-step.ts'
import type { RunKey, Store } from '../store/store.ts'
import { mainLane } from './actors.ts'
import type { SpanReadings } from './binding.ts'
import { RecentMap } from '../recent-map.ts'

/** One run's share of a batch, as far as its end goes. */
interface EndingBatch {
  readonly key: RunKey
  readonly readings: readonly Reading[]
  /** Steps of the run were told before, by this process. */
  readonly hasBegun: boolean
  readonly nowMs: number
}

/**
 * Puts the end of the record around a run's work into the run's log. It makes no run: one that is told before the
 * first step of its run waits for it.
 */
export class RunEnds {
  readonly #store: Pick<Store, 'read'>
  readonly #held = new RecentMap<RunKey, readonly StepRecord[]>(5000)

  constructor(store: Pick<Store, 'read'>) {
    this.#store = store
  }

  /** False when there is nothing to tell of this run: no need to ask further. */
  hasSomething({ key, readings }: Pick<EndingBatch, 'key' | 'readings'>): boolean {
    return readings.some(({ kind }) => kind === 'end') || (this.#held.get(key) ?? nothing).length > 0
  }

  /** The records of ends that are due. Throws RetryableError when the store is away. */
  async tell({ key, readings, hasBegun, nowMs }: EndingBatch): Promise<readonly StepRecord[]> {
    const ends = readings.filter((reading) => reading.kind === 'end')
    const told = [...(this.#held.get(key) ?? nothing), ...ends.map((end) => recordOf(end, nowMs))]
    const isKnown = hasBegun || readings.some(tellsStep) || (await this.#store.read(key)) !== null
    this.#held.set(key, isKnown ? nothing : told.slice(-mostHeld))
    return isKnown ? told : nothing
  }
}

/** True for a span that only says that something ended, and not of what: the root of any trace. */
export function isBareEnd({ readings }: SpanReadings): boolean {
  return readings.every(({ kind, dialect }) => kind === 'end' && dialect === 'generic')
}

const nothing: readonly StepRecord[] = []
/** Roots of one run that came before its first step. */
const mostHeld = 4

function recordOf({ traceId, spanId, endMs, fromMs, outcome }: EndReading, nowMs: number): StepRecord {
  const atMs = endMs <= 0 ? nowMs : endMs
  const step: OutcomeStep = {
    id: `end:${spanId}`,
    lane: mainLane,
    startedAtMs: atMs,
    endedAtMs: atMs,
    receivedAtMs: nowMs,
    sequence: null,
    traceId,
    spanId,
    kind: 'outcome',
    outcome,
    correct: null,
    observed: true,
    ...(fromMs === null ? {} : { fromMs }),
  }
  return { step, preview: null }
}
