import type { Reading } from '../dialects/reading.ts'
import type { RunKey, Store } from '../store/store.ts'
import { RecentMap } from '../recent-map.ts'
import type { Absorbed } from './run-keys.ts'

/** Lane of the root agent, and of whatever names no agent. */
export const mainLane = 'main'

/**
 * Which agent of a run is its root: the first that a span names. Of one batch the span that began first
 * decides; between batches, also of several observers, whoever asks the store first. It is kept there, and
 * remembered here for the runs last seen.
 */
export class RootAgents {
  readonly #store: Pick<Store, 'bind' | 'resolve'>
  readonly #roots = new RecentMap<RunKey, string>(50_000)
  /** Questions under way, whose answer others that ask for the same run wait for. */
  readonly #asking = new Map<RunKey, Promise<string>>()

  constructor(store: Pick<Store, 'bind' | 'resolve'>) {
    this.#store = store
  }

  /** The root of each run of which one of the readings names an agent. Throws RetryableError when the store is away. */
  async resolve(
    tenant: string,
    runs: readonly { readonly key: RunKey; readonly readings: readonly Reading[] }[],
  ): Promise<ReadonlyMap<RunKey, string>> {
    const roots = new Map<RunKey, string>()
    const asked: Promise<void>[] = []
    for (const { key, readings } of runs) {
      const first = firstActor(readings)
      if (first === null) continue
      const known = this.#roots.get(key)
      if (known === undefined)
        asked.push(this.#bindOnce(tenant, key, first).then((root) => void roots.set(key, root)))
      else roots.set(key, known)
    }
    if (asked.length > 0) await Promise.all(asked)
    return roots
  }

  /** The root of a run that became a part of another is the root of that. Throws RetryableError when the store is away. */
  async passOn(tenant: string, absorbed: readonly Absorbed[]): Promise<void> {
    for (const { part, whole } of absorbed) {
      const root = await this.#store.resolve(tenant, rootAlias(tenant, part))
      if (root !== null) await this.#bindOnce(tenant, whole, root.slice(tenant.length + 1))
    }
  }

  #bindOnce(tenant: string, key: RunKey, name: string): Promise<string> {
    const underWay = this.#asking.get(key)
    if (underWay !== undefined) return underWay
    const asking = this.#bind(tenant, key, name)
    this.#asking.set(key, asking)
    return asking.finally(() => this.#asking.delete(key))
  }

  async #bind(tenant: string, key: RunKey, name: string): Promise<string> {
    const root = (await this.#store.bind(tenant, rootAlias(tenant, key), `${tenant}/${name}`)).slice(
      tenant.length + 1,
    )
    this.#roots.set(key, root)
    return root
  }
}

function rootAlias(tenant: string, key: RunKey): string {
  return `root-agent:${key.slice(tenant.length + 1)}`
}

/**
 * The lane of what a record tells: the one it states; `main` for the root agent and for records that name
 * no agent, of which instrumentations leave some; a lane of its own for any other agent.
 */
export function laneOf({ lane, actor }: Pick<Reading, 'lane' | 'actor'>, root: string | undefined): string {
  return lane ?? (actor === null || actor === root ? mainLane : actor)
}

/** Name of the run's agent as the earliest of its own records says, or null. Those of other agents do not count. */
export function agentOf(readings: readonly Reading[], root: string | undefined): string | null {
  return earliest(readings, ({ agent, actor }) => (actor === null || actor === root ? agent : null))
}

function firstActor(readings: readonly Reading[]): string | null {
  return earliest(readings, ({ lane, actor }) => (lane === null ? actor : null))
}

/** What the record that began first has, of those that have it; of equals the one with the lower span id. */
function earliest(readings: readonly Reading[], has: (reading: Reading) => string | null): string | null {
  let first: Reading | null = null
  let value: string | null = null
  for (const reading of readings) {
    const each = has(reading)
    if (each === null || (first !== null && !isBefore(reading, first))) continue
    first = reading
    value = each
  }
  return value
}

function isBefore(a: Reading, b: Reading): boolean {
  return a.startMs < b.startMs || (a.startMs === b.startMs && a.spanId < b.spanId)
}
