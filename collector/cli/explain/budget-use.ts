import type { Limits, Totals } from '@loop-observer/rules'
import { limitNames, useText } from '../../control/used-up.ts'

/** How much of each limit is used, `9 of 10 model turns (90 %)`; null where nothing is known of limits. */
export function budgetUse(totals: Totals, limits: Limits | null): string | null {
  if (limits === null) return null
  const set = limitNames.flatMap((name) => {
    const limit = limits[name]
    return limit === null ? [] : [useText(name, totals[name], limit)]
  })
  return set.length === 0 ? 'no limits set' : set.join(' · ')
}
