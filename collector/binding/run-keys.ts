import type { RunKey, Store } from '../store/store.ts'
import { RecentMap } from '../recent-map.ts'
import { compareClaims, type RunClaim } from './run-claim.ts'

/** What naming runs needs of the store. */
export type RunKeyStore = Pick<Store, 'bind' | 'rebind' | 'resolve' | 'read' | 'steps'>

/** A run that was named by its trace alone, and the one that it is a part of. */
export interface Absorbed {
  readonly part: RunKey
  readonly whole: RunKey
}

/** When a run may become a part of another. */
interface AbsorbingTerms {
  readonly nowMs: number
  /** How long after its first record. */
  readonly holdMs: number
  /** Runs that turned out to be one. */
  readonly joined: readonly Absorbed[]
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
 * kept there, and remembered here for the traces last seen. Only a run that bears the name of its trace for want of a
 * better one gives way to the id that another of its spans has, as long as that comes within the hold.
 */
export class RunKeys {
  readonly #store: RunKeyStore
  readonly #bound = new RecentMap<string, RunKey>(50_000)
  /** Bindings under way, which others that want the same trace wait for. */
  readonly #binding = new Map<string, Promise<void>>()
  /** Runs that were asked whether they may become a part of another: once, whatever the answer. */
  readonly #asked = new RecentMap<RunKey, true>(50_000)

  constructor(store: RunKeyStore) {
    this.#store = store
  }

