/** What asking a judge model about a run took, and what came of it. */
export interface JudgeModelUse {
  readonly calls: number
  /** Calls that brought no opinion. */
  readonly failed: number
  /** Model turn of the newest. */
  readonly turn: number
  /** As the endpoint counted them, in and out together. */
  readonly tokens: number
  /** By the configured prices; null when a call of unknown cost is among them. */
  readonly costUsd: number | null
  /** Model turns of the run when it first said that the question can be answered; null when it never did. */
  readonly answerableAt: number | null
  /** What was done on its word and reached the agent; null when nothing was. */
  readonly acted: 'nudge' | 'halt' | 'escalate' | null
}
