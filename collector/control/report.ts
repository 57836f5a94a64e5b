import type { Principal } from '../http/principal.ts'
import type { HttpRequest, RouteContext } from '../http/request.ts'
import { json, type BodyResponse } from '../http/response.ts'
import { overTime } from '../report/over-time.ts'
import { reportOf } from '../report/report.ts'
import type { RunFilter, RunSummary } from '../store/store.ts'
import type { ControlContext } from './context.ts'
import { pointInTime, words } from './query.ts'

const thirtyDaysMs = 30 * 86_400_000
const mostRuns = 10_000
/** The store lists no more at a time. */
const pageSize = 1000

/**
 * `GET /v1/report`: how the runs since `since` (default 30 days) ended, which limits were hit, and what checks
 * said. Covers the newest 10,000 runs; `complete` is false, and `sinceMs` later, when there were more.
 */
export async function report(
  { store }: ControlContext,
  { query }: HttpRequest,
  { principal }: RouteContext<Principal>,
): Promise<BodyResponse> {
  const nowMs = store.now()
  const sinceMs = pointInTime(query, 'since', nowMs) ?? nowMs - thirtyDaysMs
  const agent = words(query, 'agent')
  const summaries = await newest(store, {
    tenant: principal.tenant,
    sinceMs,
    ...(agent === undefined ? {} : { agent }),
  })
  const complete = summaries.length < mostRuns
  const coveredMs = complete ? sinceMs : (summaries.at(-1)?.updatedAtMs ?? sinceMs)
  return json(200, {
    nowMs,
    sinceMs: coveredMs,
    complete,
    ...reportOf(summaries),
    overTime: overTime(summaries, { sinceMs: coveredMs, nowMs }),
  })
}

async function newest(store: ControlContext['store'], filter: RunFilter): Promise<readonly RunSummary[]> {
  const found: RunSummary[] = []
  for (let last: RunSummary | undefined; found.length < mostRuns; last = found.at(-1)) {
    const page = await store.list({
      ...filter,
      limit: pageSize,
      ...(last === undefined ? {} : { before: last }),
    })
    found.push(...page)
    if (page.length < pageSize) break
  }
  return found
}
