import type { StepRecord } from '@loop-observer/rules'
import type { Reading } from '../dialects/reading.ts'
import { tellsStep } from '../dialects/tells-step.ts'
import type { RunIntro } from '../judging/judging.ts'
import type { RunKey, Store } from '../store/store.ts'
import { mainLane } from './actors.ts'
import { RecentMap } from '../recent-map.ts'

/** One run's share of a batch, as far as its agent's name goes. */
export interface NamedBatch {
  readonly intro: RunIntro
  readonly readings: readonly Reading[]
  /** Steps of the run were told before, by this process. */
  readonly hasBegun?: boolean
  readonly nowMs: number
}

/**
 * Puts the name of a run's agent into the run's log, once a run and process; of several observers' the
 * log keeps the first. The span around a whole run, often the only one with the name, ends and arrives
 * last: then its run is known already. Alone it makes no run: the name waits for a step.
 */
export class AgentNaming {
  readonly #store: Pick<Store, 'read'>
  readonly #told = new RecentMap<RunKey, true>(50_000)
  readonly #held = new RecentMap<RunKey, StepRecord>(5000)

  constructor(store: Pick<Store, 'read'>) {
    this.#store = store
  }

  /** False when there is nothing to tell of this run: no need to ask further. */
  hasSomething({ key, agent, source }: RunIntro): boolean {
    if (this.#told.get(key) !== undefined) return false
    // Every span and every request of an agent with our SDK names it.
    return (agent !== null && source === 'telemetry') || this.#held.get(key) !== undefined
  }

  /** The record that names the agent, when there is something to tell. Throws RetryableError when the store is away. */
  async tell(batch: NamedBatch): Promise<readonly StepRecord[]> {
    const { intro, readings, hasBegun = false } = batch
    const { key, agent } = intro
    const hasSteps = hasBegun || readings.some(tellsStep)
    if (!this.hasSomething(intro)) return []
    const record = this.#held.get(key) ?? recordOf(batch, agent ?? '')
    if (!hasSteps && (await this.#store.read(key)) === null) {
      this.#held.set(key, record)
      return []
    }
    this.#told.set(key, true)
    return [record]
  }
}

function recordOf({ readings, intro, nowMs }: NamedBatch, agent: string): StepRecord {
  const reading = readings.find((each) => each.agent === agent)
  const atMs = reading === undefined || reading.endMs <= 0 ? nowMs : reading.endMs
  const base = { lane: mainLane, startedAtMs: atMs, endedAtMs: atMs, receivedAtMs: nowMs, sequence: null }
  const span = { traceId: reading?.traceId ?? intro.traceId, spanId: reading?.spanId ?? null }
  // One id a run: the log drops what has an id that it knows.
  return { step: { id: 'agent-name', ...base, ...span, kind: 'naming', agent }, preview: null }
}
