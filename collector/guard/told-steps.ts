import type { ToldStep } from '../told/told-spans.ts'
import type { GuardedConversation } from './conversations.ts'
import type { KnownEvent } from './fingerprints.ts'
import type { ModelReply } from './protocols/protocol.ts'

/** Most steps in one report: of a long history that was never seen, the newest. */
const mostSteps = 100
/** Most turns that wait to be reported. */
const mostTurns = 50

/** The turns that wait, and the events that a request shows for the first time, as steps in their order. */
export function toldSteps(
  conversation: GuardedConversation,
  fresh: readonly KnownEvent[],
  lane: string,
): readonly ToldStep[] {
  const turns = conversation.turns.map((turn) => ({ ...turn, lane }))
  return [...turns, ...stepsOf(conversation, fresh.slice(-mostSteps), lane)]
}

/** Keeps a turn of the model until it is reported with the calls that it asked for. */
export function noteTurn(
  conversation: GuardedConversation,
  { model, tokensIn, tokensOut, text }: ModelReply,
  askedMs: number,
): void {
  const startMs = Math.max(askedMs, conversation.markMs)
  const turn = {
    kind: 'model',
    id: `guard:turn:${crypto.randomUUID()}`,
    lane: 'main',
    startMs,
    endMs: Math.max(startMs, conversation.answeredMs),
    model,
    tokensIn,
    tokensOut,
    text,
  } as const
  conversation.turns = [...conversation.turns.slice(1 - mostTurns), turn]
}

/** When a call began is not in the messages: after the model's answer, before this request, in their order. */
function stepsOf(
  conversation: GuardedConversation,
  fresh: readonly KnownEvent[],
  lane: string,
): readonly ToldStep[] {
  const endMs = Date.now()
  const beganMs = conversation.answeredMs === 0 ? endMs - fresh.length : conversation.answeredMs
  return fresh.map(({ key, event }, index) => {
    const startMs = Math.max(conversation.markMs, Math.min(beganMs + index, endMs))
    conversation.markMs = startMs
    const base = { id: `guard:${key}`, lane, startMs, endMs: Math.max(startMs, endMs) }
    if (event.kind === 'user') return { ...base, kind: 'user' }
    const { id: callId, tool, round, args, observation, failed } = event
    return { ...base, kind: 'tool', callId, tool, round, args, observation, failed }
  })
}
