import type { EffectAnswer } from '../client/effect-answer.ts'
import { pause } from '../client/deadline.ts'
import type { Lane } from '../lane.ts'
import type { RunState } from '../run-state.ts'

/** An effect that the observer is asked for, as the body of the request has it. */
export interface EffectQuestion {
  readonly id: string
  readonly tool: string
  readonly lane: string
  /** This process's view of the run: another that asks under the same id is refused meanwhile. */
  readonly holder: string
  readonly note?: string
  readonly needsApproval?: boolean
}

/** How long one request waits at the observer, milliseconds; shorter than a request may take. */
const serverMs = 2000
/** Between two requests when the observer does not answer, milliseconds. */
const retryMs = 500

/**
 * Waits for a person to answer for an effect: at most `approvalWaitMs`, and not beyond the end of the
 * lane. The run is suspended meanwhile, and the time is not charged.
 */
export async function untilAnswered(
  run: RunState,
  lane: Lane,
  question: EffectQuestion,
): Promise<EffectAnswer | 'halted' | 'unanswered'> {
  const { reporter } = run.origin
  const { signal } = lane
  const { approvalWaitMs } = run.settings
  const untilMs = performance.now() + approvalWaitMs
  run.idle.begin()
  try {
    for (;;) {
      if (signal.aborted) return 'halted'
      const leftMs = untilMs - performance.now()
      if (leftMs <= 0 || reporter === null) return 'unanswered'
      const patience = { serverMs: Math.ceil(Math.min(serverMs, leftMs)), waitMs: serverMs * 2 }
      const answer = await unlessAborted(reporter.askEffect(question, patience), signal)
      if (answer !== null && answer.answer !== 'waiting') return answer
      if (answer === null && !signal.aborted) await pause(Math.min(retryMs, leftMs), signal)
    }
  } finally {
    run.idle.end()
  }
}

/** What `work` resolves to; null as soon as the signal is aborted. */
function unlessAborted<Value>(work: Promise<Value | null>, signal: AbortSignal): Promise<Value | null> {
  if (signal.aborted) return Promise.resolve(null)
  return new Promise((resolve) => {
    const end = (): void => resolve(null)
    signal.addEventListener('abort', end, { once: true })
    void work.then((value) => {
      signal.removeEventListener('abort', end)
      resolve(value)
    })
  })
}
