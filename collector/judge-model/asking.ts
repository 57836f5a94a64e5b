import type { JudgeModelSettings } from '../config/settings.ts'
import type { Metrics } from '../metrics/metrics.ts'
import { ChatFailure, type Chat, type ChatAnswer, type ChatMessage } from './chat.ts'
import { costOf, type Said } from './opinion.ts'
import { verdictOf } from './verdict.ts'

/** Asks once and counts what that took. Rejects only with the reason of `signal`. */
export type Asking = (messages: readonly ChatMessage[], signal: AbortSignal) => Promise<Said>

/** What asking is made of. */
export interface AskingParts {
  readonly chat: Chat
  readonly settings: Pick<JudgeModelSettings, 'priceIn' | 'priceOut'>
  readonly metrics: Metrics
  /** The store's clock. */
  readonly now: () => number
}

/** Turns what an endpoint answers, or fails to, into what came of the question. */
export function createAsking({ chat, settings, metrics, now }: AskingParts): Asking {
  return async (messages, signal) => {
    const startedAtMs = now()
    const begun = performance.now()
    const outcome = await outcomeOf(chat, messages, signal)
    const { tokensIn = null, tokensOut = null } = outcome.spent ?? {}
    const costUsd = costOf(settings, { tokensIn, tokensOut })
    const { answerable, failure, retryAfterMs } = outcome
    metrics.count('judge_model_calls_total', { result: failure ?? (answerable ? 'answerable' : 'open') })
    metrics.observe('judge_model_seconds', {}, (performance.now() - begun) / 1000)
    metrics.count('judge_model_tokens_total', { direction: 'in' }, tokensIn ?? 0)
    metrics.count('judge_model_tokens_total', { direction: 'out' }, tokensOut ?? 0)
    metrics.count('judge_model_cost_usd_total', {}, costUsd ?? 0)
    return { answerable, failure, retryAfterMs, tokensIn, tokensOut, costUsd, startedAtMs, endedAtMs: now() }
  }
}

interface Outcome extends Pick<Said, 'answerable' | 'failure' | 'retryAfterMs'> {
  readonly spent: ChatAnswer | null
}

async function outcomeOf(
  chat: Chat,
  messages: readonly ChatMessage[],
  signal: AbortSignal,
): Promise<Outcome> {
  try {
    const spent = await chat(messages, signal)
    const answerable = verdictOf(spent.content)
    return { answerable, failure: answerable === null ? 'malformed' : null, retryAfterMs: null, spent }
  } catch (error) {
    if (!(error instanceof ChatFailure)) throw error
    const { failure, retryAfterMs } = error
    return { answerable: null, failure, retryAfterMs, spent: null }
  }
}
