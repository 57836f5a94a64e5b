import { limitClasses, outcomes, pulseOf, reasons } from '@loop-observer/rules'
import type { Principal } from '../http/principal.ts'
import type { HttpRequest, RouteContext } from '../http/request.ts'
import { json, type BodyResponse } from '../http/response.ts'
import { PermanentError } from '../errors/errors.ts'
import type { ListPlace, RunFilter, RunSummary, Store } from '../store/store.ts'
import type { ControlContext } from './context.ts'
import { flagOf, oneOf, pointInTime, wholeNumber, words } from './query.ts'
import { runView } from './run-view.ts'

/** `GET /v1/runs`: runs of the tenant, newest first. */
export async function runs(
  { store }: ControlContext,
  { query }: HttpRequest,
  { principal }: RouteContext<Principal>,
): Promise<BodyResponse> {
  const outcome = oneOf(query, 'outcome', outcomes)
  const reason = oneOf(query, 'reason', reasons)
  const agent = words(query, 'agent')
  const limitClass = oneOf(query, 'class', limitClasses)
  const sinceMs = pointInTime(query, 'since', store.now())
  const before = placeOf(query, principal.tenant)
  const limit = wholeNumber(query, 'limit', { min: 1, max: 1000, otherwise: 100 })
  const withPulse = flagOf(query, 'pulse')
  const filter: RunFilter = {
    tenant: principal.tenant,
    limit,
    ...(before === undefined ? {} : { before }),
    ...(outcome === undefined ? {} : { outcome }),
    ...(reason === undefined ? {} : { reason }),
    ...(agent === undefined ? {} : { agent }),
    ...(flagOf(query, 'limit_hit') ? { limitHit: true } : {}),
    ...(limitClass === undefined ? {} : { class: limitClass }),
    ...(sinceMs === undefined ? {} : { sinceMs }),
  }
  const trace = words(query, 'trace')
  const summaries = trace === undefined ? await store.list(filter) : await ofTrace(store, filter, trace)
  const views = withPulse
    ? await Promise.all(summaries.map((summary) => beatingView(store, summary)))
    : summaries.map(runView)
  const last = summaries.length < limit ? undefined : summaries.at(-1)
  const next = last === undefined ? null : `${last.updatedAtMs}/${last.run}`
  return json(200, { nowMs: store.now(), runs: views, next })
}

/** Runs looked at for a trace, the newest: there is no index of all traces of a run. */
const mostLookedAt = 10_000

async function ofTrace(store: Store, filter: RunFilter, trace: string): Promise<readonly RunSummary[]> {
  const id = trace.replace(/^trace:/, '').toLowerCase()
  const { limit = 100 } = filter
  const found: RunSummary[] = []
  let before = filter.before
  for (let looked = 0; looked < mostLookedAt && found.length < limit; looked += 1000) {
    const page = await store.list({ ...filter, limit: 1000, ...(before === undefined ? {} : { before }) })
    found.push(...page.filter(({ run, traceIds }) => traceIds.includes(id) || run === id))
    before = page.at(-1)
    if (page.length < 1000) break
  }
  return found.slice(0, limit)
}

const mostBeats = 40

/** Of a run whose state has expired the pulse is empty. */
async function beatingView(store: Store, summary: RunSummary): Promise<object> {
  const stored = await store.read(summary.key)
  const memory = stored?.memory ?? null
  return { ...runView(summary), pulse: memory === null ? [] : pulseOf(memory, mostBeats) }
}

/** The run behind which the list goes on, as `next` of an earlier answer names it. Throws PermanentError `bad_request`. */
function placeOf(query: URLSearchParams, tenant: string): ListPlace | undefined {
  const text = words(query, 'before')
  if (text === undefined) return undefined
  const [, ms, run] = /^(\d+(?:\.\d+)?)\/(.+)$/s.exec(text) ?? []
  if (ms === undefined)
    throw new PermanentError('bad_request', '`before` must be the `next` of an earlier answer')
  return { updatedAtMs: Number(ms), key: `${tenant}/${run}` }
}
