import { PermanentError } from '../errors/errors.ts'
import type { Principal } from '../http/principal.ts'
import type { HttpRequest, RouteContext } from '../http/request.ts'
import { json, type BodyResponse } from '../http/response.ts'
import { advise, type Advice, type Question } from './advice.ts'
import type { ControlContext } from './context.ts'
import { awaitFence, type Fence, type FenceQuestion } from './fence.ts'
import { words } from './query.ts'
import { askedLane, askedSeq, askedWaitMs } from './question.ts'
import { readRun } from './run-address.ts'
import { readState, settledState, unseenState } from './run-state.ts'
import { countWaiter } from './waiters.ts'
import { waitFor, type Waiting } from './waiting.ts'

/** Between two looks at a run of which nothing is heard, milliseconds. */
const pollMs = 500

/**
 * `GET /v1/runs/{run}/decision`: the newest decision after `after`. Without `fence` it waits at most
 * `wait` for one; with `fence` it answers as soon as that span is judged, whatever comes of it, and
 * an unknown run is an answer too. Throws PermanentError `not_found` for an unknown run otherwise.
 */
export async function decision(
  context: ControlContext,
  request: HttpRequest,
  { params, principal, stopping }: RouteContext<Principal>,
): Promise<BodyResponse> {
  const { query } = request
  const question = { after: askedSeq(query), lane: askedLane(query) }
  const signal = AbortSignal.any([request.signal, stopping])
  const waiting = { waitMs: askedWaitMs(query, 0), pollMs, signal }
  const leave = countWaiter(context.metrics)
  try {
    const place = { tenant: principal.tenant, name: params.run ?? '' }
    const spanId = words(query, 'fence')?.toLowerCase()
    if (spanId !== undefined)
      return json(200, await answerFence(context, { ...place, spanId, ...waiting }, question))
    const { address } = await readRun(context.store, place.tenant, place.name)
    return json(200, await awaitDecision(context, address.key, question, waiting))
  } finally {
    leave()
  }
}

async function answerFence(
  context: ControlContext,
  asked: FenceQuestion,
  question: Question,
): Promise<Advice & { readonly fence: Fence }> {
  const { fence, key } = await awaitFence(context, asked)
  const read = fence === 'judged' ? settledState : readState
  const state = await read(context, key, question.after)
  const advice = advise(state ?? unseenState(context, asked.name), question)
  return { ...advice, fence }
}

async function awaitDecision(
  context: ControlContext,
  key: string,
  question: Question,
  waiting: Waiting,
): Promise<Advice> {
  const lookForAction = async (): Promise<Advice | null> => {
    const advice = await look(context, key, question)
    const isNews = advice !== null && (advice.action !== 'continue' || advice.decisions.length > 0)
    return isNews ? advice : null
  }
  const found = await waitFor(context.store, key, lookForAction, waiting)
  const advice = found ?? (await look(context, key, question))
  if (advice === null) throw new PermanentError('not_found', 'nothing of the run is judged yet')
  return advice
}

async function look(context: ControlContext, key: string, question: Question): Promise<Advice | null> {
  const state = await readState(context, key, question.after)
  return state === null ? null : advise(state, question)
}
