import { tell } from '../log.ts'
import type { Settings } from '../options.ts'
import { Breaker } from './breaker.ts'
import { readBounded } from './read-bounded.ts'
import { untraced } from './untraced.ts'

/** What came of a request. */
export type Reply =
  | { readonly kind: 'answered'; readonly text: string }
  /** The observer will never take this request. */
  | { readonly kind: 'refused'; readonly status: number }
  /** No answer, or one that asks to try later. */
  | { readonly kind: 'failed'; readonly retryAfterMs: number | null }

/** How long a request may run on in the background after nobody waits for it any more, milliseconds. */
const requestTimeoutMs = 5000
const answerLimitBytes = 1024 * 1024

/** Requests to the control channel, behind one circuit breaker for all runs of an observer. Never rejects. */
export class Connection {
  readonly breaker = new Breaker()
  private readonly settings: Settings
  private readonly base: string
  private readonly warned = new Set<string>()

  constructor(settings: Settings, base: string) {
    this.settings = settings
    this.base = base
  }

  /**
   * Posts JSON. The caller has asked the breaker, and tells it what came of the request. `mayMiss`: what
   * the request is about need not exist or be as it was, and the observer may say so.
   */
  async post(path: string, body: string, mayMiss = false): Promise<Reply> {
    try {
      return await untraced(() => this.send(path, body, mayMiss))
    } catch (error) {
      tell(this.settings.onError, `no answer from ${this.base}`, error)
      this.warnOnce(unreachable(this.base, error))
      return { kind: 'failed', retryAfterMs: null }
    }
  }

  /** Each cause once for each observer, whatever comes between. */
  private warnOnce(warning: Warning | null): void {
    if (warning === null || this.warned.has(warning.cause)) return
    this.warned.add(warning.cause)
    this.settings.warn(warning.message)
  }

  private async send(path: string, body: string, mayMiss: boolean): Promise<Reply> {
    const { token, fetch } = this.settings
    const response = await fetch(`${this.base}${path}`, {
      method: 'POST',
      body,
      headers: {
        'content-type': 'application/json',
        ...(token === null ? {} : { authorization: `Bearer ${token}` }),
      },
      redirect: 'error',
      signal: AbortSignal.timeout(requestTimeoutMs),
    })
    const { status } = response
    const text = await readBounded(response, answerLimitBytes)
    if (status >= 200 && status < 300) return { kind: 'answered', text }
    if (mayMiss && (status === 404 || status === 409)) return { kind: 'refused', status }
    tell(this.settings.onError, `${this.base} answered ${status}: ${text.slice(0, 300)}`, null)
    this.warnOnce(refusal(this.base, status, token !== null))
    const isPermanent = status >= 400 && status < 500 && ![401, 403, 404, 408, 429].includes(status)
    if (isPermanent) return { kind: 'refused', status }
    return { kind: 'failed', retryAfterMs: retryAfterMs(response.headers.get('retry-after')) }
  }
}

/** What a developer must put right, and what happens until then. */
interface Warning {
  readonly cause: string
  readonly message: string
}

const meanwhile = 'The agent goes on; until then its runs are judged in this process and shown nowhere.'

function unreachable(base: string, error: unknown): Warning {
  const { name, cause } = error as { name?: unknown; cause?: { code?: unknown } }
  const why = typeof cause?.code === 'string' ? cause.code : String(name)
  const message = `no observer answers at ${base} (${why}). ${meanwhile} Start one (loop-observer start), or correct the option \`endpoint\`.`
  return { cause: 'unreachable', message }
}

function refusal(base: string, status: number, hasToken: boolean): Warning | null {
  const what = `${base} answered ${status}`
  if (status === 401) {
    const why = hasToken ? 'it does not know the token' : 'it asks for a token'
    const todo = "Set the option `token`, or LOOP_OBSERVER_TOKEN, to one of the observer's tokens."
    return { cause: 'token', message: `${what}: ${why}. ${meanwhile} ${todo}` }
  }
  if (status === 403) {
    const todo = "Give it the right `ingest` in the observer's setting `tokens`."
    return { cause: 'right', message: `${what}: the token may not report steps. ${meanwhile} ${todo}` }
  }
  if (status !== 404) return null
  const todo = 'Set the option `endpoint` to the control channel, by default on port 4320.'
  return { cause: 'place', message: `${what}: this is no control channel. ${meanwhile} ${todo}` }
}

function retryAfterMs(header: string | null): number | null {
  const seconds = header === null ? Number.NaN : Number(header)
  return Number.isFinite(seconds) && seconds >= 0 ? seconds * 1000 : null
}
