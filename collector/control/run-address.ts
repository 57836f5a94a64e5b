import type { RunKey, Store, StoredRun } from '../store/store.ts'
import { PermanentError } from '../errors/errors.ts'

/** A run that somebody named in a path. */
export interface RunAddress {
  readonly key: RunKey
  /** The run's id, without the tenant. */
  readonly run: string
  readonly tenant: string
}

/** Longest run id in a path, characters. */
const mostRunChars = 512

/**
 * Finds what `{run}` of a path means: `trace:ID` is looked up among the tenant's aliases, everything
 * else is the run's id. A trace nobody bound is the run of that id, as binding would make it. Throws
 * PermanentError `bad_request` for an empty or overlong name.
 */
export async function locate(store: Store, tenant: string, name: string): Promise<RunAddress> {
  if (name === '' || name.length > mostRunChars) {
    throw new PermanentError('bad_request', `a run id has 1 to ${mostRunChars} characters`)
  }
  const trace = /^trace:(.+)$/.exec(name)?.[1]?.toLowerCase()
  if (trace === undefined) return { key: `${tenant}/${name}`, run: name, tenant }
  const key = await store.resolve(tenant, `trace:${trace}`)
  return addressOf(key ?? `${tenant}/${trace}`, tenant)
}

/** A run that exists, with its state. Also finds a bare trace id. Throws PermanentError `not_found`. */
export async function readRun(
  store: Store,
  tenant: string,
  name: string,
): Promise<{ readonly address: RunAddress; readonly stored: StoredRun }> {
  const address = await locate(store, tenant, name)
  const stored = await store.read(address.key)
  if (stored !== null) return { address, stored }
  const key = await store.resolve(tenant, name.startsWith('trace:') ? name : `trace:${name.toLowerCase()}`)
  const byTrace = key === null || key === address.key ? null : await store.read(key)
  if (key === null || byTrace === null) throw new PermanentError('not_found', `run ${name} is not known`)
  return { address: addressOf(key, tenant), stored: byTrace }
}

function addressOf(key: RunKey, tenant: string): RunAddress {
  return { key, run: key.slice(tenant.length + 1), tenant }
}
