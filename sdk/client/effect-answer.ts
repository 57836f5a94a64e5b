import { fieldOf, parsedJson, textOf } from '../given.ts'

/** What the observer answered to a question for an effect. */
export interface EffectAnswer {
  readonly answer: 'granted' | 'refused' | 'waiting'
  /** Why it is refused, or null. */
  readonly reason: string | null
  /** State of the effect, for example `done`; null when nothing was reserved. */
  readonly state: string | null
  /** Effects of the run that count, reserved or made. */
  readonly used: number
  /** How many the run may make; null is no bound. */
  readonly limit: number | null
}

/** Reads an answer. Null for anything that is not one, whatever it is. */
export function readEffectAnswer(text: string): EffectAnswer | null {
  const value = parsedJson(text)
  const answer = (['granted', 'refused', 'waiting'] as const).find(
    (word) => word === fieldOf(value, 'answer'),
  )
  if (answer === undefined) return null
  return {
    answer,
    reason: textOf(value, 'reason') ?? null,
    state: textOf(fieldOf(value, 'effect'), 'state') ?? null,
    used: amount(fieldOf(value, 'used')) ?? 0,
    limit: amount(fieldOf(value, 'limit')),
  }
}

function amount(value: unknown): number | null {
  return typeof value === 'number' && Number.isFinite(value) ? value : null
}
