import type { Decision } from '@loop-observer/rules'
import { PermanentError } from '../errors/errors.ts'
import type { Principal } from '../http/principal.ts'
import type { HttpRequest, RouteContext } from '../http/request.ts'
import { eventStream, type EventResponse, type ServerSentEvent } from '../http/response.ts'
import type { RunKey } from '../store/store.ts'
import { concerns } from './advice.ts'
import type { ControlContext } from './context.ts'
import { askedLane, askedSeq } from './question.ts'
import { readRun } from './run-address.ts'
import { countWaiter } from './waiters.ts'
import { Bell } from './waiting.ts'

/** Between two looks when nothing calls back, milliseconds. */
const pollMs = 2000

/**
 * `GET /v1/runs/{run}/events`: the decisions of a run as server-sent events, those already made
 * first. `Last-Event-ID` (or `after`) says which are known. An event is named `decision`; one that
 * the mode only records is named `recorded`, so that who listens for `decision` acts on nothing
 * that must not act. Goes on until the reader leaves: a resumed run may decide again. Throws
 * PermanentError `not_found`.
 */
export async function events(
  context: ControlContext,
  request: HttpRequest,
  { params, principal }: RouteContext<Principal>,
): Promise<EventResponse> {
  const lane = askedLane(request.query)
  const after = lastEventId(request) ?? askedSeq(request.query)
  const { address } = await readRun(context.store, principal.tenant, params.run ?? '')
  return eventStream((signal) => follow(context, { key: address.key, after, lane }, signal))
}

async function* follow(
  { store, metrics }: ControlContext,
  { key, after, lane }: { readonly key: RunKey; readonly after: number; readonly lane: string },
  signal: AbortSignal,
): AsyncGenerator<ServerSentEvent> {
  const bell = new Bell()
  const ring = (): void => bell.ring()
  const leave = countWaiter(metrics)
  const unwatch = store.watch(key, ring)
  signal.addEventListener('abort', ring, { once: true })
  let seen = after
  try {
    while (!signal.aborted) {
      for (const decision of await store.decisions(key, seen)) {
        seen = decision.seq
        if (concerns(decision, lane)) yield eventOf(decision)
      }
      await bell.rung(pollMs)
    }
  } finally {
    signal.removeEventListener('abort', ring)
    unwatch()
    leave()
  }
}

function eventOf(decision: Decision): ServerSentEvent {
  return {
    id: String(decision.seq),
    event: decision.enforced ? 'decision' : 'recorded',
    data: JSON.stringify(decision),
  }
}

function lastEventId({ headers }: HttpRequest): number | null {
  const text = headers['last-event-id']
  if (typeof text !== 'string' || text === '') return null
  const seq = Number(text)
  if (!Number.isSafeInteger(seq) || seq < 0) {
    throw new PermanentError('bad_request', '`Last-Event-ID` must be the number of a decision')
  }
  return seq
}
