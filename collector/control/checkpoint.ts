import { RetryableError } from '../errors/errors.ts'
import { readBody } from '../http/body.ts'
import type { Principal } from '../http/principal.ts'
import type { HttpRequest } from '../http/request.ts'
import { json } from '../http/response.ts'
import type { Handler } from '../http/route.ts'
import type { BoundSteps } from '../judging/judging.ts'
import { Admission } from '../receiver/admission.ts'
import { requireEncoding } from '../receiver/encoding.ts'
import { newcomer } from './act.ts'
import { advise } from './advice.ts'
import type { ControlContext, Ingested } from './context.ts'
import { askedLane, askedSeq, askedSource, askedWaitMs } from './question.ts'
import { locate, type RunAddress } from './run-address.ts'
import { settledState } from './run-state.ts'

const nothing: Ingested = { steps: [], rejected: 0, rejectedReason: '' }
const defaultWaitMs = 2000

/**
 * `POST /v1/runs/{run}/checkpoint`: takes the steps of the body, if there are any, and answers with
 * the advice that covers them and everything received before. Spans that carry no run id belong to
 * the run of the path; those of other runs are taken for these. Creates the run when it is unknown:
 * `agent`, `task` and `source` then say who it is. Throws RetryableError when the steps are not judged within
 * `wait`: nothing is lost then, they may be sent again.
 */
export function checkpoint(context: ControlContext): Handler<Principal> {
  const admission = new Admission(context.bodyLimits)
  return async (request, { params, principal }) => {
    const { query } = request
    const question = { after: askedSeq(query), lane: askedLane(query) }
    const waitMs = askedWaitMs(query, defaultWaitMs)
    const address = await locate(context.store, principal.tenant, params.run ?? '')
    const ingested = await ingestBody(context, request, address, admission)
    const { own, others } = split(context, query, address, ingested)
    const settled = context.judge.acceptAndSettle(own, question.lane)
    const accepted = others.length > 0 ? context.judge.accept(others) : undefined
    await within(waitMs, Promise.all([settled, accepted]))
    const state = await settledState(context, address.key, question.after)
    if (state === null) throw notJudged()
    const { rejected, rejectedReason } = ingested
    const loss = rejected > 0 ? { rejected, rejectedReason } : {}
    return json(200, { ...advise(state, question), ...loss })
  }
}

/** The body's bytes count until they are steps. */
async function ingestBody(
  context: ControlContext,
  request: HttpRequest,
  { run, tenant }: RunAddress,
  admission: Admission,
): Promise<Ingested> {
  const admitted = admission.enter()
  try {
    const { compressedBytes, inflatedBytes } = context.bodyLimits
    const reserve = (sizeBytes: number): void => admitted.hold(sizeBytes)
    const body = await readBody(request, { compressedBytes, inflatedBytes, reserve })
    admitted.begin()
    if (body.length === 0) return nothing
    const encoding = requireEncoding(request)
    const source = askedSource(request.query)
    return await context.ingest({ encoding, body, tenant, run, nowMs: context.store.now(), source })
  } finally {
    admitted.leave()
  }
}

function split(
  context: ControlContext,
  query: URLSearchParams,
  address: RunAddress,
  { steps }: Ingested,
): { readonly own: BoundSteps; readonly others: readonly BoundSteps[] } {
  const { key } = address
  const mine = steps.filter(({ intro }) => intro.key === key)
  const intro = mine[0]?.intro ?? newcomer(address, query, askedSource(query))
  return {
    own: { intro, records: mine.flatMap(({ records }) => records) },
    others: steps.filter((bound) => bound.intro.key !== key),
  }
}

async function within<Value>(waitMs: number, work: Promise<Value>): Promise<Value> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(notJudged()), waitMs)
  })
  try {
    return await Promise.race([work, late])
  } finally {
    clearTimeout(timer)
  }
}

function notJudged(): RetryableError {
  return new RetryableError('unavailable', 'the steps are not judged yet', { retryAfterMs: 1000 })
}
