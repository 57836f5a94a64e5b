import type { Answer } from '../client/answer.ts'
import type { Lane } from '../lane.ts'
import type { RunState } from '../run-state.ts'

/**
 * Settles once the observer has said what tools do (which are effects, which a person must approve, whose output
 * is a check, which an operator took away), or could not say so within `waitMs`. A run that calls a tool before it
 * has asked anything waits for it, once; with `failClosed` each call does, until it is told. Null when there is
 * nothing to wait for. Never rejects.
 */
export function untilToolsTold(run: RunState, lane: Lane): Promise<void> | null {
  const { toolsTold } = run
  const { reporter } = run.origin
  if (toolsTold === 'settled' || reporter === null || run.ended) return null
  if (toolsTold !== 'unasked') return toolsTold
  const question = { lane: lane.name, after: lane.heardSeq }
  const asked = reporter.ask(question, run.settings.waitMs).then((answer) => noteAsked(run, answer))
  run.toolsTold = asked
  return asked
}

/** Somebody has asked the observer: what it answered is heard already, and nobody waits for it once more. */
export function noteAsked(run: RunState, answer: Answer | null): void {
  if (run.toolsTold !== 'settled')
    run.toolsTold = answer === null && run.settings.failClosed ? 'unasked' : 'settled'
}
