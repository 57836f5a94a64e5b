import { limitClasses, outcomes, reasons } from '@loop-observer/rules'
import type { Principal } from '../http/principal.ts'
import type { HttpRequest, RouteContext } from '../http/request.ts'
import { json, type BodyResponse } from '../http/response.ts'
import type { RunFilter } from '../store/store.ts'
import type { ControlContext } from './context.ts'
import { flagOf, oneOf, pointInTime, wholeNumber, words } from './query.ts'
import { readRun } from './run-address.ts'
import { policyOf } from './run-state.ts'
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
  const filter: RunFilter = {
    tenant: principal.tenant,
    limit: wholeNumber(query, 'limit', { min: 1, max: 1000, otherwise: 100 }),
    ...(outcome === undefined ? {} : { outcome }),
    ...(reason === undefined ? {} : { reason }),
    ...(agent === undefined ? {} : { agent }),
    ...(flagOf(query, 'limit_hit') ? { limitHit: true } : {}),
    ...(limitClass === undefined ? {} : { class: limitClass }),
    ...(sinceMs === undefined ? {} : { sinceMs }),
  }
  const summaries = await store.list(filter)
  return json(200, { nowMs: store.now(), runs: summaries.map(runView) })
}

/**
 * `GET /v1/runs/{run}`: one run with all its decisions, those that the mode only recorded included.
 * A run whose state has expired is answered from its record. Throws PermanentError `not_found`.
 */
export async function run(
  context: ControlContext,
  _request: HttpRequest,
  { params, principal }: RouteContext<Principal>,
): Promise<BodyResponse> {
  const { store } = context
  const { address, stored } = await readRun(store, principal.tenant, params.run ?? '')
  const decisions = await store.decisions(address.key, 0)
  const summary = stored.summary
  return json(200, {
    nowMs: store.now(),
    run: address.run,
    summary: summary === null ? null : runView(summary),
    decisions,
    effects: await store.effects(address.key),
    mode: summary === null ? null : policyOf(context, summary, stored).mode,
    policyVersion: stored.memory?.policyVersion ?? null,
    engineVersion: stored.memory?.engineVersion ?? null,
    steps: stored.version,
    judgedSteps: stored.judgedVersion,
  })
}
