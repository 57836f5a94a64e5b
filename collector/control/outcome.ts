import { maskSecrets } from '@loop-observer/rules'
import { preview } from '../binding/preview.ts'
import type { Principal } from '../http/principal.ts'
import type { HttpRequest, RouteContext } from '../http/request.ts'
import type { BodyResponse } from '../http/response.ts'
import { introOf } from '../judging/marks.ts'
import { tell, toldBase } from './act.ts'
import type { ControlContext } from './context.ts'
import { jsonBody } from './json-body.ts'
import { locate } from './run-address.ts'
import { outcomeBody } from './schemas/bodies.ts'

/**
 * `POST /v1/runs/{run}/outcome`: how the run ended; later, once more, whether its answer was right.
 * Of the answer only a preview is kept. Creates the run when it is unknown.
 */
export async function outcome(
  context: ControlContext,
  request: HttpRequest,
  { params, principal }: RouteContext<Principal>,
): Promise<BodyResponse> {
  const body = await jsonBody(request, outcomeBody)
  const { key, run } = await locate(context.store, principal.tenant, params.run ?? '')
  const before = await context.store.read(key)
  const known = introOf(key, before?.summary ?? null)
  const intro =
    before === null
      ? {
          ...known,
          run,
          source: 'sdk' as const,
          agent: body.agent === undefined ? null : maskSecrets(body.agent),
        }
      : known
  const base = toldBase(context, {
    id: body.id ?? null,
    lane: '*',
    atMs: body.at === undefined ? context.store.now() : Date.parse(body.at),
  })
  const step = {
    ...base,
    kind: 'outcome' as const,
    outcome: body.outcome,
    correct: body.correct ?? null,
    ...(body.reason === undefined ? {} : { reason: body.reason }),
  }
  const stored = context.policies.current.storeContent === 'none' ? 'none' : 'preview'
  return tell(context, intro, step, preview({ text: body.answer ?? null }, stored))
}
