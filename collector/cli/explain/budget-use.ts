import type { Limits, Totals } from '@loop-observer/rules'

const kinds = {
  steps: ['model turns', 0],
  toolCalls: ['tool calls', 0],
  tokens: ['tokens', 0],
  costUsd: ['US dollars', 4],
  seconds: ['seconds', 0],
  effects: ['effects', 0],
} as const satisfies Readonly<Record<keyof Limits, readonly [string, number]>>

/** How much of each limit is used, `9 of 10 model turns (90 %)`; null where nothing is known of limits. */
export function budgetUse(totals: Totals, limits: Limits | null): string | null {
  if (limits === null) return null
  const names = Object.keys(kinds) as readonly (keyof Limits)[]
  const set = names.flatMap((name) => {
    const limit = limits[name]
    return limit === null ? [] : [useText(name, totals[name], limit)]
  })
  return set.length === 0 ? 'no limits set' : set.join(' · ')
}

function useText(name: keyof Limits, used: number, limit: number): string {
  const [unit, digits] = kinds[name]
  const ratio = limit === 0 ? '' : ` (${Math.round((used / limit) * 100)} %)`
  return `${Number(used.toFixed(digits))} of ${limit} ${unit}${ratio}`
}
