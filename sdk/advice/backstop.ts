import { counted, type Limits, type Reason, type Totals } from '@loop-observer/rules'
import type { HaltAdvice } from './advice.ts'
import { ownHalt } from './own-halt.ts'

/** A limit that the SDK keeps itself, reached. */
export interface LimitHit {
  readonly reason: Reason
  readonly used: number
  readonly limit: number
  /** What was counted, in the singular. */
  readonly unit: string
}

/**
 * The limit that `totals` has reached, or null. Steps, calls, tokens, cost and time are reached
 * when there is none left for another turn; effects only when there were too many, for the turn
 * after the last one allowed may be the answer.
 */
export function limitHit(totals: Totals, limits: Limits): LimitHit | null {
  for (const { key, reason, unit } of kept) {
    const limit = limits[key]
    const used = totals[key]
    if (limit !== null && (key === 'effects' ? used > limit : used >= limit))
      return { reason, used, limit, unit }
  }
  return null
}

/** The halt that a reached limit means. */
export function haltFor(
  hit: LimitHit,
  about: { readonly run: string; readonly lane: string; readonly totals: Totals },
): HaltAdvice {
  const limit = rounded(hit.limit)
  const said = `${rounded(hit.used)} of ${counted(limit, hit.unit)} ${limit === 1 ? 'is' : 'are'} used up`
  return ownHalt({
    ...about,
    reason: hit.reason,
    source: 'backstop',
    message: `${said}. Make no further calls: give the answer that your findings support and name what is missing.`,
    explanation: `The limit kept by the SDK was reached: ${said}.`,
    counts: { used: hit.used, limit: hit.limit },
    missing: '',
  })
}

const kept: readonly { readonly key: keyof Limits; readonly reason: Reason; readonly unit: string }[] = [
  { key: 'effects', reason: 'budget_effects', unit: 'effect' },
  { key: 'seconds', reason: 'budget_time', unit: 'second' },
  { key: 'costUsd', reason: 'budget_cost', unit: 'US dollar' },
  { key: 'tokens', reason: 'budget_tokens', unit: 'token' },
  { key: 'toolCalls', reason: 'budget_tool_calls', unit: 'tool call' },
  { key: 'steps', reason: 'budget_steps', unit: 'model turn' },
]

function rounded(value: number): number {
  return Math.round(value * 100) / 100
}
