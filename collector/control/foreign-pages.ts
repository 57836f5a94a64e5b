import { isIP } from 'node:net'
import { PermanentError } from '../errors/errors.ts'
import type { HttpRequest } from '../http/request.ts'

/**
 * Refuses what a web page of somebody else may have made a browser send to a server without
 * tokens. A name that is not of this machine in `Host` means DNS rebinding: IP addresses cannot be
 * rebound, `localhost` (RFC 6761, 6.3) is always loopback. A foreign `Origin` on a request that
 * changes something means cross-site request forgery. Throws PermanentError `forbidden`.
 */
export function refuseForeignPages({ method, headers }: Pick<HttpRequest, 'method' | 'headers'>): void {
  const host = headers.host ?? ''
  if (!isLocalName(hostname(host))) {
    throw new PermanentError(
      'forbidden',
      `the host name "${printable(host)}" is served only with tokens: use localhost or an IP address, or set tokens`,
    )
  }
  if (method === 'GET' || method === 'HEAD') return
  const { origin } = headers
  if (origin !== undefined && origin.toLowerCase() !== `http://${host.toLowerCase()}`) {
    throw new PermanentError('forbidden', `a page of ${printable(origin)} may not change anything here`)
  }
}

function hostname(host: string): string {
  const bracketed = /^\[([^\]]+)\](?::\d+)?$/.exec(host)
  return bracketed?.[1] ?? host.replace(/:\d+$/, '')
}

function isLocalName(name: string): boolean {
  const lower = name.toLowerCase()
  return isIP(lower) !== 0 || lower === 'localhost' || lower.endsWith('.localhost')
}

function printable(value: string): string {
  return value.slice(0, 80).replaceAll(/[^\x20-\x7e]/g, '?')
}
