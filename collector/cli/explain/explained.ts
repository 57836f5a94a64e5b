import type { z } from 'zod'
import type { runDetail } from '../../control/schemas/run.ts'
import type { ThinkingShown } from './rules-text.ts'
import type { StepShown } from './timeline.ts'

/** Everything that is known of a run. */
export interface Explained {
  readonly detail: z.infer<typeof runDetail>
  readonly steps: readonly StepShown[]
  /** Steps that were trimmed from the log. */
  readonly trimmed: number
  /** How it was found out what each rule thought; absent when nobody asked. */
  readonly thinking?: ThinkingShown
}
