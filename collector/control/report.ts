import type { Principal } from '../http/principal.ts'
import type { HttpRequest, RouteContext } from '../http/request.ts'
import { json, type BodyResponse } from '../http/response.ts'
import { reportOf } from '../report/report.ts'
import type { ControlContext } from './context.ts'
import { pointInTime } from './query.ts'

const thirtyDaysMs = 30 * 86_400_000
/** The store lists no more. */
const mostRuns = 1000

/**
 * `GET /v1/report`: how the runs since `since` (default 30 days) ended, which limits were hit, and what checks
 * said. Covers the newest 1000 runs; `complete` is false, and `sinceMs` later, when there were more.
 */
export async function report(
  { store }: ControlContext,
  { query }: HttpRequest,
  { principal }: RouteContext<Principal>,
): Promise<BodyResponse> {
  const nowMs = store.now()
  const sinceMs = pointInTime(query, 'since', nowMs) ?? nowMs - thirtyDaysMs
  const summaries = await store.list({ tenant: principal.tenant, sinceMs, limit: mostRuns })
  const complete = summaries.length < mostRuns
  return json(200, {
    nowMs,
    sinceMs: complete ? sinceMs : Math.min(...summaries.map(({ updatedAtMs }) => updatedAtMs)),
    complete,
    ...reportOf(summaries),
  })
}
