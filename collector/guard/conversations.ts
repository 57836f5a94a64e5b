import { RecentMap } from '../recent-map.ts'
import type { ToldStep } from '../told/told-spans.ts'
import { digest, type KnownEvent } from './fingerprints.ts'
import type { Nudge, SeenCall } from './protocols/protocol.ts'

/** What a request says about where it belongs. */
export interface Claim {
  /** Header `x-loop-run`; names the run whatever else is known. */
  readonly run: string | null
  /** Of `traceparent`, 32 hex digits. */
  readonly traceId: string | null
  /** Keeps users of one guard apart: a digest of their credentials. */
  readonly owner: string
  readonly opening: string
  readonly events: readonly KnownEvent[]
  /** The conversation that the request says it continues; null when it says none that is known. */
  readonly continued: GuardedConversation | null
}

/** One conversation with a model, and the run that it is. */
export interface GuardedConversation {
  /** Run id, or `trace:ID`. */
  run: string
  traceId: string | null
  readonly opening: string
  /** Null until it has a call: helpers without tools are no actors. */
  lane: string | null
  /** Keys of events that the observer has, or that belong to an earlier run. */
  readonly known: Set<string>
  /** True once a request of it held a call. */
  called: boolean
  /** Newest decision told to it. */
  heard: number
  halted: boolean
  readonly nudges: Nudge[]
  /** Turns of the model that are not reported yet. */
  turns: readonly ToldStep[]
  /** Calls that the newest answer asked for. */
  asked: readonly Pick<SeenCall, 'id' | 'tool' | 'args'>[]
  /** When the newest answer of the model was complete, milliseconds since the epoch. */
  answeredMs: number
  /** Newest begin of a step that was reported. */
  markMs: number
  seenMs: number
}

/** How many conversations are remembered at least, and events of them. */
const mostConversations = 10_000
const mostEvents = 200_000

/**
 * Finds the conversation that a request continues, by the calls in it: a run sends the same calls
 * again with each request, and ids of calls are unique. A request without calls begins one, unless its run
 * is named.
 */
export class Conversations {
  readonly #windowMs: number
  readonly #byEvent = new RecentMap<string, GuardedConversation>(mostEvents)
  readonly #byOpening = new RecentMap<string, readonly GuardedConversation[]>(mostConversations)
  readonly #byName = new RecentMap<string, GuardedConversation>(mostConversations)
  readonly #lanes = new RecentMap<string, readonly string[]>(mostConversations)
  #begun = 0

  /** A conversation that was silent for longer than `windowMs` is a new run when it speaks again. */
  constructor(windowMs: number) {
    this.#windowMs = windowMs
  }

  /** The conversation of a request; a new one when it continues none. */
  find(claim: Claim, nowMs: number): GuardedConversation {
    const found = claim.continued ?? this.#continued(claim, nowMs) ?? this.#waiting(claim, nowMs)
    const conversation = found ?? this.#begin(claim, nowMs)
    if (found !== null && isNewTurn(found, claim)) this.#rebind(found, claim)
    conversation.seenMs = nowMs
    conversation.called ||= claim.events.some(({ event }) => event.kind === 'call')
    for (const { key } of claim.events) this.#byEvent.set(`${claim.owner}${key}`, conversation)
    return conversation
  }

  /** The provider keeps the conversation under this name. */
  name(owner: string, name: string, conversation: GuardedConversation): void {
    this.#byName.set(`${owner}${name}`, conversation)
  }

  /** The conversation that the provider keeps under this name, or null. */
  named(owner: string, name: string, nowMs: number): GuardedConversation | null {
    const found = this.#byName.get(`${owner}${name}`)
    return found !== undefined && this.#isLive(found, nowMs) ? found : null
  }

