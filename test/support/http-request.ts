import type { HttpRequest } from '../../collector/http/request.ts'

/** A request made of plain data, for handlers and applications without a socket. */
export function httpRequest(parts: {
  readonly method?: string
  readonly url?: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string | Uint8Array
  readonly signal?: AbortSignal
}): HttpRequest {
  const url = new URL(parts.url ?? '/', 'http://localhost')
  const body = typeof parts.body === 'string' ? Buffer.from(parts.body) : parts.body
  return {
    method: parts.method ?? (body === undefined ? 'GET' : 'POST'),
    path: (parts.url ?? '/').split('?')[0] ?? '/',
    query: url.searchParams,
    headers: Object.fromEntries(
      Object.entries(parts.headers ?? {}).map(([name, value]) => [name.toLowerCase(), value]),
    ),
    remoteAddress: '127.0.0.1',
    body: (async function* () {
      if (body !== undefined) yield body
    })(),
    signal: parts.signal ?? new AbortController().signal,
  }
}
