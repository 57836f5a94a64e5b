import { placeOf, type Place } from '@loop-observer/rules'
import type { JudgedRun } from '../judging/judging.ts'

/**
 * How far the run has come, when a judge model may be asked about it: it goes on, its policy lets it
 * be asked, it has made calls, and nobody was asked in this turn. Null when it may not.
 */
export function placeToAsk({ memory, summary, policy }: JudgedRun): Place | null {
  const { enabled, response, settings } = policy.rules.completion
  if (!enabled || response === 'record' || summary.outcome !== 'open' || summary.halted) return null
  const place = placeOf(memory)
  if (place === null || place.calls === 0 || place.turn < (settings['judgeFrom'] ?? Infinity)) return null
  const { calls = 0, turn = 0 } = summary.judgeModel ?? {}
  return calls < (settings['judgeCalls'] ?? 0) && place.turn > turn ? place : null
}
