import { PermanentError, RetryableError } from '../errors/errors.ts'
import { failureOf, renderJson, type RenderFailure } from './failure.ts'
import { requireRight, type Authorize } from './principal.ts'
import type { HttpRequest } from './request.ts'
import type { HttpResponse } from './response.ts'
import { routeTable, type Match, type Route } from './route.ts'

/** What a server serves. */
export interface ApplicationOptions {
  readonly routes: readonly Route[]
  /** Asked on every route that needs a right. */
  readonly authorize: Authorize
  /** How errors look. Default: JSON, see `renderJson`. */
  readonly renderFailure?: RenderFailure
  /** Told of every error that was answered with status 500: a defect. */
  readonly onDefect?: (error: unknown, request: HttpRequest) => void
}

/** Answers requests; never rejects. The signal aborts when the server begins to drain. */
export type Application = (request: HttpRequest, stopping: AbortSignal) => Promise<HttpResponse>

/** Puts route table, rights and error mapping together into one function that needs no socket. */
export function application(options: ApplicationOptions): Application {
  const find = routeTable(options.routes)
  const render = options.renderFailure ?? renderJson
  return async (request, stopping) => {
    try {
      const match = find(request.method, request.path)
      if (match.found === 'path') {
        const error = new PermanentError(
          'method_not_allowed',
          `${request.path} does not take ${request.method}`,
        )
        return render(failureOf(error, { Allow: match.allow }), request)
      }
      const response = await answer(match, request, stopping, options.authorize)
      if (response.kind === 'body') return response
      return {
        ...response,
        open: (signal) => watched(response.open(signal), signal, (e) => options.onDefect?.(e, request)),
      }
    } catch (error) {
      const failure = failureOf(error)
      if (failure.code === 'internal') options.onDefect?.(error, request)
      return render(failure, request)
    }
  }
}

async function answer(
  match: Exclude<Match, { found: 'path' }>,
  request: HttpRequest,
  stopping: AbortSignal,
  authorize: Authorize,
): Promise<HttpResponse> {
  if (match.found === 'nothing') throw new PermanentError('not_found', `nothing is served at ${request.path}`)
  const { route, params } = match
  if (stopping.aborted && route.whileDraining !== true) {
    throw new RetryableError('unavailable', 'the observer is stopping')
  }
  if (route.right === null) return route.handle(request, { params, principal: null, stopping })
  const principal = await authorize(request)
  requireRight(principal, route.right)
  return route.handle(request, { params, principal, stopping })
}

/** Once a stream is open its errors can no longer be answered, only reported. */
async function* watched<T>(
  source: AsyncIterable<T>,
  signal: AbortSignal,
  report: (error: unknown) => void,
): AsyncIterable<T> {
  try {
    yield* source
  } catch (error) {
    if (signal.aborted) return
    report(error)
    throw error
  }
}
