import type { Observation } from '@loop-observer/rules'
import { toText } from '../steps/observed-value.ts'

/** Something the run had established: an observation that was new, or a note of the application. */
export type PartialResult =
  | {
      readonly kind: 'observation'
      readonly tool: string
      readonly lane: string
      /** Id of the step. */
      readonly step: string
      /** What came back, at most 4,000 characters. */
      readonly content: string
      /** True when more came back than `content` holds. */
      readonly cut: boolean
    }
  | { readonly kind: 'note'; readonly lane: string; readonly step: string; readonly content: string }

const mostResults = 32
const contentChars = 4000
const mostSeen = 2048

/**
 * What a run has found, kept in the process so that a stopped run still has a result: the newest
 * 32 observations that were progress, and notes. They never leave the process by themselves.
 */
export class PartialResults {
  private readonly seen = new Set<string>()
  private kept: PartialResult[] = []

  /** Keeps an observation when it changed what is known: known, no error, not empty, not seen before. */
  observe(
    call: { readonly tool: string; readonly lane: string; readonly step: string },
    observation: Observation,
    value: unknown,
  ): void {
    if (observation.state !== 'known' || this.seen.has(observation.fingerprint)) return
    remember(this.seen, observation.fingerprint)
    const content = toText(value, contentChars)
    this.keep({ kind: 'observation', ...call, content, cut: observation.sizeChars > content.length })
  }

  note(lane: string, step: string, content: string): void {
    this.keep({ kind: 'note', lane, step, content: toText(content, contentChars) })
  }

  /** Oldest first. */
  list(): readonly PartialResult[] {
    return [...this.kept]
  }

  private keep(result: PartialResult): void {
    this.kept.push(result)
    if (this.kept.length > mostResults) this.kept.shift()
  }
}

/** Sets keep insertion order: the oldest is forgotten first. */
function remember(seen: Set<string>, value: string): void {
  if (seen.size >= mostSeen) {
    for (const oldest of seen) {
      seen.delete(oldest)
      break
    }
  }
  seen.add(value)
}
