import { createHash, timingSafeEqual } from 'node:crypto'
import { PermanentError } from '../errors/errors.ts'
import type { Principal, Right } from '../http/principal.ts'
import type { HttpRequest } from '../http/request.ts'
import { refuseForeignPages } from './foreign-pages.ts'

/** One token of the settings; the secret itself, or its SHA-256 so that the file holds no secret. */
export interface TokenSetting {
  /** As the sender presents it. */
  readonly token?: string
  /** SHA-256 of the token, 64 hex digits. */
  readonly sha256?: string
  /** Runs of one tenant are invisible to the tokens of another. Default `default`. */
  readonly tenant?: string
  readonly rights: readonly Right[]
}

/** Tenant of requests that need no token, and of tokens that name none. */
const defaultTenant = 'default'

/**
 * Makes the function that says who sends a request. Without tokens everybody is the tenant
 * `default` with all rights, which is meant for loopback only: requests that a foreign web page
 * may have caused are refused. With tokens, `Authorization: Bearer TOKEN` is required. Throws
 * PermanentError `unauthenticated` or `forbidden`.
 */
export function authorizer(
  tokens: readonly TokenSetting[],
): (request: Pick<HttpRequest, 'method' | 'headers'>) => Principal {
  if (tokens.length === 0) {
    const everybody: Principal = { tenant: defaultTenant, rights: new Set(['ingest', 'read', 'control']) }
    return (request) => {
      refuseForeignPages(request)
      return everybody
    }
  }
  const entries = tokens.map((setting) => ({
    digest: digestOf(setting),
    principal: { tenant: setting.tenant ?? defaultTenant, rights: new Set(setting.rights) },
  }))
  return (request) => {
    const presented = sha256(bearer(request.headers.authorization))
    let found: Principal | null = null
    for (const { digest, principal } of entries) {
      if (timingSafeEqual(digest, presented)) found = principal
    }
    if (found === null) throw new PermanentError('unauthenticated', 'the token is not one of the settings')
    return found
  }
}

function digestOf(setting: TokenSetting): Buffer {
  const digest =
    setting.sha256 === undefined ? sha256(setting.token ?? '') : Buffer.from(setting.sha256, 'hex')
  if (digest.length !== 32 || (setting.sha256 === undefined && !setting.token)) {
    throw new PermanentError('bad_request', 'a token needs `token`, or `sha256` with 64 hex digits')
  }
  return digest
}

function sha256(text: string): Buffer {
  return createHash('sha256').update(text).digest()
}

function bearer(header: string | undefined): string {
  const match = /^Bearer +([^\s]+)$/i.exec(header ?? '')
  if (match?.[1] === undefined) throw new PermanentError('unauthenticated', 'this needs a token')
  return match[1]
}
