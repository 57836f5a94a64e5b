import { isMcp, isSameTool } from '@loop-observer/rules'
import type { AmendmentReading, ToolReading, ToolRequest } from '../dialects/reading.ts'
import type { RunKey } from '../store/store.ts'
import { isUnanswered } from './amending.ts'
import { BesideMemory } from './beside-memory.ts'
import { overlap, type CallGroup } from './call-group.ts'
import { isDistinctCallId } from './call-id.ts'
import { saysTheSame, sourceOf } from './nesting.ts'
import { RecentMap } from '../recent-map.ts'

interface KnownCall {
  readonly spanId: string
  readonly startMs: number
  readonly endMs: number
  readonly rank: ToolReading['rank']
  /** The id that the call was reported under, when another source of it came first. */
  readonly callId: string
  /** True when its own span said what came back, or why it failed. */
  readonly answered: boolean
  /** True when a record of it told the arguments. */
  readonly told: boolean
}

/** An MCP call whose caller has not been seen. */
interface Orphan extends Pick<ToolReading, 'tool' | 'args' | 'traceId' | 'startMs' | 'endMs'> {
  readonly callId: string
}

interface Link {
  readonly key: RunKey
  readonly callId: string
  readonly tool: string
  readonly source: string
}

/**
 * Calls of earlier batches, bounded. Sources of one call often arrive in different batches (an MCP
 * server exports on its own); all of them get the call id of the first, by which the judge drops
 * the others. Another observer's batches are not known here: it costs an amendment or a merge, never a step.
 */
