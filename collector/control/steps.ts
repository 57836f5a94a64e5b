import type { Principal } from '../http/principal.ts'
import type { HttpRequest, RouteContext } from '../http/request.ts'
import { json, type BodyResponse } from '../http/response.ts'
import type { ControlContext } from './context.ts'
import { wholeNumber } from './query.ts'
import { readRun } from './run-address.ts'
import { stepView } from './step-view.ts'

/**
 * `GET /v1/runs/{run}/steps`: a stretch of the run's log in the order of its arrival. `from` below
 * the oldest record kept gives the oldest; `next` is the `from` of the following stretch. Throws
 * PermanentError `not_found`.
 */
export async function steps(
  { store }: ControlContext,
  { query }: HttpRequest,
  { params, principal }: RouteContext<Principal>,
): Promise<BodyResponse> {
  const from = wholeNumber(query, 'from', { min: 0, max: Number.MAX_SAFE_INTEGER, otherwise: 0 })
  const limit = wholeNumber(query, 'limit', { min: 1, max: 1000, otherwise: 200 })
  const { address, stored } = await readRun(store, principal.tenant, params.run ?? '')
  const stretch = await store.steps(address.key, from, limit)
  return json(200, {
    run: address.run,
    from: stretch.from,
    next: stretch.from + stretch.records.length,
    version: stored.version,
    judgedVersion: stored.judgedVersion,
    steps: stretch.records.map((record, i) => stepView(record, stretch.from + i)),
  })
}
