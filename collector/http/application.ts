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
  /** Told of every request that never reached its handler: wrong path or method, not allowed, draining. */
  readonly onRefused?: (error: unknown, request: HttpRequest) => void
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
      const match = entered(() => find(request.method, request.path), request, options)
      if (match.found === 'path') {
        const error = new PermanentError(
          'method_not_allowed',
          `${request.path} does not take ${request.method}`,
        )
        options.onRefused?.(error, request)
        return render(failureOf(error, { Allow: match.allow }), request)
      }
      const handle = await entered(() => enter(match, request, stopping, options.authorize), request, options)
      const response = await handle()
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

/** What `enter` gives; what it throws is told as a refusal. */
function entered<Result>(enter: () => Result, request: HttpRequest, options: ApplicationOptions): Result {
  const refuse = (error: unknown): never => {
    options.onRefused?.(error, request)
    throw error
  }
  try {
    const result = enter()
    return result instanceof Promise ? (result.catch(refuse) as Result) : result
  } catch (error) {
    return refuse(error)
  }
}

/** Everything before the handler: is there a route, is it open, who asks. */
async function enter(
  match: Exclude<Match, { found: 'path' }>,
  request: HttpRequest,
  stopping: AbortSignal,
  authorize: Authorize,
): Promise<() => HttpResponse | Promise<HttpResponse>> {
  if (match.found === 'nothing') throw new PermanentError('not_found', `nothing is served at ${request.path}`)
  const { route, params } = match
  if (stopping.aborted && route.whileDraining !== true) {
    throw new RetryableError('unavailable', 'the observer is stopping')
  }
  if (route.right === null) return () => route.handle(request, { params, principal: null, stopping })
  const principal = await authorize(request)
  requireRight(principal, route.right)
  return () => route.handle(request, { params, principal, stopping })
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
