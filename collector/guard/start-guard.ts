import { randomBytes } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'
import { bind, type Listen } from '../http/listen.ts'
import { Conversations } from './conversations.ts'
import { upstreamAt } from './forward.ts'
import { observerLink, type ObserverLinkOptions } from './observer-link.ts'
import { serve, type ServeParts } from './serve.ts'
import { tunnel } from './tunnel.ts'

/** What a guard needs. */
export interface GuardOptions extends ObserverLinkOptions {
  readonly listen: Listen
  /** Base URL of the model's API. */
  readonly upstream: URL
  /** Name of the agent; null when all are served. */
  readonly agent: string | null
  /** How long a conversation may be silent before it is another run, milliseconds. */
  readonly windowMs: number
  /** Told of each message put before the model, and of each run stopped. Never of content. */
  readonly onAct: ServeParts['onAct']
  readonly onDefect: ServeParts['onDefect']
}

/** A guard at work. */
export interface RunningGuard {
  /** `http://HOST:PORT`, without a slash at the end. */
  readonly url: string
  /** Takes no new connections and ends when those that are open have their answers, at most after `drainMs`. Default 10 s. */
  stop(drainMs?: number): Promise<void>
}

/**
 * Starts a model proxy that puts what the observer says before the model, and answers in its place
 * for a run that is halted. Everything else passes unchanged, also when no observer answers. Bodies
 * and keys are neither kept nor logged. Throws PermanentError `conflict` when the address cannot be had.
 */
export async function startGuard(options: GuardOptions): Promise<RunningGuard> {
  const upstream = upstreamAt(options.upstream)
  const parts: ServeParts = {
    ...options,
    upstream,
    conversations: new Conversations(options.windowMs),
    link: observerLink(options),
    secret: randomBytes(16).toString('hex'),
  }
  // Answers of models take their time; so may the uploads of files.
  const server = createServer({ requestTimeout: 0, noDelay: true })
  server.on('request', (message: IncomingMessage, target: ServerResponse) => {
    message.on('error', ignore)
    target.on('error', ignore)
    // Who hangs up before the request is whole needs no answer.
    serve(parts, message, target).catch(() => target.destroy())
  })
  // Those that became WebSockets are none of the server's any more.
  const tunnels = new Set<Duplex>()
  server.on('upgrade', (message: IncomingMessage, socket: Duplex, begun: Buffer) => {
    tunnels.add(socket)
    socket.once('close', () => tunnels.delete(socket))
    tunnel(upstream, message, socket, begun)
  })
  const { host, port } = await bind(server, options.listen)
  return {
    url: `http://${host.includes(':') ? `[${host}]` : host}:${port}`,
    async stop(drainMs = 10_000) {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()))
      server.closeIdleConnections()
      const cut = setTimeout(() => {
        server.closeAllConnections()
        for (const socket of tunnels) socket.destroy()
      }, drainMs)
      await closed
      clearTimeout(cut)
      upstream.agent.destroy()
    },
  }
}

function ignore(): void {}
