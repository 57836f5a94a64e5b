import type { Limits } from '@loop-observer/rules'
import type { Principal } from '../http/principal.ts'
import type { HttpRequest, RouteContext } from '../http/request.ts'
import type { BodyResponse } from '../http/response.ts'
import { knownRun, tell, toldBase } from './act.ts'
import type { ControlContext } from './context.ts'
import { jsonBody } from './json-body.ts'
import { haltBody, resumeBody } from './schemas/bodies.ts'

/** `POST /v1/runs/{run}/halt`: a person stops the run. Throws PermanentError `not_found`. */
export async function halt(
  context: ControlContext,
  request: HttpRequest,
  { params, principal }: RouteContext<Principal>,
): Promise<BodyResponse> {
  const { note, id } = await jsonBody(request, haltBody)
  const intro = await knownRun(context, principal, params.run ?? '')
  return tell(context, intro, { ...operatorBase(context, id), act: 'halt', note: note ?? null, limits: null })
}

/**
 * `POST /v1/runs/{run}/resume`: a person lets the run, and its halted lanes, go on; `limits` replace
 * those of the policy from here on. Throws PermanentError `not_found`.
 */
export async function resume(
  context: ControlContext,
  request: HttpRequest,
  { params, principal }: RouteContext<Principal>,
): Promise<BodyResponse> {
  const { note, limits, id } = await jsonBody(request, resumeBody)
  const intro = await knownRun(context, principal, params.run ?? '')
  return tell(context, intro, {
    ...operatorBase(context, id),
    act: 'resume',
    note: note ?? null,
    limits: limits === undefined ? null : given(limits),
  })
}

function operatorBase(context: ControlContext, id: string | undefined) {
  const atMs = context.store.now()
  return { ...toldBase(context, { id: id ?? null, lane: '*', atMs }), kind: 'operator' as const }
}

/** Only the limits that were named. */
function given(limits: { readonly [Name in keyof Limits]?: number | null | undefined }): Partial<Limits> {
  return Object.fromEntries(Object.entries(limits).filter(([, limit]) => limit !== undefined))
}
