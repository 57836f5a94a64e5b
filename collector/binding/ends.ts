import type { OutcomeStep, StepRecord } from '@loop-observer/rules'
import type { EndReading } from '../dialects/reading.ts'
import type { RunKey, Store } from '../store/store.ts'
import { mainLane } from './actors.ts'
import type { SpanReadings } from './binding.ts'
import { RecentMap } from '../recent-map.ts'
import { preview } from './preview.ts'
import { isKnownRun, type RunShare } from './run-share.ts'

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

  /** The records of ends that are due. Throws RetryableError when the store is away. */
  async tell(share: RunShare): Promise<readonly StepRecord[]> {
    const { key } = share.intro
    const ends = share.readings.filter((reading) => reading.kind === 'end')
    const told = [...(this.#held.get(key) ?? nothing), ...ends.map((end) => recordOf(end, share))]
    if (told.length === 0) return nothing
    const isKnown = await isKnownRun(share, this.#store)
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

function recordOf(end: EndReading, { nowMs, stored }: RunShare): StepRecord {
  const { traceId, spanId, endMs, fromMs, outcome, errorText } = end
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
  return { step, preview: preview({ text: errorText }, stored) }
}
