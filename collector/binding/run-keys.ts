import type { Store } from '../store/store.ts'
import type { RunKey } from '../store/store.ts'
import { RecentMap } from './recent-map.ts'

/** Which run a span names, and how surely. */
export interface RunClaim {
  readonly traceId: string
  /** `loop.run.id`: holds for its own span whatever the trace is bound to. */
  readonly runId: string | null
  /** Value of the attribute that the policy names. */
  readonly attribute: string | null
  /** Of equal claims in one batch the earliest binds its trace. */
  readonly startMs: number
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
  readonly #store: Pick<Store, 'bind'>
  readonly #bound = new RecentMap<string, RunKey>(50_000)

  constructor(store: Pick<Store, 'bind'>) {
    this.#store = store
  }

  /** The key of each claim's run, in order. Throws RetryableError when the store is away. */
  async resolve(tenant: string, claims: readonly RunClaim[]): Promise<readonly RunKey[]> {
    const unbound = new Map<string, RunClaim>()
    for (const claim of claims) {
      if (this.#bound.get(`${tenant}/${claim.traceId}`) !== undefined) continue
      const other = unbound.get(claim.traceId)
      if (other === undefined || compareClaims(claim, other) < 0) unbound.set(claim.traceId, claim)
    }
    if (unbound.size > 0) await Promise.all([...unbound.values()].map((claim) => this.#bind(tenant, claim)))
    return claims.map((claim) =>
      claim.runId !== null
        ? runKey(tenant, claim.runId)
        : // Bound above; the fallback serves a claim whose trace was forgotten within this call.
          (this.#bound.get(`${tenant}/${claim.traceId}`) ?? runKey(tenant, claim.traceId)),
    )
  }

  async #bind(tenant: string, claim: RunClaim): Promise<void> {
    const wanted = runKey(tenant, claim.runId ?? claim.attribute ?? claim.traceId)
    const bound = await this.#store.bind(tenant, traceAlias(claim.traceId), wanted)
    this.#bound.set(`${tenant}/${claim.traceId}`, bound)
  }
}

/** The surer first, then the earlier, then any fixed order. */
function compareClaims(a: RunClaim, b: RunClaim): number {
  return (
    sureness(b) - sureness(a) ||
    a.startMs - b.startMs ||
    ((a.runId ?? a.attribute ?? '') < (b.runId ?? b.attribute ?? '') ? -1 : 1)
  )
}

function sureness({ runId, attribute }: RunClaim): number {
  return runId !== null ? 2 : attribute !== null ? 1 : 0
}
