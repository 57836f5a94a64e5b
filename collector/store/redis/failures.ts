import { RetryableError } from '../../errors/errors.ts'

/**
 * Replies that say "not now": https://redis.io/docs/latest/develop/reference/protocol-spec/ and the
 * messages of Redis 7 (`src/server.c`, `src/cluster.c`).
 */
const passing = new Set([
  'ASK',
  'BUSY',
  'CLUSTERDOWN',
  'LOADING',
  'MASTERDOWN',
  'MISCONF',
  'MOVED',
  'NOAUTH',
  'NOREPLICAS',
  'NOSCRIPT',
  'OOM',
  'READONLY',
  'TRYAGAIN',
  'UNBLOCKED',
  'WRONGPASS',
])

/** What to throw when a command failed: RetryableError when the same may succeed later, else the error itself. */
export function explainFailure(error: unknown): unknown {
  if (error instanceof RetryableError) return error
  return isReply(error) && !passing.has(replyCode(error)) ? error : unavailable(error)
}

/** True when the script cache of the server was emptied; the next call sends the script's text again. */
export function isMissingScript(error: unknown): boolean {
  return isReply(error) && replyCode(error) === 'NOSCRIPT'
}

/** True when a key lives on another node than the client thinks. */
export function isMoved(error: unknown): boolean {
  return isReply(error) && ['MOVED', 'ASK', 'CLUSTERDOWN'].includes(replyCode(error))
}

/** "Redis is away", with the reason. */
export function unavailable(cause: unknown): RetryableError {
  const reason = cause instanceof Error ? cause.message || cause.name : String(cause)
  return new RetryableError('unavailable', `Redis is not available: ${reason}`, { cause })
}

function isReply(error: unknown): error is Error {
  return error instanceof Error && error.name === 'ReplyError'
}

/** The word in capitals that an error reply begins with; a script puts its own words around it. */
function replyCode(error: Error): string {
  return /^(?:ERR .*?: -?)?([A-Z]+)/.exec(error.message)?.[1] ?? ''
}
