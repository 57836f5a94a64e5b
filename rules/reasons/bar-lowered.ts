import { findingOf } from './finding.ts'
import type { Rule } from './rule.ts'

/**
 * The gap closed because the bar came down: a criterion was removed, narrowed or rewritten, a test
 * deleted. No nudge: the pass is not accepted, and only an operator retires a criterion (the ratchet of
 * the article on loops that end when a verified gap closes).
 */
export const barLowered: Rule<never> = {
  reason: 'bar_lowered',
  about: 'A criterion of the frozen bar was removed or changed.',
  restsOn: 'order',
  sliceSize: 0,
  response: { strict: 'halt', balanced: 'halt', assertive: 'halt' },
  settings: {},
  judge: (facts) => {
    if ((facts.kind !== 'check' && facts.kind !== 'bar') || facts.lowered.length === 0) return null
    return findingOf(facts, {
      reason: 'bar_lowered',
      strength: 'certain',
      loop: '',
      counts: { criteria: facts.lowered.length },
      tools: facts.lowered.slice(0, 8),
    })
  },
}
