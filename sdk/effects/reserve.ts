import { loopAttributes } from '@loop-observer/rules'
import type { EffectAnswer } from '../client/effect-answer.ts'
import type { Lane } from '../lane.ts'
import { guarded } from '../log.ts'
import type { RunState } from '../run-state.ts'
import { untilAnswered, type EffectQuestion } from './approval.ts'
import { EffectRefused, type Refusal, type RefusalReason } from './effect-refused.ts'

/** An effect that is about to be made. */
export interface EffectCall {
  readonly tool: string
  /** The application's name for it; null: it has none, and is asked for under a new one. */
  readonly effectId: string | null
  /** The application says that a person must approve it. */
  readonly needsApproval: boolean
  /** What it is, for that person; null: nothing is said. */
  readonly note: string | null
}

/** An effect that may be made now. */
export interface Reservation {
  readonly id: string
  /** The observer holds a place for it, and is to hear what became of it. */
  readonly held: boolean
}

/**
 * Reserves an effect before it happens: a place among those that this process allows, then, where an
 * observer answers, one among those of the whole run, whichever processes it is in. Waits for a person
 * where one must approve it. Throws {@link EffectRefused}; then no place is kept.
 */
export async function reserveEffect(run: RunState, lane: Lane, call: EffectCall): Promise<Reservation> {
  const id = call.effectId ?? run.takeEffectId()
  const { effects } = run
  const refuse = (reason: RefusalReason, limit: number | null = null): EffectRefused => {
    const refusal = { tool: call.tool, effectId: id, reason, limit }
    note(run, lane, refusal)
    return new EffectRefused(refusal)
  }
  const taken = effects.take(id)
  if (taken !== null) throw taken === 'used' ? refuse('used') : refuse('limit', taken)
  const refusal = await refusalOf(run, lane, { ...call, id })
  if (typeof refusal === 'boolean') return { id, held: refusal }
  if (refusal.reason !== 'used') effects.giveBack(id)
  if (refusal.reason === 'limit' && refusal.limit !== null) effects.refuse(refusal.used, refusal.limit)
  if (refusal.reason === 'unanswered' && call.effectId === null) tellFate(run, id, false)
  if (refusal.reason === 'halted' || refusal.reason === 'unobserved') tellFate(run, id, false)
  throw refuse(refusal.reason, refusal.reason === 'limit' ? refusal.limit : null)
}

/** Tells the observer what became of an effect: it was made, or it was not and its place is free again. */
export function tellFate({ origin: { reporter, span } }: RunState, id: string, done: boolean): void {
  reporter?.tell({ path: '/effects', body: { id, done, holder: span.spanId } })
}

/** Why not, or whether the observer holds a place. */
type Found =
  | boolean
  | { readonly reason: RefusalReason; readonly used: number; readonly limit: number | null }

async function refusalOf(
  run: RunState,
  lane: Lane,
  call: EffectCall & { readonly id: string },
): Promise<Found> {
  const { reporter } = run.origin
  const { settings, effects } = run
  const no = (reason: RefusalReason): Found => ({ reason, used: effects.used, limit: null })
  if (lane.halt !== null) return no('halted')
  const needsApproval =
    call.needsApproval || (settings.mode === 'enforce' && effects.needsApproval(call.tool))
  const question: EffectQuestion = {
    id: call.id,
    tool: call.tool.slice(0, mostNameChars),
    lane: lane.name,
    holder: run.origin.span.spanId,
    ...(call.note === null ? {} : { note: call.note }),
    ...(needsApproval ? { needsApproval } : {}),
  }
  const first =
    reporter === null ? null : await reporter.askEffect(question, { serverMs: 0, waitMs: settings.waitMs })
  if (first === null) {
    // Nobody can approve it, or nobody may go without: what is not known to be allowed is not made.
    if (settings.failClosed || needsApproval) return no('unobserved')
    reporter?.oweEffects()
    return reporter !== null
  }
  run.observed = true
  const answer = first.answer === 'waiting' ? await untilAnswered(run, lane, question) : first
  if (answer === 'halted' || answer === 'unanswered') return no(answer)
  return meaning(answer)
}

const mostNameChars = 256

function meaning({ answer, reason, state, used, limit }: EffectAnswer): Found {
  if (answer === 'granted') return state === 'done' ? { reason: 'used', used, limit } : true
  if (reason === 'limit' || reason === 'halted' || reason === 'denied') return { reason, used, limit }
  return { reason: 'used', used, limit }
}

/** No step, for nothing was done, and what the observer blocked is no evidence; an event on the run's own span. */
function note(run: RunState, lane: Lane, { tool, effectId, reason }: Refusal): void {
  const event = {
    'gen_ai.tool.name': tool,
    [loopAttributes.lane]: lane.name,
    [loopAttributes.effectId]: effectId,
    'loop.effect.refused': reason,
  }
  guarded(
    run.settings.onError,
    'noting a refused effect',
    () => run.origin.span.span.addEvent('loop.effect_refused', event),
    undefined,
  )
}
