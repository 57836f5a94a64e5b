import { failureOf } from '../http/failure.ts'
import type { HttpRequest, RouteContext } from '../http/request.ts'
import type { HttpResponse } from '../http/response.ts'
import type { Handler, Route } from '../http/route.ts'
import type { Metrics } from '../metrics/metrics.ts'

/** The same route, with its requests counted and timed. Event streams count when they begin. */
export function measured(route: Route, metrics: Metrics): Route {
  const label = `${route.method} ${route.path}`
  return route.right === null
    ? { ...route, handle: timed(route.handle, label, metrics) }
    : { ...route, handle: timed(route.handle, label, metrics) }
}

function timed<P>(handle: Handler<P>, route: string, metrics: Metrics): Handler<P> {
  return async (request: HttpRequest, context: RouteContext<P>): Promise<HttpResponse> => {
    const startedAtMs = performance.now()
    let status = 200
    try {
      const response = await handle(request, context)
      if (response.kind === 'body') status = response.status
      return response
    } catch (error) {
      status = failureOf(error).status
      throw error
    } finally {
      metrics.count('control_requests_total', { route, status: String(status) })
      metrics.observe('control_request_seconds', { route }, (performance.now() - startedAtMs) / 1000)
    }
  }
}
