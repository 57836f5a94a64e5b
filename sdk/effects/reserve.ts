import { loopAttributes } from '@loop-observer/rules'
import type { EffectAnswer } from '../client/effect-answer.ts'
import type { Lane } from '../lane.ts'
import { guarded } from '../log.ts'
import type { RunState } from '../run-state.ts'
import { untilAnswered, type EffectQuestion } from './approval.ts'
import { EffectRefused, type Denial, type Refusal, type RefusalReason } from './effect-refused.ts'

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
  const denial = run.effects.take(id)
  if (denial !== null) throw refused(run, lane, { tool: call.tool, effectId: id, ...denial })
  const asked = await ask(run, lane, { ...call, id })
  if (asked.kind === 'reserved') return { id, held: asked.held }
  undo(run, { ...call, id }, asked)
  throw refused(run, lane, { ...asked, tool: call.tool, effectId: id })
}

/** Tells the observer what became of an effect: it was made, or it was not and its place is free again. */
export function tellFate({ origin: { reporter, span } }: RunState, id: string, done: boolean): void {
  reporter?.tell({ path: '/effects', body: { id, done, holder: span.spanId } })
}

type NamedCall = EffectCall & { readonly id: string }

/** What came of asking for an effect that has its place in this process. */
type Asked = { readonly kind: 'reserved'; readonly held: boolean } | ({ readonly kind: 'denied' } & Denial)

async function ask(run: RunState, lane: Lane, call: NamedCall): Promise<Asked> {
  const { settings, effects, origin } = run
  const { reporter } = origin
  if (lane.halt !== null) return denied(run, 'halted')
  const needsApproval =
    call.needsApproval || (settings.mode === 'enforce' && effects.needsApproval(call.tool))
  const question = questionFor(run, lane, { ...call, needsApproval })
  const first =
    reporter === null ? null : await reporter.askEffect(question, { serverMs: 0, waitMs: settings.waitMs })
  if (first === null) {
    // Nobody can approve it, or nobody may go without: what is not known to be allowed is not made.
    if (settings.failClosed || needsApproval) return denied(run, 'unobserved')
    reporter?.oweEffects()
    return { kind: 'reserved', held: reporter !== null }
  }
  run.observed = true
  const answer = first.answer === 'waiting' ? await untilAnswered(run, lane, question) : first
  return typeof answer === 'string' ? denied(run, answer) : meaning(answer)
}

function denied({ effects: { used } }: RunState, reason: RefusalReason): Asked {
  return { kind: 'denied', reason, used, limit: null }
}

const mostNameChars = 256

function questionFor(
  run: RunState,
  lane: Lane,
  { id, tool, note, needsApproval }: NamedCall,
): EffectQuestion {
  return {
    id,
    tool: tool.slice(0, mostNameChars),
    lane: lane.name,
    holder: run.origin.span.spanId,
    ...(note === null ? {} : { note }),
    ...(needsApproval ? { needsApproval } : {}),
  }
}

function meaning({ answer, reason, state, used, limit }: EffectAnswer): Asked {
  if (answer === 'granted' && state !== 'done') return { kind: 'reserved', held: true }
  const isNamed = answer !== 'granted' && (reason === 'limit' || reason === 'halted' || reason === 'denied')
  return { kind: 'denied', reason: isNamed ? reason : 'used', used, limit }
}

/** Frees the place of an effect that is not made, here and, where it may hold one, at the observer. */
function undo(run: RunState, { id, effectId }: NamedCall, { reason, used, limit }: Denial): void {
  if (reason !== 'used') run.effects.giveBack(id)
  if (reason === 'limit' && limit !== null) run.effects.refuse(used, limit)
  // One that has a name of its own goes on waiting for its person: it may be asked for again.
  const isGivenUp =
    reason === 'halted' || reason === 'unobserved' || (reason === 'unanswered' && effectId === null)
  if (isGivenUp) tellFate(run, id, false)
}

function refused(run: RunState, lane: Lane, denial: Refusal): EffectRefused {
  const { tool, effectId, reason, limit } = denial
  const refusal = { tool, effectId, reason, limit: reason === 'limit' ? limit : null }
  note(run, lane, refusal)
  return new EffectRefused(refusal)
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
