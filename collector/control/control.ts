import type { Principal, Right } from '../http/principal.ts'
import type { HttpRequest, RouteContext } from '../http/request.ts'
import type { HttpResponse } from '../http/response.ts'
import type { Route } from '../http/route.ts'
import { about } from './about.ts'
import { ack } from './ack.ts'
import { approve } from './approve.ts'
import { bar } from './bar.ts'
import { checkpoint } from './checkpoint.ts'
import type { ControlContext } from './context.ts'
import { decision } from './decision.ts'
import { effects } from './effects.ts'
import { events } from './events.ts'
import { measured } from './measured.ts'
import { claudeCodeHook } from './hooks/claude-code.ts'
import { healthz, metrics, openapi, readyz } from './operations.ts'
import { halt, resume } from './operator.ts'
import { outcome } from './outcome.ts'
import { report } from './report.ts'
import { run } from './run.ts'
import { runs } from './runs.ts'
import { next } from './series.ts'
import { steps } from './steps.ts'

/** Every route of the control channel. Each is described in described/. */
export function controlRoutes(context: ControlContext): readonly Route[] {
  const get = guarded(context, 'GET')
  const post = guarded(context, 'POST')
  const routes: readonly Route[] = [
    { method: 'POST', path: '/v1/runs/{run}/checkpoint', right: 'ingest', handle: checkpoint(context) },
    get('/v1/runs/{run}/decision', ['ingest', 'read'], decision),
    get('/v1/runs/{run}/events', ['ingest', 'read'], events),
    post('/v1/runs/{run}/ack', 'ingest', ack),
    post('/v1/runs/{run}/halt', 'control', halt),
    post('/v1/runs/{run}/resume', 'control', resume),
    post('/v1/runs/{run}/effects', 'ingest', effects),
    post('/v1/runs/{run}/bar', ['ingest', 'control'], bar),
    post('/v1/runs/{run}/approve', 'control', approve),
    post('/v1/runs/{run}/outcome', ['ingest', 'control'], outcome),
    { method: 'POST', path: '/v1/hooks/claude-code', right: 'ingest', handle: claudeCodeHook(context) },
    get('/v1/runs', 'read', runs),
    { method: 'GET', path: '/v1/runs/{run}', right: 'read', handle: run(context) },
    { method: 'GET', path: '/v1/runs/{run}/steps', right: 'read', handle: steps(context) },
    get('/v1/tasks/{task}/next', ['ingest', 'read'], next),
    get('/v1/report', 'read', report),
    get('/v1/about', 'read', about),
    get('/metrics', 'read', metrics),
    { method: 'GET', path: '/healthz', right: null, whileDraining: true, handle: healthz },
    { method: 'GET', path: '/readyz', right: null, handle: () => readyz(context) },
    { method: 'GET', path: '/openapi.json', right: null, handle: () => openapi(context) },
  ]
  return routes.map((route) => measured(route, context.metrics))
}

type ContextHandler = (
  context: ControlContext,
  request: HttpRequest,
  route: RouteContext<Principal>,
) => HttpResponse | Promise<HttpResponse>

function guarded(context: ControlContext, method: Route['method']) {
  return (path: string, right: Right | readonly Right[], handler: ContextHandler): Route => ({
    method,
    path,
    right,
    handle: (request, route) => handler(context, request, route),
  })
}
