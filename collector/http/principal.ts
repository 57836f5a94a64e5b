import { PermanentError } from '../errors/errors.ts'
import type { HttpRequest } from './request.ts'

/** What a token may do: send spans, read runs and decisions, act on runs. */
export type Right = 'ingest' | 'read' | 'control'

/** Who sends a request: the tenant that its token belongs to, and the token's rights. */
export interface Principal {
  readonly tenant: string
  readonly rights: ReadonlySet<Right>
}

/** Finds out who sends a request. Throws PermanentError `unauthenticated` when that is unknown. */
export type Authorize = (request: HttpRequest) => Principal | Promise<Principal>

/** Throws PermanentError `forbidden` unless the token has the right, or one of them. */
export function requireRight(principal: Principal, right: Right | readonly Right[]): void {
  const enough = typeof right === 'string' ? [right] : right
  if (!enough.some((each) => principal.rights.has(each))) {
    const named = enough.map((each) => `\`${each}\``).join(' or ')
    throw new PermanentError('forbidden', `this needs a token with the right ${named}`)
  }
}
