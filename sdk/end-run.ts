import { counted, loopAttributes } from '@loop-observer/rules'
import { within } from './client/deadline.ts'
import { tell } from './log.ts'
import type { ObserverState } from './observer-state.ts'
import { outcomeOf, type Ending, type RunOutcome } from './outcome/outcome.ts'
import { mainLane, type RunState } from './run-state.ts'
import { endMsOf, endSpan } from './tracing/spans.ts'

/** Reports how a run ended, within `waitMs`, and ends its span. What is not taken by then is tried again in the background. Never rejects. */
export async function endRun<Answer>(
  observer: ObserverState,
  run: RunState,
  ending: Ending<Answer>,
): Promise<RunOutcome<Answer>> {
  const { span } = run.origin
  const before = outcomeOf(run, ending)
  const endMs = endMsOf(span)
  run.ended = true
  if (observer.live.get(run.runId) === run) observer.live.delete(run.runId)
  await report(observer, run, before)
  const outcome = { ...before, observed: run.observed }
  const failure = outcome.outcome === 'failed' ? (outcome.stopped?.message ?? '') : null
  const attributes = {
    [loopAttributes.outcome]: outcome.outcome,
    ...(outcome.verified === null ? {} : { [loopAttributes.verified]: outcome.verified }),
    ...(outcome.observed ? {} : { [loopAttributes.unobserved]: true }),
  }
  endSpan(span, attributes, failure, endMs)
  return outcome
}

async function report(
  observer: ObserverState,
  run: RunState,
  { outcome, stopped }: RunOutcome<unknown>,
): Promise<void> {
  const { span, reporter } = run.origin
  const { halt } = run.main
  if (reporter === null) return
  if (halt?.source === 'observer' && outcome !== 'answered') {
    reporter.ack({ seq: halt.decision.seq, stage: 'acted', lane: mainLane })
  }
  const rule = stopped?.rule ?? null
  const ended = { id: `outcome:${span.spanId}`, outcome, ...(rule === null ? {} : { reason: rule }) }
  const first = reporter.end(ended)
  const patience = { hurry: observer.hurry.signal, giveUp: observer.giveUp.signal }
  keepTrying(observer, first, () => reporter.endLater(ended, patience))
  if (await within(first, run.settings.waitMs, false)) run.observed = true
  if (reporter.dropped === 0) return
  const steps = counted(reporter.dropped, 'step')
  tell(run.settings.onError, `${steps} of run ${run.runId} could not be reported`, null)
}

/** What the first attempt does not bring to the observer is tried again in the background. */
function keepTrying(
  { endings, giveUp }: ObserverState,
  first: Promise<boolean>,
  again: () => Promise<void>,
): void {
  const ending = first.then((isTaken) => (isTaken || giveUp.signal.aborted ? undefined : again()))
  endings.add(ending)
  void ending.finally(() => endings.delete(ending))
}
