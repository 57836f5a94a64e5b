/**
 * The little HTTP that receiver and control channel share, on `node:http`.
 *
 * - A **route** is `{ method, path: '/v1/runs/{run}', right, handle }`; `handle(request, context)`
 *   returns a response value (`json`, `text`, `protobuf`, `bytes`, `empty`, `eventStream` in
 *   response.ts) or throws a PermanentError or RetryableError of collector/errors, which
 *   failure.ts maps to status, `Retry-After`, `Allow` and a body.
 * - `application({ routes, authorize })` makes one function of them, `(request, stopping) =>
 *   Promise<HttpResponse>`, which tests call without a socket.
 * - `readBody(request, limits)` reads a body, plain or gzip, within limits (body.ts).
 * - `startServer({ listen, serve })` puts an application on a port. `stop` drains: new requests get
 *   503 with `Retry-After` (routes marked `whileDraining` still answer), `context.stopping` aborts so
 *   that long polls and streams end, what is in flight is finished.
 *
 * `request.signal` aborts when the sender goes away. Rights are checked here; what a token is worth
 * is the injected `authorize`'s business, as is the `Host` header.
 */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { Application } from './application.ts'
import { bind, type Listen } from './listen.ts'
import { receive } from './receive.ts'
import { writeResponse } from './write.ts'

/** Bounds in time and number that every server has. */
export interface ServerLimits {
  /** Until the headers are in. Default 10 s. */
  readonly headersTimeoutMs: number
  /** Until the whole request is in. Default 30 s. */
  readonly requestTimeoutMs: number
  /** How long an idle connection is kept: longer than senders keep theirs, so that they close first. Default 95 s. */
  readonly keepAliveTimeoutMs: number
  /** Open connections; more are closed at once. Default 2048. */
  readonly connections: number
  /** How long the rest of a refused body is taken in before the connection is closed. Default 5 s. */
  readonly lingerMs: number
}

/** The defaults of {@link ServerLimits}. */
const defaultServerLimits: ServerLimits = {
  headersTimeoutMs: 10_000,
  requestTimeoutMs: 30_000,
  keepAliveTimeoutMs: 95_000,
  connections: 2048,
  lingerMs: 5000,
}

/** What to serve, and where. */
export interface ServerOptions {
  readonly listen: Listen
  readonly serve: Application
  readonly limits?: Partial<ServerLimits>
}

/** A server that is listening. */
export interface RunningServer {
  readonly host: string
  /** The port in use, also when port 0 was asked for. */
  readonly port: number
  /** `http://HOST:PORT`, without a slash at the end. */
  readonly url: string
  /**
   * Drains and closes: resolves when all requests are answered, or `drainMs` (default 10 s) have
   * passed and the rest is cut. May be called again.
   */
  stop(drainMs?: number): Promise<void>
}

/** Listens and serves. Throws PermanentError `conflict`, naming the setting, when the address cannot be had. */
export async function startServer(options: ServerOptions): Promise<RunningServer> {
  const limits = { ...defaultServerLimits, ...options.limits }
  const stopping = new AbortController()
  const pending = new Pending()
  const server = createServer({
    headersTimeout: limits.headersTimeoutMs,
    requestTimeout: limits.requestTimeoutMs,
    keepAliveTimeout: limits.keepAliveTimeoutMs,
    connectionsCheckingInterval: Math.min(5000, limits.headersTimeoutMs),
    noDelay: true,
  })
  server.maxConnections = limits.connections
  server.on('clientError', refuseUnreadable)
  server.on('request', (message: IncomingMessage, target: ServerResponse) => {
    message.on('error', ignore)
    target.on('error', ignore)
    void pending.track(async () => {
      const response = await options.serve(receive(message, target), stopping.signal)
      const close = stopping.signal.aborted
      await writeResponse(message, target, response, {
        stopping: stopping.signal,
        close,
        lingerMs: limits.lingerMs,
      })
    })
  })
  const { host, port } = await bind(server, options.listen)
  const url = `http://${host.includes(':') ? `[${host}]` : host}:${port}`
  const stop = onlyOnce((drainMs: number) => drain(server, stopping, pending, drainMs))
  return { host, port, url, stop: (drainMs = 10_000) => stop(drainMs) }
}

async function drain(
  server: Server,
  stopping: AbortController,
  pending: Pending,
  drainMs: number,
): Promise<void> {
  stopping.abort()
  await pending.settled(drainMs)
  const closed = new Promise<void>((resolve) => server.close(() => resolve()))
  server.closeAllConnections()
  await closed
}

/** Counts requests being answered. */
class Pending {
  count = 0
  private wake: () => void = ignore

  async track(answer: () => Promise<void>): Promise<void> {
    this.count++
    try {
      await answer()
    } finally {
      if (--this.count === 0) this.wake()
    }
  }

  /** Resolves when nothing is pending, at the latest after `timeoutMs`. */
  async settled(timeoutMs: number): Promise<void> {
    if (this.count === 0) return
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, timeoutMs)
      this.wake = () => {
        clearTimeout(timer)
        resolve()
      }
    })
  }
}

const statusOfParserError: Readonly<Record<string, string>> = {
  HPE_HEADER_OVERFLOW: '431 Request Header Fields Too Large',
  ERR_HTTP_REQUEST_TIMEOUT: '408 Request Timeout',
}

/** Answers what is not HTTP, or came too slowly, where no request exists yet. */
function refuseUnreadable(error: NodeJS.ErrnoException, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy()
  const status = statusOfParserError[error.code ?? ''] ?? '400 Bad Request'
  const answer = `HTTP/1.1 ${status}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`
  socket.end(answer, () => socket.destroy())
}

function onlyOnce<A, R>(act: (argument: A) => R): (argument: A) => R {
  let result: { readonly value: R } | undefined
  return (argument) => (result ??= { value: act(argument) }).value
}

/** Errors of a connection end its request through 'close'; nobody else needs to hear of them. */
function ignore(): void {}
