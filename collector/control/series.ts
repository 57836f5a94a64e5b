import {
  counted,
  goesOn,
  judgeSeries,
  type PassSummary,
  type Verdict,
  maskSecrets,
} from '@loop-observer/rules'
import { PermanentError } from '../errors/errors.ts'
import type { Principal } from '../http/principal.ts'
import type { HttpRequest, RouteContext } from '../http/request.ts'
import { json, type BodyResponse } from '../http/response.ts'
import type { RunSummary } from '../store/store.ts'
import type { ControlContext } from './context.ts'

/** What a series of attempts says about the next one. */
interface Series {
  readonly verdict: Verdict | null
  readonly worth: boolean
  readonly remainingAttempts: number | null
  /** For whoever has to decide, in a sentence. */
  readonly reason: string
}

/** The newest attempts that are looked at. */
const mostAttempts = 100
const mostTaskChars = 1000

/**
 * `GET /v1/tasks/{task}/next`: whether another attempt at the task is worth it. The runs with this task
 * are attempts; what their last checks found is judged as the passes of one check in a loop are. Throws
 * PermanentError `not_found` when no run has the task.
 */
export async function next(
  { store }: ControlContext,
  _request: HttpRequest,
  { params, principal }: RouteContext<Principal>,
): Promise<BodyResponse> {
  const task = maskSecrets(params['task'] ?? '')
  if (task === '' || task.length > mostTaskChars) {
    throw new PermanentError('bad_request', `a task has 1 to ${mostTaskChars} characters`)
  }
  const found = await store.list({ tenant: principal.tenant, task, limit: mostAttempts })
  if (found.length === 0) throw new PermanentError('not_found', `no run has the task ${task}`)
  const attempts = found.toSorted((a, b) => a.startedAtMs - b.startedAtMs || (a.run < b.run ? -1 : 1))
  return json(200, { task, ...seriesOf(attempts), attempts: attempts.map(attemptView) })
}

/** Judges attempts, oldest first. Of an attempt without a check only its end is known. */
export function seriesOf(attempts: readonly RunSummary[]): Series {
  // Of a run that was stopped, `correct` is about the stop.
  const solved = attempts.find(({ outcome, correct }) => correct === true && !isStopped(outcome))
  if (solved !== undefined) return settled(`Attempt ${solved.run} was right: there is nothing left to do.`)
  const passes = attempts.flatMap(({ check }) => (check === null ? [] : [check]))
  const judged = judgeSeries(passes)
  const last = passes.at(-1)
  if (judged === null || last === undefined) {
    return {
      verdict: null,
      worth: true,
      remainingAttempts: null,
      reason: 'No attempt was checked, so it cannot be told whether they come closer. Let a check report.',
    }
  }
  const { verdict, remainingPasses, failuresBefore } = judged
  return {
    verdict,
    worth: verdict !== 'done' && goesOn(verdict),
    remainingAttempts: remainingPasses,
    reason: sentences[verdict](last, failuresBefore ?? 0, remainingPasses),
  }
}

function isStopped(outcome: RunSummary['outcome']): boolean {
  return outcome === 'halted' || outcome === 'escalated' || outcome === 'abandoned'
}

function settled(reason: string): Series {
  return { verdict: 'done', worth: false, remainingAttempts: null, reason }
}

type Sentence = (last: PassSummary, failuresBefore: number, remaining: number | null) => string

const sentences: Readonly<Record<Verdict, Sentence>> = {
  done: ({ check }) => `${check} was clean in the last attempt: there is nothing left to do.`,
  too_early: ({ failures }) =>
    `The last attempt left ${counted(failures, 'failure')}; fewer than three attempts do not say whether they shrink.`,
  continue: ({ failures }, before, remaining) =>
    `The failures shrink, from ${before} to ${failures}` +
    (remaining === null ? '.' : `: at this pace about ${counted(remaining, 'more attempt')}.`),
  stuck: ({ failures }) =>
    `The last two attempts failed with exactly the same ${counted(failures, 'failure')}. Another of the same kind will, too: change what is tried.`,
  oscillating: ({ failures }) =>
    `The last attempt is back at the ${counted(failures, 'failure')} of two attempts ago: they repair one thing by breaking another.`,
  growing: ({ failures }, before) =>
    `The failures grow, from ${before} to ${failures}: another attempt is not worth it.`,
  flat: ({ failures }) =>
    `As many failures as before (${failures}), but others: nothing shrinks, another attempt is not worth it.`,
}

function attemptView({
  run,
  agent,
  outcome,
  reason,
  correct,
  check,
  startedAtMs,
  updatedAtMs,
  totals,
}: RunSummary) {
  return { run, agent, outcome, reason, correct, check, startedAtMs, updatedAtMs, totals }
}
