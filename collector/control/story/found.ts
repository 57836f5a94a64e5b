import type { SourceRank } from '@loop-observer/rules'
import type { Result, StoryCall, StoryStep } from './story-step.ts'

/** What a run had found. */
export interface Found {
  /** Different results; failures and empty answers left out. */
  readonly results: number
  /** The newest of them, at most three, oldest first; each where it first came. */
  readonly newest: readonly FoundResult[]
}

/** One result. */
interface FoundResult {
  /** Id of the step that brought it. */
  readonly step: string
  readonly tool: string
  /** One line, at most 160 characters; null where no preview is kept. */
  readonly text: string | null
}

/** Results named at most. */
const mostNamed = 3

const ownRecords: ReadonlySet<SourceRank> = new Set(['sdk', 'own_span', 'log'])

/** What the steps, in the order in which they began, had found; null before the first call. */
export function foundIn(steps: readonly StoryStep[]): Found | null {
  const calls = callsOf(steps)
  if (calls.length === 0) return null
  const first = new Map<string, FoundResult>()
  for (const { id, tool, failed, result } of calls) {
    if (failed || result.fingerprint === null || first.has(result.fingerprint)) continue
    first.set(result.fingerprint, { step: id, tool, text: result.text })
  }
  return { results: first.size, newest: [...first.values()].slice(-mostNamed) }
}

/** The calls, each once, with what came back of them also where that was told later. */
function callsOf(steps: readonly StoryStep[]): readonly StoryCall[] {
  const calls = steps.filter((step) => step.kind === 'tool')
  // What prompts tell of calls that have records of their own is the same calls once more.
  const recorded = calls.some(({ rank }) => ownRecords.has(rank))
  const late = new Map(
    steps.flatMap((step) =>
      step.kind === 'amendment' && step.result.state !== 'unknown' ? [[step.callId, step]] : [],
    ),
  )
  return calls
    .filter(({ rank }) => !(recorded && rank === 'prompt'))
    .map((call) => {
      const told = call.callId === null ? undefined : late.get(call.callId)
      if (call.result.state !== 'unknown' || told === undefined) return call
      return { ...call, failed: call.failed || told.failed, result: completed(told.result, call.result) }
    })
}

function completed(told: Result, known: Result): Result {
  return { ...told, text: told.text ?? known.text }
}
