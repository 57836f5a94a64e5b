import { isSameTool } from '@loop-observer/rules'
import type { RunKey } from '../store/store.ts'
import { RecentMap } from '../recent-map.ts'

/** A call without an id of its own that nobody has told the answer to. */
interface Unanswered {
  readonly tool: string
  readonly callId: string
}

const mostUnanswered = 16

/** Calls of earlier batches whose answers are known by the tool's name and their order alone. Bounded. */
export class UnansweredMemory {
  readonly #waiting = new RecentMap<RunKey, readonly Unanswered[]>(2000)

  /** Remembers the call as the newest. */
  remember(key: RunKey, call: Unanswered): void {
    const others = this.#of(key).filter(({ callId }) => callId !== call.callId)
    this.#waiting.set(key, [...others.slice(1 - mostUnanswered), call])
  }

  /** True when a call of the tool waits for its answer. */
  has(key: RunKey, tool: string): boolean {
    return this.#of(key).some((each) => isSameTool(each.tool, tool))
  }

  /** The id of the first call of the tool that waits, or null; it waits no more. */
  take(key: RunKey, tool: string): string | null {
    const waiting = this.#of(key)
    const found = waiting.find((each) => isSameTool(each.tool, tool))
    if (found === undefined) return null
    this.#waiting.set(
      key,
      waiting.filter((each) => each !== found),
    )
    return found.callId
  }

  #of(key: RunKey): readonly Unanswered[] {
    return this.#waiting.get(key) ?? []
  }
}