  /** The actor that a conversation is in its run: the first with a call is `main`. */
  laneOf(conversation: GuardedConversation): string {
    if (conversation.lane !== null) return conversation.lane
    const taken = this.#lanes.get(conversation.run) ?? []
    const name = digest([conversation.opening]).slice(0, 8)
    const place = taken.indexOf(name)
    if (place === -1) this.#lanes.set(conversation.run, [...taken, name])
    conversation.lane = place === 0 || taken.length === 0 ? 'main' : `agent-${name}`
    return conversation.lane
  }

  #continued(claim: Claim, nowMs: number): GuardedConversation | null {
    const counts = new Map<GuardedConversation, number>()
    for (const { key, event } of claim.events) {
      const holder = event.kind === 'call' ? this.#byEvent.get(`${claim.owner}${key}`) : undefined
      if (holder === undefined || !this.#isLive(holder, nowMs)) continue
      if (claim.run !== null && holder.run !== claim.run) continue
      counts.set(holder, (counts.get(holder) ?? 0) + 1)
    }
    const [best] = [...counts].sort(([a, m], [b, n]) => n - m || b.seenMs - a.seenMs)
    return best?.[0] ?? null
  }

  /** One with the same opening that has no call yet, the oldest first. */
  #waiting(claim: Claim, nowMs: number): GuardedConversation | null {
    const named = claim.run !== null || claim.traceId !== null
    if (!named && !claim.events.some(({ event }) => event.kind === 'call')) return null
    const all = this.#byOpening.get(openingKey(claim)) ?? []
    const live = all.filter((each) => this.#isLive(each, nowMs))
    return (
      live.find((each) =>
        claim.run !== null
          ? each.run === claim.run
          : each.traceId === claim.traceId && (named || !each.called),
      ) ?? null
    )
  }

  #begin(claim: Claim, nowMs: number): GuardedConversation {
    const conversation: GuardedConversation = {
      run: this.#runOf(claim, nowMs),
      traceId: claim.traceId,
      opening: claim.opening,
      lane: null,
      known: new Set(),
      called: false,
      heard: 0,
      halted: false,
      nudges: [],
      turns: [],
      asked: [],
      answeredMs: 0,
      markMs: 0,
      seenMs: nowMs,
    }
    const key = openingKey(claim)
    const others = (this.#byOpening.get(key) ?? []).filter((each) => this.#isLive(each, nowMs))
    this.#byOpening.set(key, [...others.slice(-63), conversation])
    return conversation
  }

  /** The turn before is another run: what it did stays there. */
  #rebind(conversation: GuardedConversation, claim: Claim): void {
    const turn = claim.events.findLastIndex(({ event }) => event.kind === 'user')
    for (const { key } of claim.events.slice(0, turn + 1)) conversation.known.add(key)
    conversation.run = this.#runOf(claim, Date.now())
    conversation.traceId = claim.traceId
    conversation.lane = null
    conversation.heard = 0
    conversation.halted = false
    conversation.turns = []
  }

  #runOf({ run, traceId, owner, opening }: Claim, nowMs: number): string {
    if (run !== null) return run
    if (traceId !== null) return `trace:${traceId}`
    const place = [owner, opening, String(nowMs), String(this.#begun++)]
    return `guard-${digest(place).slice(0, 20)}`
  }

  #isLive({ seenMs }: GuardedConversation, nowMs: number): boolean {
    return nowMs - seenMs <= this.#windowMs
  }
}

function openingKey({ owner, run, opening }: Claim): string {
  return digest([owner, run ?? '', opening])
}

/** The user speaks after the model had answered: in another trace, or to a run that was halted, that is another run. */
function isNewTurn(conversation: GuardedConversation, { run, traceId, events }: Claim): boolean {
  if (run !== null) return false
  const isOther = traceId !== null && conversation.traceId !== traceId
  if (!isOther && !conversation.halted) return false
  const newest = events.findLast(({ event }) => event.kind === 'user')
  return newest !== undefined && !conversation.known.has(newest.key)
}
