import { once } from 'node:events'
import type { Server } from 'node:http'
import { PermanentError } from '../errors/errors.ts'

/** Where to listen. */
export interface Listen {
  /** An address of this machine. */
  readonly host: string
  /** 0 takes any free port. */
  readonly port: number
  /** What the user changes to listen elsewhere, as shown in errors: "`receiver.http.port`, `--otlp-http-port`". */
  readonly setting: string
}

/** Starts listening. Throws PermanentError `conflict` with the setting's name when the address cannot be had. */
export async function bind(server: Server, listen: Listen): Promise<{ host: string; port: number }> {
  try {
    server.listen({ host: listen.host, port: listen.port })
    await once(server, 'listening')
  } catch (cause) {
    throw bindFailure(cause, listen)
  }
  const address = server.address()
  const port = typeof address === 'object' && address !== null ? address.port : listen.port
  return { host: listen.host, port }
}

/** True for the URL of a server that listens on all addresses of its machine: it can be listened on, not asked at. */
export function isWildcard(url: string): boolean {
  const { hostname } = new URL(url)
  return hostname === '0.0.0.0' || hostname === '[::]'
}

/** What the failure to listen means for whoever chose the address: PermanentError `conflict`. */
export function bindFailure(cause: unknown, listen: Listen): PermanentError {
  return new PermanentError('conflict', explain(cause, listen), { cause })
}

function explain(error: unknown, { host, port, setting }: Listen): string {
  // The gRPC library keeps the code in its words only.
  const code = /\bE[A-Z]{4,}\b/.exec(String(error))?.[0]
  if (code === 'EADDRINUSE') return `port ${port} (setting ${setting}) is taken on ${host}`
  if (code === 'EACCES') return `port ${port} (setting ${setting}) needs rights that this process lacks`
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND') {
    return `${host} is not an address of this machine (port ${port}, setting ${setting})`
  }
  return `cannot listen on ${host}, port ${port} (setting ${setting}): ${String(error)}`
}
