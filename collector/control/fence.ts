import { introOf } from '../judging/marks.ts'
import type { RunKey } from '../store/store.ts'
import type { ControlContext } from './context.ts'
import { locate } from './run-address.ts'
import { waitFor, type Waiting } from './waiting.ts'

/**
 * What became of the span that was asked about: `judged`; `not_a_step`: it arrived, and is none of
 * the things that are judged; `not_seen`: it did not arrive in time.
 */
export type Fence = 'judged' | 'not_a_step' | 'not_seen'

/** A span of a run. */
export interface FenceQuestion extends Pick<Waiting, 'waitMs' | 'signal'> {
  readonly tenant: string
  /** The run as named in the path: an alias may become known only while waiting. */
  readonly name: string
  /** 16 lowercase hex digits. */
  readonly spanId: string
}

/** Arriving steps ring no bell (only decisions do), so the log is looked at this often, milliseconds. */
const pollMs = 100
/** How far back the first look goes; what is older has settled long ago. */
const lookBackRecords = 1000

/**
 * Waits for a span, then settles everything received in its lane, so that the answer rests on it
 * without the hold. Returns what became of the span, and the run's key at the end.
 */
export async function awaitFence(
  context: ControlContext,
  question: FenceQuestion,
): Promise<{ readonly fence: Fence; readonly key: RunKey }> {
  const { store } = context
  let { key } = await locate(store, question.tenant, question.name)
  let seenTo: number | null = null
  const look = async (): Promise<Fence | null> => {
    ;({ key } = await locate(store, question.tenant, question.name))
    const stored = await store.read(key)
    if (stored !== null) {
      const from: number = seenTo ?? Math.max(0, stored.version - lookBackRecords)
      const lane = await laneOf(context, key, question.spanId, { from, to: stored.version })
      seenTo = stored.version
      if (lane !== null) {
        await context.judge.acceptAndSettle({ intro: introOf(key, stored.summary), records: [] }, lane)
        return 'judged'
      }
    }
    return context.isSpanWithoutStep(question.tenant, question.spanId) ? 'not_a_step' : null
  }
  const found = await waitFor(store, key, look, { ...question, pollMs })
  return { fence: found ?? 'not_seen', key }
}

/** The lane of the step that the span became, or null when it is not in this stretch of the log. */
async function laneOf(
  { store }: ControlContext,
  key: RunKey,
  spanId: string,
  stretch: { readonly from: number; readonly to: number },
): Promise<string | null> {
  if (stretch.to <= stretch.from) return null
  const { records } = await store.steps(key, stretch.from, stretch.to - stretch.from)
  return records.find(({ step }) => step.spanId === spanId)?.step.lane ?? null
}
