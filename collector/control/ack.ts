import type { Principal } from '../http/principal.ts'
import type { HttpRequest, RouteContext } from '../http/request.ts'
import type { BodyResponse } from '../http/response.ts'
import { PermanentError } from '../errors/errors.ts'
import { knownRun, tell, toldBase } from './act.ts'
import type { ControlContext } from './context.ts'
import { jsonBody } from './json-body.ts'
import { ackBody } from './schemas/bodies.ts'

/**
 * `POST /v1/runs/{run}/ack`: the agent says that a decision was delivered, seen or acted on. Told
 * twice, it counts once. Throws PermanentError `not_found` for an unknown run or decision.
 */
export async function ack(
  context: ControlContext,
  request: HttpRequest,
  { params, principal }: RouteContext<Principal>,
): Promise<BodyResponse> {
  const { seq, stage, at, lane } = await jsonBody(request, ackBody)
  const intro = await knownRun(context, principal, params.run ?? '')
  const [decision] = await context.store.decisions(intro.key, seq - 1)
  if (decision?.seq !== seq) throw new PermanentError('not_found', `the run has no decision ${seq}`)
  const base = toldBase(context, {
    id: `ack:${seq}:${stage}:${lane ?? ''}`,
    lane: lane ?? decision.lane,
    atMs: at === undefined ? context.store.now() : Date.parse(at),
  })
  return tell(context, intro, { ...base, kind: 'ack', seq, stage })
}
