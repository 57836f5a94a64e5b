import { isMcp, isSameTool } from '@loop-observer/rules'
import type { ToolReading } from '../dialects/reading.ts'
import type { RunKey } from '../store/store.ts'
import { overlap, type CallGroup } from './call-group.ts'
import { isWithin, nearlyOneRatio, saysTheSame, sharedRatio, sourceOf } from './nesting.ts'
import { RecentMap } from '../recent-map.ts'

/** A call of an earlier batch, as far as another source of it can be told by. */
interface Beside extends Pick<ToolReading, 'tool' | 'args' | 'traceId' | 'startMs' | 'endMs'> {
  /** The id that it was reported under. */
  readonly reported: string
  /** The ids that its sources gave. */
  readonly ids: readonly string[]
  readonly sources: readonly string[]
  readonly spanIds: readonly string[]
}

/**
 * Calls of earlier batches that another instrumentation may report as well, by spans that are no
 * neighbours: the same tool, and arguments that do not
 * contradict each other, within one interval. Two spans of one source stay two calls. Bounded.
 */
export class BesideMemory {
  readonly #seen = new RecentMap<RunKey, readonly Beside[]>(2000)
  /** What tells the calls of a run. */
  readonly #sources = new RecentMap<RunKey, ReadonlySet<string>>(2000)

  /** Notes who tells the call. */
  noteSources(key: RunKey, group: CallGroup): void {
    const known = this.#sources.get(key) ?? new Set()
    if (group.some((reading) => !known.has(sourceOf(reading))))
      this.#sources.set(key, new Set([...known, ...group.map(sourceOf)]))
  }

  /** True when the run’s calls are told by several, so that each needs an id. */
  hasSeveral(key: RunKey): boolean {
    return (this.#sources.get(key)?.size ?? 0) > 1
  }

  /** The id under which another source reported the call, or null. */
  find(key: RunKey, call: ToolReading, group: CallGroup): string | null {
    const { callId, traceId } = call
    if (traceId === null) return null
    const seen = this.#seen.get(key) ?? []
    const again = seen.find(({ spanIds }) => spanIds.includes(call.spanId))
    if (again !== undefined) return again.reported
    const found = seen.findLast(
      (each) =>
        each.traceId === traceId &&
        (callId === null || each.ids.length === 0 || each.ids.includes(callId)) &&
        (isWithin(each, call) || isWithin(call, each) || coincide(each, call)) &&
        saysTheSame(each, call) &&
        group.every((reading) => isOtherSource(reading, each.sources)),
    )
    if (found === undefined) return null
    const isCertain = found.args !== undefined && call.args !== undefined
    return isCertain || isOnly(found, seen) ? found.reported : null
  }

  /** Remembers the call, or that one more source told it. */
  remember(key: RunKey, call: ToolReading, group: CallGroup, reported: string): void {
    const { tool, args, traceId, startMs, endMs } = call
    const seen = this.#seen.get(key) ?? []
    const known = seen.find((each) => each.reported === reported)
    const told = {
      reported,
      ids: [...new Set([...(known?.ids ?? []), ...group.flatMap(({ callId }) => callId ?? [])])],
      sources: [...new Set([...(known?.sources ?? []), ...group.map(sourceOf)])],
      spanIds: [...new Set([...(known?.spanIds ?? []), ...group.map(({ spanId }) => spanId)])],
    }
    // Long arguments are not kept; then the tool's name and the interval must do.
    const kept = known?.args ?? (isShort(args) ? args : undefined)
    const entry = { tool, traceId, startMs, endMs, ...known, ...told, args: kept }
    this.#seen.set(key, [...seen.filter((each) => each !== known).slice(1 - mostSeen), entry])
  }
}

/** A server knows its client: those two are told by their places alone. */
function isOtherSource(reading: ToolReading, sources: readonly string[]): boolean {
  return isMcp(reading.rank) ? !sources.some(isMcp) : !sources.includes(sourceOf(reading))
}

/** Without arguments it may be any of the calls of its tool that run side by side. */
function isOnly(found: Beside, seen: readonly Beside[]): boolean {
  return seen.every((each) => each === found || !isSameTool(each.tool, found.tool) || !overlap(each, found))
}

/** Neither lies within the other by a hair, and both tell the same arguments. */
function coincide(a: Beside, b: ToolReading): boolean {
  return a.args !== undefined && b.args !== undefined && sharedRatio(a, b) >= nearlyOneRatio
}

const mostSeen = 16
const longestArguments = 4096

function isShort(args: ToolReading['args']): boolean {
  const text = typeof args === 'object' ? JSON.stringify(args) : args
  return typeof text !== 'string' || text.length <= longestArguments
}
