import type { RunKey, Store } from '../store/store.ts'
import { RecentMap } from '../recent-map.ts'

/** Which run a span names, and how surely. */
export interface RunClaim {
  /** Null for a log record outside any trace, which `attribute` or `runId` must place. */
  readonly traceId: string | null
  /** `loop.run.id`: holds for its own span whatever the trace is bound to. */
  readonly runId: string | null
  /** Value of the attribute that the policy names. */
  readonly attribute: string | null
  /**
   * Ids of calls that a model call which is a trace of its own answers and asks for, in this order: the next one
   * of the conversation has one of them. Absent for all others.
   */
  readonly calls?: readonly string[]
  /** Of equal claims in one batch the earliest binds its trace. */
  readonly startMs: number
  /** True for what only tells of the run: it looks up what its trace is bound to, and binds nothing. */
  readonly isWeak: boolean
}

/** Name of a run within its tenant. */
function runKey(tenant: string, run: string): RunKey {
  return `${tenant}/${run}`
}

/** Alias under which the store knows the run of a trace. */
function traceAlias(traceId: string): string {
  return `trace:${traceId}`
}

/**
 * Binds traces to runs. The first binding of a trace wins, on all observers of one store: it is
 * kept there, and remembered here for the traces last seen.
 */
export class RunKeys {
  readonly #store: Pick<Store, 'bind' | 'resolve' | 'read'>
  readonly #bound = new RecentMap<string, RunKey>(50_000)
  /** Bindings under way, which others that want the same trace wait for. */
  readonly #binding = new Map<string, Promise<void>>()

  constructor(store: Pick<Store, 'bind' | 'resolve' | 'read'>) {
    this.#store = store
  }

  /** The key of each claim's run, in order. Throws RetryableError when the store is away. */
  async resolve(tenant: string, claims: readonly RunClaim[]): Promise<readonly RunKey[]> {
    const unbound = new Map<string, RunClaim>()
    for (const claim of claims) {
      const { traceId } = claim
      if (traceId === null || this.#bound.get(`${tenant}/${traceId}`) !== undefined) continue
      const other = unbound.get(traceId)
      if (other === undefined || compareClaims(claim, other) < 0) unbound.set(traceId, claim)
    }
    if (unbound.size > 0) await this.#bindAll(tenant, unbound)
    return claims.map(({ runId, traceId, attribute }) => {
      if (runId !== null) return runKey(tenant, runId)
      if (traceId === null) return runKey(tenant, attribute ?? 'unknown')
      // Bound above; the fallback serves weak claims, and a trace that was forgotten within this call.
      return this.#bound.get(`${tenant}/${traceId}`) ?? runKey(tenant, attribute ?? traceId)
    })
  }

  /** True when the trace is bound to a run, as far as this process knows. */
  isBound(tenant: string, traceId: string): boolean {
    return this.#bound.get(`${tenant}/${traceId}`) !== undefined
  }

  #bindOnce(tenant: string, traceId: string, claim: RunClaim): Promise<void> {
    const trace = `${tenant}/${traceId}`
    const underWay = this.#binding.get(trace)
    if (underWay !== undefined) return underWay
    const binding = this.#bind(tenant, traceId, claim)
    // A weak claim may find nothing; a surer one must not wait for that.
    if (claim.isWeak) return binding
    this.#binding.set(trace, binding)
    return binding.finally(() => this.#binding.delete(trace))
  }

  async #bindAll(tenant: string, claims: ReadonlyMap<string, RunClaim>): Promise<void> {
    const chained = [...claims].filter(([, { calls }]) => calls !== undefined)
    const others = [...claims].filter(([, { calls }]) => calls === undefined)
    await Promise.all(others.map(([traceId, claim]) => this.#bindOnce(tenant, traceId, claim)))
    // Each may continue the one before.
    for (const [traceId, claim] of chained.toSorted(([, a], [, b]) => a.startMs - b.startMs))
      await this.#bindOnce(tenant, traceId, claim)
  }

  /** The run that has one of these calls, else `own`; the others are its too, whichever of the two came first. */
  async #continued(tenant: string, calls: readonly string[], own: RunKey, nowMs: number): Promise<RunKey> {
    let wanted = own
    for (const call of calls) {
      const holder = await this.#store.resolve(tenant, callAlias(call))
      if (holder === null || !(await this.#goesOn(holder, nowMs))) continue
      wanted = holder
      break
    }
    for (const call of calls) {
      const holder = await this.#store.bind(tenant, callAlias(call), wanted)
      if (holder !== wanted && wanted === own && (await this.#goesOn(holder, nowMs))) wanted = holder
    }
    return wanted
  }

  async #goesOn(key: RunKey, nowMs: number): Promise<boolean> {
    const summary = (await this.#store.read(key))?.summary
    return summary == null || Math.abs(nowMs - summary.updatedAtMs) <= longestSilenceMs
  }

  async #bind(tenant: string, traceId: string, claim: RunClaim): Promise<void> {
    const own = runKey(tenant, claim.runId ?? claim.attribute ?? traceId)
    const wanted =
      claim.calls === undefined ? own : await this.#continued(tenant, claim.calls, own, claim.startMs)
    if (claim.isWeak) {
      const known = await this.#store.resolve(tenant, traceAlias(traceId))
      if (known !== null) this.#bound.set(`${tenant}/${traceId}`, known)
      return
    }
    const bound = await this.#store.bind(tenant, traceAlias(traceId), wanted)
    this.#bound.set(`${tenant}/${traceId}`, bound)
  }
}

/** Alias under which the store knows the run of a call. */
function callAlias(call: string): string {
  return `call:${call}`
}

/** A conversation that was silent for longer is another when its calls come again: ids of recordings do. */
const longestSilenceMs = 30 * 60_000

/** The surer first, then the earlier, then any fixed order. */
function compareClaims(a: RunClaim, b: RunClaim): number {
  return (
    Number(a.isWeak) - Number(b.isWeak) ||
    sureness(b) - sureness(a) ||
    a.startMs - b.startMs ||
    ((a.runId ?? a.attribute ?? '') < (b.runId ?? b.attribute ?? '') ? -1 : 1)
  )
}

function sureness({ runId, attribute }: RunClaim): number {
  return runId !== null ? 2 : attribute !== null ? 1 : 0
}
