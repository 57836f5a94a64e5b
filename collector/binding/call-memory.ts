import { isMcp, isSameTool } from '@loop-observer/rules'
import type { AmendmentReading, ToolReading, ToolRequest } from '../dialects/reading.ts'
import type { RunKey } from '../store/store.ts'
import { isUnanswered } from './amending.ts'
import { BesideMemory } from './beside-memory.ts'
import { overlap, type CallGroup } from './call-group.ts'
import { isDistinctCallId } from './call-id.ts'
import { sourceOf } from './nesting.ts'
import { OrphanMemory } from './orphan-memory.ts'
import { UnansweredMemory } from './unanswered-memory.ts'
import { RecentMap } from '../recent-map.ts'

/** A call as the judge knows it. */
export interface NamedCall {
  readonly callId: string
  /** The call of an earlier batch that it seems to be; absent when it seems to be none. */
  readonly linked?: string
}

interface KnownCall {
  readonly spanId: string
  readonly startMs: number
  readonly endMs: number
  readonly rank: ToolReading['rank']
  readonly ids: NamedCall
  /** True when its own span said what came back, or why it failed. */
  readonly answered: boolean
  /** True when a record of it told the arguments. */
  readonly told: boolean
}

interface Link {
  readonly key: RunKey
  readonly ids: NamedCall
  readonly tool: string
  readonly source: string
}

/**
 * Calls of earlier batches, bounded. Each record of a call has an id of its own, and names the call of an earlier batch
 * that it seems to be (an MCP server exports on its own): so the judge knows a call again that has settled. What
 * waits it puts together itself. Another observer's batches are not known here: it costs an amendment or a merge,
 * never a step.
 */
export class CallMemory {
  readonly #calls = new RecentMap<string, KnownCall>(20_000)
  /** By span id: the tool span itself, and its parent, which may report the same call. */
  readonly #spans = new RecentMap<string, Link>(20_000)
  readonly #callers = new RecentMap<string, Link>(5000)
  /** Spans of calls without an id. */
  readonly #nameless = new RecentMap<string, RunKey>(20_000)
  readonly #unanswered = new UnansweredMemory()
  readonly #beside = new BesideMemory()
  readonly #orphans = new OrphanMemory()

  /** Notes who tells calls of the run; to be told of all groups of a batch before one is named. */
  noteSources(key: RunKey, group: CallGroup): void {
    this.#beside.noteSources(key, group)
  }

