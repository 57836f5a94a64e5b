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

  constructor(settings: Settings, base: string) {
    this.settings = settings
    this.base = base
  }

  /** Posts JSON. The caller has asked the breaker, and tells it what came of the request. */
  async post(path: string, body: string): Promise<Reply> {
    try {
      return await untraced(() => this.send(path, body))
    } catch (error) {
      tell(this.settings.onError, `no answer from ${this.base}`, error)
      return { kind: 'failed', retryAfterMs: null }
    }
  }

  private async send(path: string, body: string): Promise<Reply> {
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
    tell(this.settings.onError, `${this.base} answered ${status}: ${text.slice(0, 300)}`, null)
    const isPermanent = status >= 400 && status < 500 && ![401, 403, 404, 408, 429].includes(status)
    if (isPermanent) return { kind: 'refused', status }
    return { kind: 'failed', retryAfterMs: retryAfterMs(response.headers.get('retry-after')) }
  }
}

function retryAfterMs(header: string | null): number | null {
  const seconds = header === null ? Number.NaN : Number(header)
  return Number.isFinite(seconds) && seconds >= 0 ? seconds * 1000 : null
}
