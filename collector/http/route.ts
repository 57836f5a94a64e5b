import { PermanentError } from '../errors/errors.ts'
import type { Principal, Right } from './principal.ts'
import type { HttpRequest, RouteContext } from './request.ts'
import type { HttpResponse } from './response.ts'

/** One entry of a route table. */
export type Route = OpenRoute | GuardedRoute

interface RouteBase {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  /** As OpenAPI writes it: `/v1/runs/{run}/decision`. A segment is literal or one parameter. */
  readonly path: string
  /** Answered even while the server drains. Default false. */
  readonly whileDraining?: boolean
}

/** A route for everybody. */
interface OpenRoute extends RouteBase {
  readonly right: null
  readonly handle: Handler<null>
}

/** A route for those who have `right`; of several, one is enough. */
interface GuardedRoute extends RouteBase {
  readonly right: Right | readonly Right[]
  readonly handle: Handler<Principal>
}

/** Answers a request; what it throws is mapped by `failureOf`. */
export type Handler<P> = (
  request: HttpRequest,
  context: RouteContext<P>,
) => HttpResponse | Promise<HttpResponse>

/** What a path and a method lead to. */
export type Match =
  | { readonly found: 'route'; readonly route: Route; readonly params: Readonly<Record<string, string>> }
  | { readonly found: 'path'; readonly allow: string }
  | { readonly found: 'nothing' }

/** Finds routes by method and path. */
export type RouteTable = (method: string, path: string) => Match

/** Compiles a table. Literal segments win over parameters; `HEAD` is answered by `GET`. */
export function routeTable(routes: readonly Route[]): RouteTable {
  const entries = routes
    .map((route) => ({ route, pattern: route.path.split('/') }))
    .sort((a, b) => parameters(a.pattern) - parameters(b.pattern))
  return (method, path) => {
    const segments = path.split('/')
    const candidates = entries.filter((entry) => fits(entry.pattern, segments))
    if (candidates.length === 0) return { found: 'nothing' }
    const wanted = method === 'HEAD' ? 'GET' : method
    const entry = candidates.find((candidate) => candidate.route.method === wanted)
    if (entry === undefined) return { found: 'path', allow: allowed(candidates.map((c) => c.route.method)) }
    return { found: 'route', route: entry.route, params: read(entry.pattern, segments) }
  }
}

function parameters(pattern: readonly string[]): number {
  return pattern.filter(isParameter).length
}

function isParameter(segment: string): boolean {
  return segment.startsWith('{') && segment.endsWith('}')
}

function fits(pattern: readonly string[], segments: readonly string[]): boolean {
  return (
    pattern.length === segments.length &&
    pattern.every((part, i) => part === segments[i] || (isParameter(part) && segments[i] !== ''))
  )
}

function allowed(methods: readonly string[]): string {
  const all = methods.includes('GET') ? [...methods, 'HEAD'] : methods
  return [...new Set(all)].sort().join(', ')
}

function read(pattern: readonly string[], segments: readonly string[]): Record<string, string> {
  const params: Record<string, string> = {}
  pattern.forEach((part, i) => {
    if (isParameter(part)) params[part.slice(1, -1)] = decoded(segments[i] ?? '')
  })
  return params
}

function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment)
  } catch (cause) {
    throw new PermanentError('bad_request', `path segment "${segment}" is not percent-encoded UTF-8`, {
      cause,
    })
  }
}