  /**
   * The key of each claim's run, in order; `joined` is told of runs that a claim shows to be one. Throws RetryableError
   * when the store is away.
   */
  async resolve(
    tenant: string,
    claims: readonly RunClaim[],
    joined: Absorbed[] = [],
  ): Promise<readonly RunKey[]> {
    const unbound = new Map<string, RunClaim>()
    for (const claim of claims) {
      const { traceId } = claim
      if (traceId === null || this.#bound.get(`${tenant}/${traceId}`) !== undefined) continue
      const other = unbound.get(traceId)
      if (other === undefined || compareClaims(claim, other) < 0) unbound.set(traceId, claim)
    }
    if (unbound.size > 0) await this.#bindAll(tenant, unbound, joined)
    return claims.map(({ runId, traceId, attribute }) => {
      if (runId !== null) return runKey(tenant, runId)
      if (traceId === null) return runKey(tenant, attribute ?? 'unknown')
      // Bound above; the fallback serves weak claims, and a trace that was forgotten within this call.
      return this.#bound.get(`${tenant}/${traceId}`) ?? runKey(tenant, attribute ?? traceId)
    })
  }

  /**
   * The runs that were named by their trace before one of these claims came, which has an id. From here on their
   * traces are bound to the runs of those ids. Throws RetryableError when the store is away.
   */
  async absorbed(
    tenant: string,
    claims: readonly RunClaim[],
    { nowMs, holdMs, joined }: AbsorbingTerms,
  ): Promise<readonly Absorbed[]> {
    const found: Absorbed[] = []
    const sinceMs = nowMs - holdMs
    for (const each of joined) if (await this.#absorb(tenant, each, sinceMs)) found.push(each)
    const late = claims.filter(({ traceId, runId, attribute }) => {
      const trace = `${tenant}/${traceId}`
      return (
        traceId !== null && (runId ?? attribute ?? traceId) !== traceId && this.#bound.get(trace) === trace
      )
    })
    for (const { traceId, runId, attribute } of late.length > 1 ? late.toSorted(compareClaims) : late) {
      // The run that a trace names bears its name.
      const part = runKey(tenant, traceId ?? '')
      const each = { part, whole: runKey(tenant, runId ?? attribute ?? '') }
      if (await this.#absorb(tenant, each, sinceMs)) found.push(each)
    }
    return found
  }

  /** True when the trace is bound to a run, as far as this process knows. */
  isBound(tenant: string, traceId: string): boolean {
    return this.#bound.get(`${tenant}/${traceId}`) !== undefined
  }

  async #absorb(tenant: string, { part, whole }: Absorbed, sinceMs: number): Promise<boolean> {
    if (this.#asked.get(part) === true) return false
    this.#asked.set(part, true)
    if (!(await this.#isYoung(part, sinceMs))) return false
    const traces = (await this.#store.read(part))?.summary?.traceIds ?? []
    for (const traceId of new Set([part.slice(tenant.length + 1), ...traces])) {
      await this.#store.rebind(tenant, traceAlias(traceId), whole)
      this.#bound.set(`${tenant}/${traceId}`, whole)
    }
    return true
  }

  /** Nothing was decided on the run, and its first record came since then. */
  async #isYoung(key: RunKey, sinceMs: number): Promise<boolean> {
    const [stored, log] = await Promise.all([this.#store.read(key), this.#store.steps(key, 0, 1)])
    const first = log.records[0]
    if (stored === null || first === undefined) return stored === null
    return (stored.summary?.seq ?? 0) === 0 && first.step.receivedAtMs >= sinceMs
  }

  #bindOnce(tenant: string, traceId: string, claim: RunClaim, joined: Absorbed[]): Promise<void> {
    const trace = `${tenant}/${traceId}`
    const underWay = this.#binding.get(trace)
    if (underWay !== undefined) return underWay
    const binding = this.#bind(tenant, traceId, claim, joined)
    // A weak claim may find nothing; a surer one must not wait for that.
    if (claim.isWeak) return binding
    this.#binding.set(trace, binding)
    return binding.finally(() => this.#binding.delete(trace))
  }

  async #bindAll(tenant: string, claims: ReadonlyMap<string, RunClaim>, joined: Absorbed[]): Promise<void> {
    const chained = [...claims].filter(([, { calls }]) => calls !== undefined)
    const others = [...claims].filter(([, { calls }]) => calls === undefined)
    await Promise.all(others.map(([traceId, claim]) => this.#bindOnce(tenant, traceId, claim, joined)))
    // Each may continue the one before.
    for (const [traceId, claim] of chained.toSorted(([, a], [, b]) => a.startMs - b.startMs))
      await this.#bindOnce(tenant, traceId, claim, joined)
  }

  /**
   * The run that has one of these calls, else `own`; the others are its too, whichever of the two came first. Where two
   * runs have some, the call between them came last: they are one.
   */
  async #continued(
    tenant: string,
    { calls = [], startMs }: RunClaim,
    own: RunKey,
    joined: Absorbed[],
  ): Promise<RunKey> {
    let wanted: RunKey | null = null
    for (const call of calls) {
      const known = await this.#store.resolve(tenant, callAlias(call))
      const holder = known === null ? null : await this.#wholeOf(tenant, known)
      if (holder === null || holder === wanted || !(await this.#goesOn(holder, startMs))) continue
      if (wanted !== null) joined.push({ part: holder, whole: wanted })
      wanted ??= holder
    }
    for (const call of calls) {
      const holder = await this.#wholeOf(
        tenant,
        await this.#store.bind(tenant, callAlias(call), wanted ?? own),
      )
      if (holder !== own && wanted === null && (await this.#goesOn(holder, startMs))) wanted = holder
    }
    return wanted ?? own
  }

  /** The run that this one has become a part of, else itself. */
  async #wholeOf(tenant: string, key: RunKey): Promise<RunKey> {
    return (await this.#store.resolve(tenant, traceAlias(key.slice(tenant.length + 1)))) ?? key
  }

  /** The run was not silent for long when this began, or nothing is known of it yet. */
  async #goesOn(key: RunKey, startMs: number): Promise<boolean> {
    const summary = (await this.#store.read(key))?.summary
    return summary == null || Math.abs(startMs - summary.updatedAtMs) <= longestSilenceMs
  }

  async #bind(tenant: string, traceId: string, claim: RunClaim, joined: Absorbed[]): Promise<void> {
    const own = runKey(tenant, claim.runId ?? claim.attribute ?? traceId)
    const wanted = claim.calls === undefined ? own : await this.#continued(tenant, claim, own, joined)
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
