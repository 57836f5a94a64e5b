import type { StepRecord } from '@loop-observer/rules'
import type { RunKey, Store } from '../store/store.ts'
import { mainLane } from './actors.ts'
import { RecentMap } from '../recent-map.ts'
import { isKnownRun, type RunShare } from './run-share.ts'

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

  /** The record that names the agent, when there is something to tell. Throws RetryableError when the store is away. */
  async tell(share: RunShare): Promise<readonly StepRecord[]> {
    const { key, agent, source } = share.intro
    if (this.#told.get(key) !== undefined) return []
    // Every span and every request of an agent with our SDK names it.
    const isNamed = agent !== null && source === 'telemetry'
    const record = this.#held.get(key) ?? (isNamed ? recordOf(share, agent) : null)
    if (record === null) return []
    if (!(await isKnownRun(share, this.#store))) {
      this.#held.set(key, record)
      return []
    }
    this.#told.set(key, true)
    return [record]
  }
}

function recordOf({ readings, intro, nowMs }: RunShare, agent: string): StepRecord {
  const reading = readings.find((each) => each.agent === agent)
  const atMs = reading === undefined || reading.endMs <= 0 ? nowMs : reading.endMs
  const base = { lane: mainLane, startedAtMs: atMs, endedAtMs: atMs, receivedAtMs: nowMs, sequence: null }
  const span = { traceId: reading?.traceId ?? intro.traceId, spanId: reading?.spanId ?? null }
  // One id a run: the log drops what has an id that it knows.
  return { step: { id: 'agent-name', ...base, ...span, kind: 'naming', agent }, preview: null }
}
