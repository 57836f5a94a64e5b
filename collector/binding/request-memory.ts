import { isSameTool } from '@loop-observer/rules'
import type { ModelReading, ToolReading, ToolRequest } from '../dialects/reading.ts'
import { unwrapArguments } from '../dialects/unwrap-arguments.ts'
import type { AttributeValue } from '../receiver/span-view.ts'
import type { RunKey } from '../store/store.ts'
import { givenId } from './call-group.ts'
import { askedCall } from './prompt-call.ts'
import { RecentMap } from '../recent-map.ts'
import { sameValue } from './same-value.ts'

/** A model call and the tool calls it asked for. */
interface Asking {
  readonly spanId: string
  readonly startMs: number
  readonly model: ModelReading
  /** The model call that came after it in its lane, when one was seen. */
  next: string | null
  readonly requests: readonly { readonly request: ToolRequest; takenBy: string | null }[]
}

/**
 * Tool calls as models asked for them, bounded: for spans of calls that leave out arguments or call
 * id. By call id; without one, by the tool's name, arguments and order among the calls that the last
 * model calls before it asked for.
 */
export class RequestMemory {
  readonly #byId = new RecentMap<string, ToolRequest>(10_000)
  readonly #askings = new RecentMap<RunKey, readonly Asking[]>(2000)

  remember(key: RunKey, models: readonly ModelReading[]): void {
    for (const model of models) {
      const { spanId, startMs, requests = [] } = model
      if (requests.length === 0) continue
      for (const request of requests) {
        if (request.callId !== null) this.#byId.set(`${key}\n${request.callId}`, shortened(request))
      }
      const known = this.#askings.get(key) ?? []
      if (known.some((asking) => asking.spanId === spanId)) continue
      const asking = {
        spanId,
        startMs,
        model,
        next: null,
        requests: requests.map((request) => ({ request: shortened(request), takenBy: null })),
      }
      this.#askings.set(key, [...known, asking].toSorted((a, b) => a.startMs - b.startMs).slice(-mostAskings))
    }
  }

  /** The call with this id as a model asked for it, or null. */
  request(key: RunKey, callId: string): ToolRequest | null {
    return this.#byId.get(`${key}\n${callId}`) ?? null
  }

  /** Calls that were asked for before one of these model calls of the same lane; the same whenever it comes again. */
  passed(key: RunKey, models: readonly ModelReading[]): readonly ToolReading[] {
    return (this.#askings.get(key) ?? []).flatMap((asking) => {
      const { model, requests } = asking
      const isAfter = ({ spanId, startMs, lane, actor }: ModelReading): boolean =>
        startMs >= model.endMs &&
        lane === model.lane &&
        actor === model.actor &&
        (asking.next === null || asking.next === spanId)
      const next = models.find(isAfter)
      if (next === undefined) return []
      // Sent again, it must tell the calls again: the first time may have failed.
      asking.next = next.spanId
      return requests.flatMap(({ request }, index) => askedCall(model, request, index) ?? [])
    })
  }

  /** The call with what its own span left out; calls must come in the order in which they began. */
  complete(key: RunKey, call: ToolReading): ToolReading {
    if (call.features !== null || (call.callId !== null && call.args !== undefined)) return call
    const byId = call.callId === null ? undefined : this.#byId.get(`${key}\n${call.callId}`)
    const request = byId ?? this.#requestByName(key, call)
    if (request === undefined) return call
    const args = call.args ?? argumentsOf(request)
    if (call.callId !== null) return { ...call, args }
    return { ...call, callId: request.callId, givenId: givenId(call), args }
  }

  #requestByName(key: RunKey, call: ToolReading): ToolRequest | undefined {
    // MCP's spans are told by their place.
    if (call.rank !== 'own_span') return undefined
    const askings = (this.#askings.get(key) ?? [])
      .filter(({ startMs }) => startMs <= call.startMs)
      .toReversed()
    const found =
      askings.flatMap(({ requests }) => requests).find(({ takenBy }) => takenBy === call.spanId) ??
      askings[0]?.requests.find(({ takenBy, request }) => takenBy === null && asksFor(request, call)) ??
      // Of an earlier model call only what is certain: the same arguments.
      askings
        .flatMap(({ requests }) => requests)
        .find(({ takenBy, request }) => takenBy === null && tellsTheSame(request, call))
    if (found === undefined) return undefined
    found.takenBy = call.spanId
    return found.request
  }
}

/** Calls that run side by side begin in any order: where both tell arguments, these must be the same. */
function asksFor(request: ToolRequest, call: ToolReading): boolean {
  if (!isSameTool(request.tool, call.tool)) return false
  if (request.callId !== null && call.callId !== null) return request.callId === call.callId
  const args = argumentsOf(request)
  return call.args === undefined || args === undefined || sameValue(args, call.args)
}

function tellsTheSame(request: ToolRequest, call: ToolReading): boolean {
  return call.args !== undefined && argumentsOf(request) !== undefined && asksFor(request, call)
}

function argumentsOf({ args }: ToolRequest): AttributeValue | undefined {
  return args === undefined || args === null ? undefined : unwrapArguments(args)
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
