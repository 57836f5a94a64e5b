import type { RunMemory } from './memory/run-memory.ts'
import type { Policy } from './policy/policy.ts'
import type { Decision, Finding } from './words/decision.ts'
import type { Step } from './words/step.ts'

/** What judging some steps produced. */
export interface Judgement {
  readonly memory: RunMemory
  readonly findings: readonly Finding[]
  /** New ones, `seq` ascending. */
  readonly decisions: readonly Decision[]
  /** When unsettled steps will have waited long enough: judge a `tick` then. Null when nothing waits. */
  readonly wakeAtMs: number | null
}

/**
 * Judges what a run has done since `memory`: pure, without clock, randomness or input and output.
 * `memory` is not changed.
 */
export function judge(memory: RunMemory, _steps: readonly Step[], _policy: Policy): Judgement {
  return { memory, findings: [], decisions: [], wakeAtMs: null }
}
