import type { ToolFacts } from '../facts/facts.ts'
import type { Hold } from '../words/thought.ts'

/** What keeps rules about the lack of progress silent at a call. */
export function silencesOf({ progress, fresh, handedOn, echo }: ToolFacts): readonly Hold[] {
  if (progress) return ['progress']
  if (fresh) return ['fresh_change']
  if (handedOn) return ['handed_on']
  return echo ? ['same_round'] : []
}
