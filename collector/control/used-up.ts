import type { Limits, Totals } from '@loop-observer/rules'

/** Each limit in words, with the flag of `resume` that sets it and the digits behind the point that count. */
export const limitWords = {
  steps: { unit: 'model turns', flag: '--steps', digits: 0 },
  toolCalls: { unit: 'tool calls', flag: '--tool-calls', digits: 0 },
  tokens: { unit: 'tokens', flag: '--tokens', digits: 0 },
  costUsd: { unit: 'US dollars', flag: '--cost', digits: 4 },
  seconds: { unit: 'seconds', flag: '--seconds', digits: 0 },
  effects: { unit: 'effects', flag: '--effects', digits: 0 },
} as const satisfies Readonly<
  Record<keyof Limits, { readonly unit: string; readonly flag: string; readonly digits: number }>
>

/** The names of the limits, in the order in which they are shown. */
export const limitNames = Object.keys(limitWords) as readonly (keyof Limits)[]

/** A limit that a run has used up. */
export interface UsedUp {
  readonly name: keyof Limits
  readonly used: number
  readonly limit: number
  /** A limit with which it could go on for about as long again. */
  readonly larger: number
}

/** The limits under which a run would be stopped at its next step. */
export function usedUp(totals: Totals, limits: Limits): readonly UsedUp[] {
  return limitNames.flatMap((name) => {
    const limit = limits[name]
    const used = totals[name]
    // All effects that are allowed may be made: only one more is too many.
    if (limit === null || (name === 'effects' ? used <= limit : used < limit)) return []
    return [{ name, used, limit, larger: larger(name, used, limit) }]
  })
}

/** How much of a limit is used: `9 of 10 model turns (90 %)`. */
export function useText(name: keyof Limits, used: number, limit: number): string {
  const { unit, digits } = limitWords[name]
  const ratio = limit === 0 ? '' : ` (${Math.round((used / limit) * 100)} %)`
  return `${Number(used.toFixed(digits))} of ${limit} ${unit}${ratio}`
}

/** Twice the limit, or half as much again as was used: rounded up to two digits that count. */
function larger(name: keyof Limits, used: number, limit: number): number {
  const wanted = Math.max(limit * 2, used * 1.5)
  const digits = Math.ceil(Math.log10(Math.max(wanted, Number.MIN_VALUE))) - 2
  const whole = limitWords[name].digits === 0
  const unit = 10 ** (whole ? Math.max(0, digits) : digits)
  return Number((Math.ceil(wanted / unit - 1e-9) * unit).toPrecision(12))
}
