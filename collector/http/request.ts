import type { IncomingHttpHeaders } from 'node:http'

/** A request as handlers see it: plain data and a body that is read at most once, see `readBody`. */
export interface HttpRequest {
  /** Upper case. */
  readonly method: string
  /** Path of the URL, percent-encoded as sent, without the query. */
  readonly path: string
  readonly query: URLSearchParams
  /** Names in lower case. */
  readonly headers: IncomingHttpHeaders
  /** IP address of the sender, or of the proxy before it; empty when it is gone already. */
  readonly remoteAddress: string
  /** The body as sent, still compressed. Leaving it unread is allowed. */
  readonly body: AsyncIterable<Uint8Array>
  /** Aborted when the sender went away before the answer was written. */
  readonly signal: AbortSignal
}

/** What matching and authorizing added to a request. */
export interface RouteContext<P> {
  /** Values of the `{name}` segments of the route's path, percent-decoded. */
  readonly params: Readonly<Record<string, string>>
  /** Who sends it. On routes without a right it is null: nobody was asked. */
  readonly principal: P
  /** Aborted when the server begins to drain: what waits (long polls, streams) should end soon. */
  readonly stopping: AbortSignal
}
