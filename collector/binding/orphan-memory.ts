import type { ToolReading } from '../dialects/reading.ts'
import type { RunKey } from '../store/store.ts'
import { saysTheSame } from './nesting.ts'
import { RecentMap } from '../recent-map.ts'

/** An MCP call whose caller has not been seen. */
interface Orphan extends Pick<ToolReading, 'tool' | 'args' | 'traceId' | 'startMs' | 'endMs'> {
  readonly callId: string
}

const mostOrphans = 8
const longestArguments = 4096

/** MCP calls of earlier batches whose callers report them later, by spans that are no neighbours. Bounded. */
export class OrphanMemory {
  readonly #orphans = new RecentMap<RunKey, readonly Orphan[]>(500)

  /** Remembers the call, until its caller comes. */
  remember(key: RunKey, { tool, args, traceId, startMs, endMs }: ToolReading, callId: string): void {
    // Long arguments are not kept; then the tool's name and the interval must do.
    const kept = typeof args === 'string' && args.length <= longestArguments ? args : undefined
    const orphan = { tool, args: kept, traceId, startMs, endMs, callId }
    this.#orphans.set(key, [...(this.#orphans.get(key) ?? []).slice(1 - mostOrphans), orphan])
  }

  /** The id of the MCP call within the call's interval, or null; it is an orphan no more. */
  take(key: RunKey, call: ToolReading): string | null {
    const orphans = this.#orphans.get(key) ?? []
    const found = orphans.find(
      (each) =>
        each.traceId === call.traceId &&
        each.startMs >= call.startMs &&
        each.endMs <= call.endMs &&
        saysTheSame(each, call),
    )
    if (found === undefined) return null
    this.#orphans.set(
      key,
      orphans.filter((each) => each !== found),
    )
    return found.callId
  }
}
