import type { Condition, LimitTest } from './vocabulary.ts'

/**
 * Limits of Claude Code and the Claude Agent SDK as their result message tells them, where an instrumentation
 * writes it into `attribute` of the agent's span (`subtype` of `SDKResultMessage`). `first` spares the look at
 * long content.
 */
export function claudeResultLimits(
  attribute: string,
  first: readonly Condition[] = [],
): readonly LimitTest[] {
  return subtypes.map(([limit, matches]) => ({ limit, when: [...first, { attribute, matches }] }))
}

// JSON, or Python's `repr`.
const subtypes = [
  ['max_turns', /["']subtype["']:\s?["']error_max_turns/],
  ['max_budget', /["']subtype["']:\s?["']error_max_budget/],
] as const
