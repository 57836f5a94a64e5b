import { errorFeatures } from '@loop-observer/rules'
import { textOf } from '../given.ts'
import { guarded } from '../log.ts'
import type { RunState } from '../run-state.ts'
import { tellFate, type Reservation } from './reserve.ts'

/**
 * Tells what became of a reserved effect; of a call that is none (null), nothing. A call that failed gives its
 * place back, unless the failure leaves open how far it came: then it counts, for an e-mail that may have been
 * sent is not sent again. `failure`: its text, null when it did not fail; `error`: what was thrown, where
 * something was.
 */
export function settleEffect(
  run: RunState,
  reservation: Reservation | null,
  { failure, error }: { readonly failure: string | null; readonly error?: unknown },
): void {
  if (reservation === null) return
  const { id, held } = reservation
  guarded(
    run.settings.onError,
    'settling an effect',
    () => {
      const isMade = failure === null || leavesOpen(run, failure, error)
      if (!isMade) run.effects.giveBack(id)
      if (held) tellFate(run, id, isMade)
    },
    undefined,
  )
}

/** Time-outs, broken connections and aborted requests do not say whether the other side has acted. */
function leavesOpen(run: RunState, failure: string, error: unknown): boolean {
  const name = textOf(error, 'name')
  if (name === 'AbortError' || name === 'TimeoutError') return true
  const kind = errorFeatures(failure, run.origin.hashing).class
  return kind === 'transient' || kind === 'connection'
}
