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
  const { waitMs, failClosed } = run.settings
  const asked = reporter.ask({ lane: lane.name, after: lane.heardSeq }, waitMs).then((answer) => {
    // Whatever it answered is heard already.
    if (run.toolsTold === asked) run.toolsTold = answer === null && failClosed ? 'unasked' : 'settled'
  })
  run.toolsTold = asked
  return asked
}
