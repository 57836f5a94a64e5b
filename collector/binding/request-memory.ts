import type { ModelReading, ToolReading, ToolRequest } from '../dialects/reading.ts'
import { unwrapArguments } from '../dialects/unwrap-arguments.ts'
import type { RunKey } from '../store/store.ts'
import { isUnanswered } from './amending.ts'
import { isSameTool } from './nesting.ts'
import { RecentMap } from './recent-map.ts'

/** A model call and the tool calls it asked for. */
interface Asking {
  readonly spanId: string
  readonly startMs: number
  readonly requests: readonly { readonly request: ToolRequest; takenBy: string | null }[]
}

/**
 * Tool calls as models asked for them, bounded: for spans of calls that leave out arguments or call
 * id. By call id; without one, by the tool's name and order among the calls that the last model call
 * before it asked for.
 */
export class RequestMemory {
  readonly #byId = new RecentMap<string, ToolRequest>(10_000)
  readonly #askings = new RecentMap<RunKey, readonly Asking[]>(2000)

  remember(key: RunKey, models: readonly ModelReading[]): void {
    for (const { spanId, startMs, requests = [] } of models) {
      if (requests.length === 0) continue
      for (const request of requests) {
        if (request.callId !== null) this.#byId.set(`${key}\n${request.callId}`, shortened(request))
      }
      const known = this.#askings.get(key) ?? []
      if (known.some((asking) => asking.spanId === spanId)) continue
      const asking = {
        spanId,
        startMs,
        requests: requests.map((request) => ({ request: shortened(request), takenBy: null })),
      }
      this.#askings.set(key, [...known, asking].toSorted((a, b) => a.startMs - b.startMs).slice(-mostAskings))
    }
  }

  /** The call with what its own span left out; calls must come in the order in which they began. */
  complete(key: RunKey, call: ToolReading): ToolReading {
    if (call.features !== null || (call.callId !== null && call.args !== undefined)) return call
    const request =
      call.callId === null ? this.#requestByName(key, call) : this.#byId.get(`${key}\n${call.callId}`)
    if (request === undefined) return call
    const { args } = request
    return {
      ...call,
      callId: call.callId ?? request.callId,
      args: call.args ?? (args === undefined || args === null ? undefined : unwrapArguments(args)),
    }
  }

  #requestByName(key: RunKey, call: ToolReading): ToolRequest | undefined {
    // A call that tells everything needs no id, and MCP's spans are told by their place.
    if (call.rank !== 'own_span' || (call.args !== undefined && !isUnanswered(call))) return undefined
    const asking = this.#askings.get(key)?.findLast(({ startMs }) => startMs <= call.startMs)
    const found =
      asking?.requests.find(({ takenBy }) => takenBy === call.spanId) ??
      asking?.requests.find(({ takenBy, request }) => takenBy === null && isSameTool(request.tool, call.tool))
    if (found === undefined) return undefined
    found.takenBy = call.spanId
    return found.request
  }
}

/** How many model calls of a run are remembered. */
const mostAskings = 8
const longestArguments = 4096

/** Long arguments are not kept. */
function shortened(request: ToolRequest): ToolRequest {
  const { args } = request
  const isLong =
    typeof args === 'string'
      ? args.length > longestArguments
      : typeof args === 'object' && JSON.stringify(args).length > longestArguments
  return isLong ? { ...request, args: undefined } : request
}
