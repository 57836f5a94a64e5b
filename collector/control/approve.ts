import { PermanentError } from '../errors/errors.ts'
import type { Principal } from '../http/principal.ts'
import type { HttpRequest, RouteContext } from '../http/request.ts'
import { json, type BodyResponse } from '../http/response.ts'
import { knownRun } from './act.ts'
import type { ControlContext } from './context.ts'
import { tellEffect } from './effects.ts'
import { jsonBody } from './json-body.ts'
import { approveBody } from './schemas/effect.ts'

/**
 * `POST /v1/runs/{run}/approve`: a person answers for an effect that waits; once none waits any more the
 * run is no longer suspended. Throws PermanentError `not_found` for an unknown run or effect, `conflict`
 * when it was answered otherwise, or does not wait.
 */
export async function approve(
  context: ControlContext,
  request: HttpRequest,
  { params, principal }: RouteContext<Principal>,
): Promise<BodyResponse> {
  const { effect, approved, note } = await jsonBody(request, approveBody)
  const intro = await knownRun(context, principal, params.run ?? '')
  const event = approved ? 'approved' : 'denied'
  const standing = await context.store.changeEffect(intro.key, effect, event)
  if (standing === null) throw new PermanentError('not_found', `the run never asked for the effect ${effect}`)
  if (!standing.accepted) {
    throw new PermanentError('conflict', `the effect ${effect} is ${standing.effect.state}: nothing waits`)
  }
  return json(
    200,
    await tellEffect(context, intro, standing, { act: event, ...(note === undefined ? {} : { note }) }),
  )
}
