import type { IncomingHttpHeaders } from 'node:http'
import { toldSpans } from '../told/told-spans.ts'
import { claimOf, ownerOf } from './claim.ts'
import type { Conversations, GuardedConversation } from './conversations.ts'
import type { KnownEvent } from './fingerprints.ts'
import type { GuardAdvice, ObserverLink } from './observer-link.ts'
import type { JsonObject } from './protocols/json.ts'
import type { ModelAnswer, ModelReply, Protocol } from './protocols/protocol.ts'
import { noteTurn, toldSteps } from './told-steps.ts'

/** A request to a model that the guard understands. */
export interface ModelRequest {
  readonly protocol: Protocol
  readonly body: JsonObject
  readonly headers: IncomingHttpHeaders
}

/** What to do with a request. */
type Attended =
  /** Nothing is to be said: as it came. */
  | { readonly act: 'forward' }
  /** With messages put before the model. */
  | { readonly act: 'rewrite'; readonly body: JsonObject }
  /** The run is halted: this is the model's answer. */
  | { readonly act: 'answer'; readonly answer: ModelAnswer; readonly run: string; readonly reason: string }

/** What attending works with. */
export interface AttendParts {
  readonly conversations: Conversations
  readonly link: ObserverLink
  /** Name of the agent whose runs these are, for routes of the policy; null when nobody said. */
  readonly agent: string | null
  readonly secret: string
  readonly onAct: (act: 'nudge' | 'halt', run: string, reason: string) => void
}

/** A request that was attended. */
export interface Attendance {
  readonly attended: Attended
  /** To be called when the model's answer is whole: the tools begin then. Null when it cannot be read. */
  readonly answered: (reply: ModelReply | null) => void
}

/**
 * Reports the steps that a request shows for the first time, asks about its run, and says what to do;
 * null when the body is not of the protocol.
 */
export async function attend(parts: AttendParts, request: ModelRequest): Promise<Attendance | null> {
  const { protocol, body, headers } = request
  const read = protocol.read(body)
  if (read === null) return null
  const { conversations } = parts
  const owner = ownerOf(headers, parts.secret)
  const continued = read.continues === null ? null : conversations.named(owner, read.continues, Date.now())
  const claim = claimOf(headers, owner, read, continued)
  const conversation = conversations.find(claim, Date.now())
  if (read.continues !== null) conversations.name(owner, read.continues, conversation)
  const fresh = claim.events.filter(({ key }) => !conversation.known.has(key))
  const advice = await ask(parts, conversation, fresh)
  const askedMs = Date.now()
  const answered = (reply: ModelReply | null): void => {
    conversation.answeredMs = Date.now()
    if (reply === null) return
    conversation.asked = reply.calls
    if (reply.name !== null) conversations.name(owner, reply.name, conversation)
    // Of other runs the agent's own spans tell the turns, and how they end.
    if (!isOwn(conversation.run)) return
    noteTurn(conversation, reply, askedMs)
    if (reply.isFinal && conversation.known.size > 0) void end(parts, conversation)
  }
  if (advice?.action === 'halt' || advice?.action === 'escalate') {
    return { attended: halt(parts, request, conversation, advice), answered }
  }
  if (advice !== null) conversation.halted = false
  const after = claim.events.findLast(({ event }) => event.kind === 'call')?.event
  if (advice?.action === 'nudge' && advice.decision !== undefined && after?.kind === 'call') {
    const { seq, reason, message } = advice.decision
    conversation.nudges.push({ after: after.id, text: message })
    conversation.heard = seq
    parts.link.acknowledge(conversation.run, { seq, stage: 'delivered', lane: laneOf(parts, conversation) })
    parts.onAct('nudge', advice.run, reason)
  }
  // The agent does not know of them, so each of its requests comes without.
  const rewritten = conversation.nudges.reduce((each, nudge) => protocol.nudged(each, nudge), body)
  return {
    attended: rewritten === body ? { act: 'forward' } : { act: 'rewrite', body: rewritten },
    answered,
  }
}

async function ask(
  parts: AttendParts,
  conversation: GuardedConversation,
  fresh: readonly KnownEvent[],
): Promise<GuardAdvice | null> {
  const { agent, link } = parts
  const { run, traceId, heard: after, known } = conversation
  if (fresh.length === 0 && known.size === 0 && isOwn(run)) return null
  const lane = laneOf(parts, conversation)
  const turns = conversation.turns
  const told = toldSteps(conversation, fresh, lane)
  const resource = { 'service.name': agent ?? 'loop-observer guard' }
  const source = { run, traceId, source: 'telemetry', agent, resource } as const
  const steps = told.length === 0 ? null : toldSpans(source, told)
  const advice = await link.ask({ run, lane, after, steps, agent })
  if (advice === null) return null
  for (const { key } of fresh) known.add(key)
  conversation.turns = conversation.turns.filter((turn) => !turns.includes(turn))
  return advice
}

/** The agent has its answer. */
async function end(parts: AttendParts, conversation: GuardedConversation): Promise<void> {
  const advice = await ask(parts, conversation, [])
  if (advice !== null) parts.link.answered(conversation.run)
}

/** True for a run that only the guard knows of: without steps the observer knows nothing of it. */
function isOwn(run: string): boolean {
  return run.startsWith('guard-')
}

/** A conversation without calls must not take the place of the first actor. */
function laneOf({ conversations }: AttendParts, conversation: GuardedConversation): string {
  return conversation.called ? conversations.laneOf(conversation) : 'main'
}

function halt(
  parts: AttendParts,
  { protocol, body }: ModelRequest,
  conversation: GuardedConversation,
  { run, seq, decision }: GuardAdvice,
): Attended {
  const reason = decision?.reason ?? 'operator'
  if (!conversation.halted) {
    const number = decision?.seq ?? seq
    parts.link.acknowledge(conversation.run, {
      seq: number,
      stage: 'acted',
      lane: laneOf(parts, conversation),
    })
    parts.onAct('halt', run, reason)
  }
  conversation.halted = true
  const text = [
    'This run was stopped before it reached an answer.',
    decision?.explanation ?? '',
    `(loop-observer, run ${run}, decision ${seq}. This text is not the model's.)`,
  ]
  return {
    act: 'answer',
    answer: protocol.answer(body, text.filter((each) => each !== '').join('\n\n')),
    run,
    reason,
  }
}
