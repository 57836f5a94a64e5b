import { matchesAny, reservableEffects, type EffectAct, maskSecrets } from '@loop-observer/rules'
import { PermanentError } from '../errors/errors.ts'
import type { Principal } from '../http/principal.ts'
import type { HttpRequest, RouteContext } from '../http/request.ts'
import { json, type BodyResponse } from '../http/response.ts'
import type { RunIntro } from '../judging/judging.ts'
import type { Effect, EffectStanding } from '../store/effect.ts'
import { namedRun, toldBase } from './act.ts'
import { advise, standingOf } from './advice.ts'
import type { ControlContext } from './context.ts'
import { jsonBody } from './json-body.ts'
import { askedWaitMs } from './question.ts'
import { judgedState, type RunState } from './run-state.ts'
import { effectBody } from './schemas/effect.ts'
import { waitFor, type Waiting } from './waiting.ts'

type Asked = Awaited<ReturnType<typeof readBody>>

/** Unless the agent says otherwise. */
const defaultTtlMs = 600_000
/** Between two looks at an effect that waits for a person, milliseconds. */
const pollMs = 500

/**
 * `POST /v1/runs/{run}/effects`: an effect is asked for before it happens, or, with `done`, what became
 * of it is said. Asked again, the answer is the same; `wait` waits for a person's answer. Creates the run
 * when it is unknown, as a checkpoint does. A mode that forbids acting grants beyond the limit, which is
 * recorded then. Throws PermanentError `not_found` or `conflict` for a `done` of what was not granted.
 */
export async function effects(
  context: ControlContext,
  request: HttpRequest,
  { params, principal, stopping }: RouteContext<Principal>,
): Promise<BodyResponse> {
  const asked = await readBody(request)
  const intro = await namedRun(context, { principal, name: params.run ?? '', query: request.query })
  if (asked.done !== undefined)
    return json(200, await confirm(context, intro, { ...asked, done: asked.done }))
  const signal = AbortSignal.any([request.signal, stopping])
  const waiting = { waitMs: askedWaitMs(request.query, 0), pollMs, signal }
  return json(200, await ask(context, intro, asked, waiting))
}

/** What became of an effect goes into the run's log; told twice, it counts once. Answers with where the run stands. */
export async function tellEffect(
  context: ControlContext,
  intro: RunIntro,
  { effect }: Pick<EffectStanding, 'effect'>,
  { act, note = effect.note }: { readonly act: EffectAct | null; readonly note?: string | null },
): Promise<EffectAnswer> {
  if (act !== null) {
    const told = { id: `effect:${effect.attempt}:${act}:${effect.id}`, lane: '*', atMs: effect.atMs }
    const said = { effect: effect.id, attempt: effect.attempt, act, tool: effect.tool }
    const step = {
      ...toldBase(context, told),
      kind: 'effect' as const,
      ...said,
      note: note === null ? null : maskSecrets(note),
    }
    await context.judge.acceptAndSettle({ intro, records: [{ step, preview: null }] }, '*')
  }
  return answerFor(await judgedState(context, intro.key), effect)
}

interface EffectAnswer {
  readonly answer: 'granted' | 'refused' | 'waiting'
  readonly reason: 'limit' | 'halted' | 'denied' | 'expired' | 'released' | 'held' | null
  readonly effect: Effect | null
  readonly [where: string]: unknown
}

function readBody(request: HttpRequest) {
  return jsonBody(request, effectBody)
}

async function ask(
  context: ControlContext,
  intro: RunIntro,
  asked: Asked,
  waiting: Waiting,
): Promise<EffectAnswer> {
  // Everything received so far is judged first: effects that were made unasked count, and a halt holds.
  await context.judge.acceptAndSettle({ intro, records: [] }, '*')
  const state = await judgedState(context, intro.key)
  const { action } = advise(state, { after: state.summary.seq, lane: asked.lane ?? '*' })
  if (action === 'halt' || action === 'escalate') return answerFor(state, null)
  const reserve = async (): Promise<EffectAnswer> => {
    const standing = await context.store.reserveEffect(intro.key, requestFor(state, asked))
    const told = await tellEffect(context, intro, standing, { act: actOf(standing.effect) })
    return isHeldByOther(standing.effect, asked) ? { ...told, answer: 'refused', reason: 'held' } : told
  }
  const told = await reserve()
  if (told.answer !== 'waiting' || waiting.waitMs === 0) return told
  const answered = await waitFor(
    context.store,
    intro.key,
    // Looked at, not asked for again: who gave it back meanwhile does not want it any more.
    async () => {
      const effect = (await context.store.effects(intro.key)).find(({ id }) => id === asked.id)
      return effect === undefined || effect.state === 'waiting' ? null : effect
    },
    waiting,
  )
  if (answered === null) return told
  if (answered.state === 'granted') return reserve()
  return tellEffect(context, intro, { effect: answered }, { act: actOf(answered) })
}

function isHeldByOther({ state, holder }: Effect, asked: Pick<Asked, 'holder'>): boolean {
  return state === 'granted' && asked.holder !== undefined && holder !== asked.holder
}

function requestFor({ stored, policy }: RunState, asked: Asked) {
  const acts = policy.mode === 'enforce'
  const { id, tool = null, note = null, needsApproval = false, ttlSeconds, holder } = asked
  const mustApprove = acts && tool !== null && matchesAny(policy.tools.approval, tool)
  return {
    id,
    tool,
    note,
    limit: acts && stored.memory !== null ? reservableEffects(stored.memory, policy) : null,
    needsApproval: needsApproval || mustApprove,
    ttlMs: ttlSeconds === undefined ? defaultTtlMs : ttlSeconds * 1000,
    ...(holder === undefined ? {} : { holder }),
  }
}

function actOf({ state }: Effect): EffectAct | null {
  return state === 'granted' || state === 'waiting' || state === 'refused' ? state : null
}

async function confirm(
  context: ControlContext,
  intro: RunIntro,
  { id, done, holder }: Pick<Asked, 'id' | 'holder'> & { readonly done: boolean },
): Promise<EffectAnswer> {
  const known = (await context.store.effects(intro.key)).find((effect) => effect.id === id)
  // Who does not hold it has nothing to give back.
  if (!done && known !== undefined && known.holder !== null && isHeldByOther(known, { holder })) {
    const standing = await tellEffect(context, intro, { effect: known }, { act: null })
    return { ...standing, answer: 'refused', reason: 'held' }
  }
  const event = done ? 'done' : 'released'
  const standing = await context.store.changeEffect(intro.key, id, event)
  if (standing === null) throw new PermanentError('not_found', `the run never asked for the effect ${id}`)
  const { state } = standing.effect
  if (!standing.accepted) throw new PermanentError('conflict', `the effect ${id} is ${state}, not ${event}`)
  const act = state === 'done' || state === 'released' ? state : null
  return tellEffect(context, intro, standing, { act })
}

const reasonOf: Partial<Record<Effect['state'], EffectAnswer['reason']>> = {
  refused: 'limit',
  denied: 'denied',
  expired: 'expired',
  released: 'released',
}

function answerFor(state: RunState, effect: Effect | null): EffectAnswer {
  const reason = effect === null ? 'halted' : (reasonOf[effect.state] ?? null)
  return {
    ...standingOf(state),
    answer: reason !== null ? 'refused' : effect?.state === 'waiting' ? 'waiting' : 'granted',
    reason,
    effect,
    used: state.summary.totals.effects,
    limit: state.limits.effects,
  }
}