  /** The call as the judge shall know it, or null; remembers the call. */
  name(key: RunKey, call: ToolReading, group: CallGroup): NamedCall | null {
    const isToldTwice = this.#beside.hasSeveral(key)
    const linked =
      this.#linkOf(key, call, group) ?? this.#beside.find(key, call, group) ?? this.#ordinalOf(key, call)
    const callId =
      this.#ownId(key, call) ??
      this.#syntheticId(key, call, group) ??
      (linked === null ? this.#awaitAnswer(key, call) : null) ??
      (isToldTwice || linked !== null ? `span:${call.spanId}` : null)
    if (callId === null) {
      for (const { spanId } of group) this.#nameless.set(spanId, key)
      return null
    }
    const ids = linked === null || linked === callId ? { callId } : { callId, linked }
    const known = this.#calls.get(`${key}\n${callId}`) ?? this.#calls.get(`${key}\n${linked}`)
    const entry = entryOf(call, ids, known)
    this.#calls.set(`${key}\n${callId}`, entry)
    if (call.callId !== null && call.callId !== callId) this.#calls.set(`${key}\n${call.callId}`, entry)
    this.#remember(key, ids, group)
    this.#beside.remember(key, call, group, linked ?? callId)
    if (linked === null && group.every((each) => isMcp(each.rank))) this.#orphans.remember(key, call, callId)
    return ids
  }

  /**
   * The call that is amended, or null when its own span said all that the answer does. An answer that names the
   * tool only is for the first call of it that is without one.
   */
  amendedCall(key: RunKey, amendment: AmendmentReading): NamedCall | null {
    const { callId, tool } = amendment
    if (callId === null) {
      const taken = tool === null ? null : this.#unanswered.take(key, tool)
      return taken === null ? null : { callId: taken }
    }
    const known = this.#calls.get(`${key}\n${callId}`)
    if (known === undefined) return { callId }
    const needsCall = !known.told && amendment.prompt?.request()?.args != null
    return known.answered && !needsCall ? null : known.ids
  }

  /** The call that was asked for, where it was reported without its arguments, or null. */
  lacksArguments(key: RunKey, { callId, tool, args }: ToolRequest): NamedCall | null {
    if (args == null || callId === null || !isDistinctCallId(callId, tool)) return null
    const known = this.#calls.get(`${key}\n${callId}`)
    return known === undefined || known.told ? null : known.ids
  }

  /** True when the call was reported under this id, with its arguments. */
  toldArguments(key: RunKey, callId: string): boolean {
    return this.#calls.get(`${key}\n${callId}`)?.told === true
  }

  /** True when a call was reported under this id, or waits for an answer by name. */
  knows(key: RunKey, { callId, tool }: AmendmentReading): boolean {
    if (callId !== null) return this.#calls.get(`${key}\n${callId}`) !== undefined
    return tool !== null && this.#unanswered.has(key, tool)
  }

  /** The call of a span that was reported in an earlier batch, or null. */
  reportedAs(key: RunKey, spanId: string): NamedCall | null {
    const link = this.#spans.get(spanId)
    return link === undefined || link.key !== key ? null : link.ids
  }

  /** True for a span that was reported in an earlier batch, with or without an id. */
  isReported(key: RunKey, spanId: string): boolean {
    return this.#spans.get(spanId)?.key === key || this.#nameless.get(spanId) === key
  }

  /** A call without any id gets its span's, so that an answer by name can find it. */
  #awaitAnswer(key: RunKey, call: ToolReading): string | null {
    if (call.rank !== 'own_span' || !isUnanswered(call)) return null
    const callId = `span:${call.spanId}`
    this.#unanswered.remember(key, { tool: call.tool, callId })
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
        if (isSameTool(link.tool, call.tool)) return link.ids.linked ?? link.ids.callId
      }
    }
    // Spans of other layers may lie between a caller and the MCP call within its interval.
    return group.every(({ rank }) => isMcp(rank)) ? null : this.#orphans.take(key, call)
  }

  /**
   * An id that the same source used for an earlier, finished call identifies nothing. One that comes
   * again with other calls is told apart by its span: another observer may have seen those.
   */
  #ownId(key: RunKey, { callId, tool, spanId, rank, ...interval }: ToolReading): string | null {
    if (callId === null) return null
    if (!isDistinctCallId(callId, tool)) return `${callId}@${spanId}`
    const known = this.#calls.get(`${key}\n${callId}`)
    const isAnother =
      known !== undefined && known.spanId !== spanId && known.rank === rank && !overlap(known, interval)
    return isAnother ? null : callId
  }

  /** The call of another source that has the same ordinal and was running at the same time, or null. */
  #ordinalOf(key: RunKey, call: ToolReading): string | null {
    const { callId, tool, spanId, rank } = call
    if (callId === null || isDistinctCallId(callId, tool)) return null
    const known = this.#calls.get(`${key}\n${callId}`)
    const isOther =
      known !== undefined && known.spanId !== spanId && known.rank !== rank && overlap(known, call)
    return isOther ? (known.ids.linked ?? known.ids.callId) : null
  }

  /** Where no source gives an id. A server's parent that has a second call is no client, but an agent. */
  #syntheticId(key: RunKey, call: ToolReading, group: CallGroup): string | null {
    const id = sharedId(group)
    const known = id === null ? undefined : this.#calls.get(`${key}\n${id}`)
    return known !== undefined && known.spanId !== call.spanId && known.rank === call.rank
      ? `mcp:${call.spanId}`
      : id
  }

  #remember(key: RunKey, ids: NamedCall, group: CallGroup): void {
    for (const reading of group) {
      const link: Link = { key, ids, tool: reading.tool, source: sourceOf(reading) }
      this.#spans.set(reading.spanId, link)
      if (reading.parentSpanId !== null) this.#callers.set(reading.parentSpanId, link)
    }
  }
}

/** Sent again, a span may be completed by what came since: the log keeps it as it was reported first. */
function entryOf(call: ToolReading, ids: NamedCall, known: KnownCall | undefined): KnownCall {
  const { spanId, startMs, endMs, rank } = call
  const base = { spanId, startMs, endMs, rank, ids }
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