export class CallMemory {
  readonly #calls = new RecentMap<string, KnownCall>(20_000)
  /** By span id: the tool span itself, and its parent, which may report the same call. */
  readonly #spans = new RecentMap<string, Link>(20_000)
  readonly #callers = new RecentMap<string, Link>(5000)
  readonly #unanswered = new RecentMap<RunKey, readonly { readonly tool: string; readonly callId: string }[]>(
    2000,
  )
  readonly #beside = new BesideMemory()
  readonly #orphans = new RecentMap<RunKey, readonly Orphan[]>(500)

  /** The call's id as the judge shall see it, or null; remembers the call. */
  callIdFor(key: RunKey, call: ToolReading, group: CallGroup): string | null {
    const link = this.#linkOf(key, call, group) ?? this.#beside.find(key, call, group)
    const isToldTwice = this.#beside.hasSeveral(key, group)
    const callId =
      link ??
      this.#ownId(key, call) ??
      this.#syntheticId(key, call, group) ??
      this.#awaitAnswer(key, call) ??
      (isToldTwice ? `span:${call.spanId}` : null)
    if (callId === null) return null
    const known = this.#calls.get(`${key}\n${callId}`)
    const entry = entryOf(call, callId, known)
    this.#calls.set(`${key}\n${callId}`, entry)
    if (call.callId !== null && call.callId !== callId) this.#calls.set(`${key}\n${call.callId}`, entry)
    this.#remember(key, callId, group)
    this.#beside.remember(key, call, group, callId)
    if (link === null && group.every((each) => isMcp(each.rank))) this.#awaitCaller(key, call, callId)
    return callId
  }

  /**
   * The id under which the amended call was reported, or null when its own span said all that the answer
   * does. An answer that names the tool only is for the first call of it that is without one.
   */
  amendedCall(key: RunKey, amendment: AmendmentReading): string | null {
    if (amendment.callId === null)
      return amendment.tool === null ? null : this.#nextUnanswered(key, amendment.tool)
    const known = this.#calls.get(`${key}\n${amendment.callId}`)
    if (known === undefined) return amendment.callId
    const needsCall = !known.told && amendment.prompt?.request()?.args != null
    return known.answered && !needsCall ? null : known.callId
  }

  /** The id under which the call that was asked for was reported without its arguments, or null. */
  lacksArguments(key: RunKey, { callId, tool, args }: ToolRequest): string | null {
    if (args == null || callId === null || !isDistinctCallId(callId, tool)) return null
    const known = this.#calls.get(`${key}\n${callId}`)
    return known === undefined || known.told ? null : known.callId
  }

  /** True when the call was reported under this id, with its arguments. */
  toldArguments(key: RunKey, callId: string): boolean {
    return this.#calls.get(`${key}\n${callId}`)?.told === true
  }

  /** True when a call was reported under this id, or waits for an answer by name. */
  knows(key: RunKey, { callId, tool }: AmendmentReading): boolean {
    if (callId !== null) return this.#calls.get(`${key}\n${callId}`) !== undefined
    return tool !== null && (this.#unanswered.get(key) ?? []).some((each) => isSameTool(each.tool, tool))
  }

  /** The id under which the call of a span was reported in an earlier batch, or null. */
  reportedAs(key: RunKey, spanId: string): string | null {
    const link = this.#spans.get(spanId)
    return link === undefined || link.key !== key ? null : link.callId
  }

  #nextUnanswered(key: RunKey, tool: string): string | null {
    const waiting = this.#unanswered.get(key) ?? []
    const found = waiting.find((each) => isSameTool(each.tool, tool))
    if (found === undefined) return null
    this.#unanswered.set(
      key,
      waiting.filter((each) => each !== found),
    )
    return found.callId
  }

  /** A call without any id gets its span's, so that an answer by name can find it. */
  #awaitAnswer(key: RunKey, call: ToolReading): string | null {
    if (call.rank !== 'own_span' || !isUnanswered(call)) return null
    const callId = `span:${call.spanId}`
    const waiting = (this.#unanswered.get(key) ?? []).filter((each) => each.callId !== callId)
    this.#unanswered.set(key, [...waiting.slice(-15), { tool: call.tool, callId }])
    return callId
  }

  /** Of its caller or its callee, whichever was reported before. */
  #linkOf(key: RunKey, call: ToolReading, group: CallGroup): string | null {
    for (const reading of group) {
      const { spanId, parentSpanId } = reading
      const caller = parentSpanId === null ? undefined : this.#spans.get(parentSpanId)
      for (const link of [caller, this.#callers.get(spanId)]) {
        // Two spans of one source are two calls: a tool that calls itself.
        if (link === undefined || link.key !== key || link.source === sourceOf(reading)) continue
        if (isSameTool(link.tool, call.tool)) return link.callId
      }
    }
    return group.every(({ rank }) => isMcp(rank)) ? null : this.#adopt(key, call)
  }

  /** The MCP call within the call's interval, where spans of other layers lie between them. */
  #adopt(key: RunKey, call: ToolReading): string | null {
    const orphans = this.#orphans.get(key)
    const orphan = orphans?.find(
      (each) =>
        each.traceId === call.traceId &&
        each.startMs >= call.startMs &&
        each.endMs <= call.endMs &&
        saysTheSame(each, call),
    )
    if (orphans === undefined || orphan === undefined) return null
    this.#orphans.set(
      key,
      orphans.filter((each) => each !== orphan),
    )
    return orphan.callId
  }

  #awaitCaller(key: RunKey, { tool, args, traceId, startMs, endMs }: ToolReading, callId: string): void {
    // Long arguments are not kept; then the tool's name and the interval must do.
    const kept = typeof args === 'string' && args.length <= 4096 ? args : undefined
    const orphans = this.#orphans.get(key) ?? []
    this.#orphans.set(key, [...orphans.slice(-7), { tool, args: kept, traceId, startMs, endMs, callId }])
  }

  /**
   * An id that the same source used for an earlier, finished call identifies nothing. One that comes
   * again with other calls is told apart by its span: another observer may have seen those.
   */
  #ownId(key: RunKey, call: ToolReading): string | null {
    const { callId, spanId, rank } = call
    if (callId === null) return null
    const known = this.#calls.get(`${key}\n${callId}`)
    const other = known === undefined || known.spanId === spanId ? undefined : known
    if (!isDistinctCallId(callId, call.tool)) {
      const isOther = other !== undefined && other.rank !== rank && overlap(other, call)
      return isOther ? other.callId : `${callId}@${spanId}`
    }
    if (other === undefined) return callId
    // Another source of it may have been reported under the id of a third.
    return other.rank === rank && !overlap(other, call) ? null : other.callId
  }

  /** Where no source gives an id. A server's parent that has a second call is no client, but an agent. */
  #syntheticId(key: RunKey, call: ToolReading, group: CallGroup): string | null {
    const id = sharedId(group)
    const known = id === null ? undefined : this.#calls.get(`${key}\n${id}`)
    return known !== undefined && known.spanId !== call.spanId && known.rank === call.rank
      ? `mcp:${call.spanId}`
      : id
  }

  #remember(key: RunKey, callId: string, group: CallGroup): void {
    for (const reading of group) {
      const link: Link = { key, callId, tool: reading.tool, source: sourceOf(reading) }
      this.#spans.set(reading.spanId, link)
      if (reading.parentSpanId !== null) this.#callers.set(reading.parentSpanId, link)
    }
  }
}

/** Sent again, a span may be completed by what came since: the log keeps it as it was reported first. */
function entryOf(call: ToolReading, callId: string, known: KnownCall | undefined): KnownCall {
  const { spanId, startMs, endMs, rank } = call
  const base = { spanId, startMs, endMs, rank, callId }
  if (known?.spanId === spanId) return { ...base, answered: known.answered, told: known.told }
  const hasFeatures = call.features !== null
  const isAnswered = call.failed === true || call.observation !== undefined || hasFeatures
  const isTold = call.args !== undefined || hasFeatures
  return { ...base, answered: known?.answered === true || isAnswered, told: known?.told === true || isTold }
}

/**
 * For sources without call ids that others may report as well. The client's span id serves both
 * sides of MCP: the server knows it as its parent.
 */
function sharedId(group: CallGroup): string | null {
  const client = group.find(({ rank }) => rank === 'mcp_client')
  if (client !== undefined) return `mcp:${client.spanId}`
  const server = group.find(({ rank }) => rank === 'mcp_server')
  if (server !== undefined) return `mcp:${server.parentSpanId ?? server.spanId}`
  const step = group.find(({ rank }) => rank === 'sdk')
  return step === undefined ? null : `step:${step.spanId}`
}
