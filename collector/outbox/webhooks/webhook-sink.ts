import { createHash } from 'node:crypto'
import { PermanentError, RetryableError } from '../../errors/errors.ts'
import { retryAfterMs } from '../../http/retry-after.ts'
import type { AboutRun } from '../about-run.ts'
import type { Sink } from '../sink.ts'
import { isWanted } from './events.ts'
import { webhookMessage } from './message.ts'
import { signedHeaders } from './signature.ts'
import { slackBody } from './slack.ts'
import type { Webhook } from './webhook.ts'

/** What a webhook needs of its surroundings. */
export interface WebhookSinkParts {
  readonly about: AboutRun
  readonly pageOf: (run: string) => string
  readonly version: string
  /** How long an answer is waited for. Default 10 s. */
  readonly timeoutMs?: number
}

/** Posts what one webhook wants to hear. Redirects are not followed: the receiver's address is the one configured. */
export function webhookSink(webhook: Webhook, parts: WebhookSinkParts): Sink {
  const { about, pageOf, version, timeoutMs = 10_000 } = parts
  return {
    name: `webhook:${webhook.name}`,
    wants: (item) => isWanted(webhook, item),
    async deliver(item) {
      const run = item.kind === 'decision' ? item.decision.run : item.notice.run
      // Ids of runs may hold what a header cannot.
      const id = createHash('sha256').update(item.id).digest('hex').slice(0, 32)
      const message = webhookMessage({ item, id, summary: await about.summary(item.key), page: pageOf(run) })
      const body = JSON.stringify(webhook.format === 'slack' ? slackBody(message) : message)
      const timestampSeconds = Math.floor(Date.now() / 1000)
      const headers = {
        'content-type': 'application/json',
        'user-agent': `loop-observer/${version}`,
        ...signedHeaders(webhook.secret, { id, timestampSeconds, body }),
      }
      judgeAnswer(webhook, await post(webhook, { headers, body, timeoutMs }))
    },
  }
}

interface Post {
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
  readonly timeoutMs: number
}

async function post({ name, url }: Webhook, { headers, body, timeoutMs }: Post): Promise<Response> {
  try {
    const signal = AbortSignal.timeout(timeoutMs)
    const response = await fetch(url, { method: 'POST', headers, body, redirect: 'manual', signal })
    await response.body?.cancel()
    return response
  } catch (cause) {
    const message = `webhook ${name} does not answer`
    throw new RetryableError('unavailable', message, { cause, retryAfterMs: 0 })
  }
}

/** Worth another try besides 5xx: timeout, too early, too many requests. */
const passing: ReadonlySet<number> = new Set([408, 425, 429])

function judgeAnswer({ name }: Webhook, { status, headers }: Response): void {
  if (status >= 200 && status < 300) return
  const message = `webhook ${name} answered ${status}`
  if (status >= 500 || passing.has(status)) {
    const askedMs = retryAfterMs(headers.get('retry-after'), Date.now()) ?? 0
    throw new RetryableError('unavailable', message, { retryAfterMs: askedMs })
  }
  const more = status >= 300 && status < 400 ? ': redirects are not followed, configure the final URL' : ''
  throw new PermanentError('bad_request', message + more)
}
