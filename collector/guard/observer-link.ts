import { z } from 'zod'
import { runPath } from '../cli/remote.ts'

/** What the observer says about a run, as far as the guard acts on it. */
const advice = z.object({
  run: z.string(),
  action: z.enum(['continue', 'nudge', 'halt', 'escalate']),
  seq: z.number(),
  decision: z
    .object({ seq: z.number(), reason: z.string(), message: z.string(), explanation: z.string() })
    .optional(),
})

/** Checked advice of the observer. */
export type GuardAdvice = z.infer<typeof advice>

/** A question about a run. */
interface GuardQuestion {
  /** Run id, or `trace:ID`. */
  readonly run: string
  readonly lane: string
  /** Newest decision that the run was told. */
  readonly after: number
  /** OTLP/JSON of steps to report with it; null when there are none. */
  readonly steps: string | null
  readonly agent: string | null
}

/** The observer as the guard speaks to it: it answers within a bounded time, or not at all. */
export interface ObserverLink {
  /** Null when the observer is away, or knows nothing of the run. Never rejects. */
  ask(question: GuardQuestion): Promise<GuardAdvice | null>
  /** Says that the agent has answered; nobody waits for it. */
  answered(run: string): void
  /** Says that a decision reached the agent; nobody waits for it. */
  acknowledge(run: string, body: { seq: number; stage: 'delivered' | 'acted'; lane: string }): void
}

/** How to reach the observer. */
export interface ObserverLinkOptions {
  /** Control channel, without a slash at the end. */
  readonly url: string
  readonly token: string | null
  /** Longest time that a request to the model is held up, milliseconds. */
  readonly waitMs: number
  /** Told when it stops answering and when it answers again. */
  readonly onChange: (isThere: boolean, why: string) => void
}

/** After a failure the observer is left alone for so long, milliseconds: an agent must not wait at every step. */
const restMs = 3000

/** Makes the link. */
export function observerLink({ url, token, waitMs, onChange }: ObserverLinkOptions): ObserverLink {
  const headers = {
    'Content-Type': 'application/json',
    ...(token === null ? {} : { Authorization: `Bearer ${token}` }),
  }
  let restUntilMs = 0
  let isThere = true
  const note = (there: boolean, why: string): void => {
    if (!there) restUntilMs = performance.now() + restMs
    if (there !== isThere) onChange(there, why)
    isThere = there
  }
  const tell = (run: string, what: 'ack' | 'outcome', body: object): void => {
    const signal = AbortSignal.timeout(5000)
    const init = { method: 'POST', headers, body: JSON.stringify(body), signal }
    fetch(`${url}${runPath(run)}/${what}`, init).then(
      (response) => response.text(),
      () => undefined,
    )
  }
  return {
    async ask({ run, lane, after, steps, agent }) {
      if (performance.now() < restUntilMs) return null
      const query = new URLSearchParams({ after: String(after), lane })
      if (steps !== null) {
        query.set('wait', String(waitMs))
        query.set('source', 'telemetry')
        if (agent !== null) query.set('agent', agent)
      }
      const route = steps === null ? 'decision' : 'checkpoint'
      try {
        const response = await fetch(`${url}${runPath(run)}/${route}?${query.toString()}`, {
          method: steps === null ? 'GET' : 'POST',
          headers,
          body: steps,
          signal: AbortSignal.timeout(waitMs),
        })
        const text = await response.text()
        if (response.status === 404) return null
        if (!response.ok) throw new Error(`HTTP status ${response.status}`)
        const told = advice.parse(JSON.parse(text))
        note(true, '')
        return told
      } catch (error) {
        note(false, reasonOf(error))
        return null
      }
    },
    answered: (run) => tell(run, 'outcome', { outcome: 'answered' }),
    acknowledge: (run, body) => tell(run, 'ack', body),
  }
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const { cause } = error
  if (cause instanceof Error && 'code' in cause) return String(cause.code)
  return error.name === 'TimeoutError' ? 'no answer in time' : error.message.slice(0, 200)
}
