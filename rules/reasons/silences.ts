import type { ToolFacts } from '../facts/facts.ts'
import type { Hold } from '../words/thought.ts'

/** What keeps rules about the lack of progress silent at a call. */
export function silencesOf({ progress, fresh, echo }: ToolFacts): readonly Hold[] {
  if (progress) return ['progress']
  if (fresh) return ['fresh_change']
  return echo ? ['same_round'] : []
}
