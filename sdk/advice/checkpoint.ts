import type { AckStep, Decision } from '@loop-observer/rules'
import { adviceOf, goOn, type Advice, type HaltAdvice, type NudgeAdvice } from './advice.ts'
import { haltFor, limitHit } from './backstop.ts'
import type { Answer } from '../client/answer.ts'
import type { Question } from '../client/run-reporter.ts'
import type { Lane } from '../lane.ts'
import { tell } from '../log.ts'
import { modelReportOf, recordModel, type ModelReport } from '../steps/model.ts'
import type { RunState } from '../run-state.ts'
import { noteAsked } from './tools-told.ts'

/** Reports what the lane has done, and asks whether it may go on. Bounded in time; never rejects. */
export async function checkpoint(
  run: RunState,
  lane: Lane,
  report: ModelReport | undefined,
): Promise<Advice> {
  try {
    const said = modelReportOf(report)
    if (said !== null) recordModel(run, lane, said)
    lane.turns.checkpoint()
    if (run.ended) return lane.halt ?? goOn
    const answer = await askObserver(run, lane)
    const advice = answer === null ? adviseHere(run, lane) : adviseAsTold(run, lane, answer)
    return deliver(run, lane, backstop(run, lane) ?? advice)
  } catch (error) {
    tell(run.settings.onError, 'a checkpoint failed; the run goes on', error)
    return lane.halt ?? goOn
  }
}

/** Takes in an answer of the observer, whoever asked and however late: a halt holds at once. */
export function hear(run: RunState, { lane }: Question, answer: Answer): void {
  run.observed = true
  run.tools = answer.tools
  run.learnTraits(answer.toolTraits)
  const { decision } = answer
  if (decision !== null && decision.action !== 'nudge') return obey(run, decision)
  const asked = lane === '*' ? [...run.lanes.values()] : [run.lane(lane)]
  for (const each of asked) {
    const stop = each.halt
    if (stop?.source === 'observer' && !(lane === '*' && isStopped(stop, answer))) each.resume()
  }
  const { stoppedLanes, laneStops } = answer
  for (const stop of laneStops) {
    // A lane that is stopped before its first call here has nothing to stop yet.
    if (stoppedLanes?.includes(stop.lane) === true && run.lanes.has(stop.lane)) obey(run, stop)
  }
}

/** Looks after a run that does not ask: halts of the observer, of the rules here, and of the limits. */
export function lookAfter(run: RunState): void {
  const { reporter } = run.origin
  const heard = [...run.lanes.values()].map(({ heardSeq }) => heardSeq)
  reporter?.beat({ lane: '*', after: Math.min(...heard) })
  if (reporter !== null && run.observed && !reporter.isAway) return
  for (const lane of run.lanes.values()) judgeHere(run, lane, Number.MAX_SAFE_INTEGER)
}

function obey(run: RunState, decision: Decision): void {
  const advice = adviceOf(decision, 'observer')
  if (decision.enforced && advice.action === 'halt') run.halt(advice)
}

/** Who asks for all lanes is told that the run goes on, and beside that which lanes do not. */
function isStopped({ decision: { scope, lane } }: HaltAdvice, { stoppedLanes }: Answer): boolean {
  return scope === 'lane' && (stoppedLanes === null || stoppedLanes.includes(lane))
}

async function askObserver(run: RunState, lane: Lane): Promise<Answer | null> {
  const { reporter } = run.origin
  if (reporter === null) return null
  const answer = await reporter.ask({ lane: lane.name, after: lane.heardSeq }, run.settings.waitMs)
  noteAsked(run, answer)
  return answer
}

function adviseAsTold(run: RunState, lane: Lane, { decision, mode, seq }: Answer): Advice {
  run.inProcess.yieldTo(mode)
  const isNews = decision !== null && decision.seq > lane.heardSeq
  lane.heardSeq = Math.max(lane.heardSeq, seq)
  if (lane.halt !== null) return lane.halt
  return isNews && decision.enforced && decision.action === 'nudge' ? adviceOf(decision, 'observer') : goOn
}

function adviseHere(run: RunState, lane: Lane): Advice {
  return lane.halt ?? judgeHere(run, lane, lane.judgedSeq)
}

function judgeHere(run: RunState, lane: Lane, after: number): Advice {
  if (run.origin.reporter !== null && run.settings.whenAway === 'limits') return goOn
  const decision = run.inProcess.advise(lane.name, after)
  if (decision === null) return goOn
  const advice = adviceOf(decision, 'process')
  if (advice.action === 'halt') run.halt(advice)
  else lane.judgedSeq = decision.seq
  return advice
}

function backstop(run: RunState, lane: Lane): HaltAdvice | null {
  if (lane.halt !== null) return lane.halt
  const { totals } = run
  const hit = run.effects.refused ?? limitHit(totals, run.settings.limits)
  if (hit !== null) run.halt(haltFor(hit, { run: run.runId, lane: lane.name, totals }))
  return lane.halt
}

function deliver(run: RunState, lane: Lane, advice: Advice): Advice {
  if (advice.action === 'continue') return advice
  if (advice.action === 'halt') {
    if (lane.haltGiven) return advice
    const stopped = advice.decision.scope === 'run' ? run.lanes.values() : [lane]
    for (const each of stopped) each.haltGiven = true
  }
  acknowledge(run, lane, advice)
  return advice
}

function acknowledge(
  run: RunState,
  lane: Lane,
  { source, decision: { seq } }: NudgeAdvice | HaltAdvice,
): void {
  if (source === 'observer') run.origin.reporter?.ack({ seq, stage: 'delivered', lane: lane.name })
  if (source === 'process') run.inProcess.add(deliveredStep(lane.name, seq))
}

function deliveredStep(lane: string, seq: number): AckStep {
  const nowMs = Date.now()
  return {
    kind: 'ack',
    id: `ack:${seq}:delivered`,
    lane,
    startedAtMs: nowMs,
    endedAtMs: nowMs,
    receivedAtMs: nowMs,
    sequence: null,
    traceId: null,
    spanId: null,
    seq,
    stage: 'delivered',
  }
}
