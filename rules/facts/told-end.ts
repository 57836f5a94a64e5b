import { noteToldLimit } from '../ladder/limit-class.ts'
import type { Draft } from '../memory/run-memory.ts'
import type { OutcomeStep } from '../words/step.ts'

/**
 * How the run ended, as whoever runs it says. A decision that ended the run is what ended it, whatever the agent
 * says of its stop. Told once more, without a reason, the outcome keeps the one that it has.
 */
export function endAsTold(draft: Draft, step: OutcomeStep): void {
  const { state } = draft
  const { outcome, reason = null } = step
  const isRepeated = outcome === draft.outcome && reason === null
  draft.outcome = outcome
  state.endedAtMs = step.endedAtMs
  state.endObserved = false
  draft.correct = step.correct ?? draft.correct
  if (state.halted || isRepeated) return
  draft.reason = outcome === 'answered' ? null : reason
  noteToldLimit(draft, step)
}
